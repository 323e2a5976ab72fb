@table = internal constant [4 x i16] [i16 1, i16 2, i16 3, i16 4], align 2

define void @cg_hardware(i8 %x) {
entry:
  %cg.place.0 = getelementptr i8, ptr @table, i64 8
  br label %loop

loop:
  %p = phi i3 [ 0, %entry ], [ %cg.kept.p.0.loop.1, %loop ]
  %cg.kept.6.1 = zext i3 %p to i64
  %cg.kept.6.2 = getelementptr [2 x i8], ptr @table, i64 %cg.kept.6.1
  %word = load i16, ptr %cg.kept.6.2, align 2
  %cg.kept.8.1 = add i3 %p, 1
  %end = icmp eq i3 %cg.kept.8.1, 4
  %cg.kept.p.0.loop.1 = add i3 %p, 1
  br i1 %end, label %done, label %loop

done:
  ret void
}
