define void @f() {
entry:
  %i.cell = alloca i32, align 1
  %other = alloca [2 x i8], align 1
  store i32 5, ptr %i.cell, align 1, !dbg !3
  %cg.array.4.1 = load i32, ptr %i.cell, align 1, !dbg !4
  %cg.array.4.2 = trunc i32 %cg.array.4.1 to i8, !dbg !4
  %low = or i8 %cg.array.4.2, 0, !dbg !4
  store i8 %low, ptr %other, align 1
  ret void
}
