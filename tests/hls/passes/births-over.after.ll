define void @f() {
entry:
  %kept = alloca [3 x i8], align 1
  %part = getelementptr i8, ptr %kept, i64 1
  call void @llvm.lifetime.start.p0(ptr %kept), !dbg !5
  ret void
}
