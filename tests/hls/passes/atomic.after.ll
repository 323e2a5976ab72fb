@calls = internal global i32 0, align 4
@total = internal global i32 0, align 4

define void @design(ptr %p, i32 %x) {
  %1 = getelementptr i8, ptr @calls, i64 0, !dbg !1
  %2 = load i32, ptr %1, align 4, !dbg !1
  %3 = load i32, ptr @total, align 4, !dbg !2
  %cg.updated.0 = add i32 %3, %x, !dbg !2
  store i32 %cg.updated.0, ptr @total, align 4, !dbg !2
  %4 = load i32, ptr @total, align 4
  %cg.larger.1 = icmp ugt i32 %4, %2
  %cg.updated.1 = select i1 %cg.larger.1, i32 %4, i32 %2
  store i32 %cg.updated.1, ptr @total, align 4
  %5 = load i32, ptr %p, align 4
  store i32 7, ptr %p, align 4
  %cg.old.3 = load i32, ptr @total, align 4, !dbg !3
  %cg.same.3 = icmp eq i32 %cg.old.3, %3, !dbg !3
  %cg.new.3 = select i1 %cg.same.3, i32 %4, i32 %cg.old.3, !dbg !3
  store i32 %cg.new.3, ptr @total, align 4, !dbg !3
  %cg.half.3 = insertvalue { i32, i1 } poison, i32 %cg.old.3, 0, !dbg !3
  %6 = insertvalue { i32, i1 } %cg.half.3, i1 %cg.same.3, 1, !dbg !3
  %7 = extractvalue { i32, i1 } %6, 1
  store i32 %5, ptr %1, align 4, !dbg !4
  ret void
}

!1 = !{}
!2 = !{}
!3 = !{}
!4 = !{}
