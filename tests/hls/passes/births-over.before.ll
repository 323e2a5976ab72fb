define void @f() {
entry:
  %kept = alloca [3 x i8], align 1
  %part = getelementptr i8, ptr %kept, i64 1
  call void @llvm.memset.p0.i64(ptr align 1 %kept, i8 undef, i64 3, i1 false), !dbg !5
  call void @llvm.memset.p0.i64(ptr align 1 %part, i8 undef, i64 2, i1 false), !dbg !5
  ret void
}
