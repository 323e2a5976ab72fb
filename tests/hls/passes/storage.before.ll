define void @f(i100 %x, ptr %p) {
entry:
  %slot = alloca i100, align 16
  %exact = alloca i32, align 4
  store i100 %x, ptr %slot, align 16, !dbg !4
  %y = load i100, ptr %slot, align 16, !dbg !5
  store i32 7, ptr %exact, align 4
  store i24 9, ptr %p, align 1
  ret void
}
