define void @f(i32 %x) {
entry:
    #dbg_value(i32 %x, !3, !DIExpression(), !4)
    #dbg_value(i32 %x, !3, !DIExpression(DW_OP_plus_uconst, 1), !4)
  ret void
}
