define void @f(i32 %x) {
entry:
    #dbg_value(i32 %x, !3, !DIExpression(), !4)
  ret void
}
