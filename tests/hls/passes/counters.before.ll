define void @f() {
entry:
  %i = alloca i32, align 4
  %other = alloca [2 x i8], align 1
  store i32 5, ptr %i, align 4, !dbg !3
  %low = load i8, ptr %i, align 4, !dbg !4
  store i8 %low, ptr %other, align 1
  ret void
}
