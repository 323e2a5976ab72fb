define void @cg_hardware() {
reset:
    #dbg_value(i8 %kept, !3, !DIExpression(), !10)
  ret void
}
