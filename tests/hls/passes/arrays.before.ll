define void @f(i64 %i, i8 %x) {
entry:
  %a = alloca [3 x i8], align 1
  %small = and i64 %i, 1
  %p = getelementptr inbounds [3 x i8], ptr %a, i64 0, i64 %small, !dbg !3
  store i8 %x, ptr %p, align 1, !dbg !3
  %q = getelementptr inbounds [3 x i8], ptr %a, i64 0, i64 %i, !dbg !4
  %y = load i8, ptr %q, align 1, !dbg !4
  call void @llvm.memset.p0.i64(ptr align 1 %a, i8 0, i64 3, i1 false), !dbg !5
  ret void
}
