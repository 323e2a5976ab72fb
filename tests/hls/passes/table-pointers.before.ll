@table = internal constant [4 x i16] [i16 1, i16 2, i16 3, i16 4], align 2

define void @cg_hardware(i8 %x) {
entry:
  br label %loop

loop:
  %p = phi ptr [ @table, %entry ], [ %next, %loop ]
  %word = load i16, ptr %p, align 2
  %next = getelementptr inbounds i8, ptr %p, i64 2
  %end = icmp eq ptr %next, getelementptr inbounds (i8, ptr @table, i64 8)
  br i1 %end, label %done, label %loop

done:
  ret void
}
