; ModuleID = 'plain accesses'
@calls = internal global i32 0, align 4
@once = internal thread_local(localexec) global i32 0, align 4
@total = internal global i32 0, align 4

define internal i32 @f(ptr %p, ptr %q) !dbg !3 {
entry:
  %d = alloca i16, align 2
  store volatile i16 0, ptr %d, align 2, !dbg !4
  %a = load volatile i8, ptr %p, align 1
  %b = load i8, ptr %q, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 12, i1 true), !dbg !4
  call void @llvm.memset.p0.i64(ptr align 4 %q, i8 0, i64 12, i1 false)
  %n = load volatile i32, ptr @calls, align 4
  %more = add i32 %n, 1
  store volatile i32 %more, ptr @calls, align 4
  ret i32 %more
}

define void @design(ptr %p, i32 %x) {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @once), !dbg !5
  %2 = load atomic i32, ptr %1 seq_cst, align 4, !dbg !5
  %3 = atomicrmw add ptr @total, i32 %x seq_cst, align 4, !dbg !6
  %4 = atomicrmw umax ptr @total, i32 %2 monotonic, align 4
  %5 = atomicrmw xchg ptr %p, i32 7 acq_rel, align 4
  fence syncscope("singlethread") seq_cst, !dbg !6
  %6 = cmpxchg weak ptr @total, i32 %3, i32 %4 acq_rel monotonic, align 4, !dbg !7
  %7 = extractvalue { i32, i1 } %6, 1
  store atomic i32 %5, ptr %1 release, align 4, !dbg !8
  ret void
}

!3 = distinct !DISubprogram(name: "f")
!4 = !DILocation(line: 7, column: 3, scope: !3)
!5 = !{}
!6 = !{}
!7 = !{}
!8 = !{}
