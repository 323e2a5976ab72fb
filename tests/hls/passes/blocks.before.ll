define void @cg_hardware(i64 %n, i8 %x) {
entry:
  %a = alloca [8 x i32], align 16
  %b = alloca [8 x i32], align 16
  %narrow = and i64 %n, 7
  %size = shl nuw nsw i64 %narrow, 2
  %behind = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %narrow
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %behind, ptr align 16 %b, i64 %size, i1 false), !dbg !1
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %behind, ptr align 16 %a, i64 %narrow, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %b, i8 %x, i64 %size, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %b, i8 0, i64 4, i1 false)
  %order = call i32 @cg_compare(ptr %a, ptr %b, i64 4)
  %less = icmp slt i32 %order, 0
  %other = call i32 @cg_compare(ptr %a, ptr %b, i64 8)
  %same = icmp eq i32 %other, 0
  %length = call i64 @cg_length(ptr %a)
  ret void
}

declare i32 @cg_compare(ptr, ptr, i64)
declare i64 @cg_length(ptr)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
