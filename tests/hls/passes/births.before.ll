define void @f(i32 %x) {
entry:
  %set = alloca i32, align 4
  %kept = alloca [3 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr %set) #2, !dbg !4
  store i32 %x, ptr %set, align 4
  call void @llvm.lifetime.start.p0(ptr %kept) #2, !dbg !5
  ret void
}
