; ModuleID = 'plain accesses'
@calls = internal global i32 0, align 4
@once = internal global i32 0, align 4
@total = internal global i32 0, align 4

define internal i32 @f(ptr %p, ptr %q) !dbg !3 {
entry:
  %d = alloca i16, align 2
  store i16 0, ptr %d, align 2, !dbg !4
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %q, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 12, i1 false), !dbg !4
  call void @llvm.memset.p0.i64(ptr align 4 %q, i8 0, i64 12, i1 false)
  %n = load i32, ptr @calls, align 4
  %more = add i32 %n, 1
  store i32 %more, ptr @calls, align 4
  ret i32 %more
}

define void @design(ptr %p, i32 %x) {
  %1 = getelementptr i8, ptr @once, i64 0, !dbg !5
  %2 = load i32, ptr %1, align 4, !dbg !5
  %3 = load i32, ptr @total, align 4, !dbg !6
  %cg.updated.0 = add i32 %3, %x, !dbg !6
  store i32 %cg.updated.0, ptr @total, align 4, !dbg !6
  %4 = load i32, ptr @total, align 4
  %cg.larger.1 = icmp ugt i32 %4, %2
  %cg.updated.1 = select i1 %cg.larger.1, i32 %4, i32 %2
  store i32 %cg.updated.1, ptr @total, align 4
  %5 = load i32, ptr %p, align 4
  store i32 7, ptr %p, align 4
  %cg.old.3 = load i32, ptr @total, align 4, !dbg !7
  %cg.same.3 = icmp eq i32 %cg.old.3, %3, !dbg !7
  %cg.new.3 = select i1 %cg.same.3, i32 %4, i32 %cg.old.3, !dbg !7
  store i32 %cg.new.3, ptr @total, align 4, !dbg !7
  %cg.half.3 = insertvalue { i32, i1 } poison, i32 %cg.old.3, 0, !dbg !7
  %6 = insertvalue { i32, i1 } %cg.half.3, i1 %cg.same.3, 1, !dbg !7
  %7 = extractvalue { i32, i1 } %6, 1
  store i32 %5, ptr %1, align 4, !dbg !8
  ret void
}

!3 = distinct !DISubprogram(name: "f")
!4 = !DILocation(line: 7, column: 3, scope: !3)
!5 = !{}
!6 = !{}
!7 = !{}
!8 = !{}
