define void @f(i100 %x, ptr %p) {
entry:
  %slot = alloca i128, align 16
  %exact = alloca i32, align 4
  %cg.stored.70 = zext i100 %x to i128, !dbg !4
  store i128 %cg.stored.70, ptr %slot, align 16, !dbg !4
  %cg.loaded.175 = load i128, ptr %slot, align 16, !dbg !5
  %y = trunc i128 %cg.loaded.175 to i100, !dbg !5
  store i32 7, ptr %exact, align 4
  store i24 9, ptr %p, align 1
  ret void
}
