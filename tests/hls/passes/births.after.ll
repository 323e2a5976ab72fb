define void @f(i32 %x) {
entry:
  %set = alloca i32, align 4
  %kept = alloca [3 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr %set) #2, !dbg !4
  store i32 %x, ptr %set, align 4
  call void @llvm.memset.p0.i64(ptr %kept, i8 undef, i64 3, i1 false), !dbg !5
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
