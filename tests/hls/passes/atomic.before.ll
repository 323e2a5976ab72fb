@calls = internal thread_local(localexec) global i32 0, align 4
@total = internal global i32 0, align 4

define void @design(ptr %p, i32 %x) {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls), !dbg !1
  %2 = load atomic i32, ptr %1 seq_cst, align 4, !dbg !1
  %3 = atomicrmw add ptr @total, i32 %x seq_cst, align 4, !dbg !2
  %4 = atomicrmw umax ptr @total, i32 %2 monotonic, align 4
  %5 = atomicrmw xchg ptr %p, i32 7 acq_rel, align 4
  fence syncscope("singlethread") seq_cst, !dbg !2
  %6 = cmpxchg weak ptr @total, i32 %3, i32 %4 acq_rel monotonic, align 4, !dbg !3
  %7 = extractvalue { i32, i1 } %6, 1
  store atomic i32 %5, ptr %1 release, align 4, !dbg !4
  ret void
}

!1 = !{}
!2 = !{}
!3 = !{}
!4 = !{}
