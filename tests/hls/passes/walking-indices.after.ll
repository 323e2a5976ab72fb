define void @cg_hardware(i8 %x, i64 %n) {
entry:
  %a = alloca [8 x [3 x i32]], align 16
  %b = alloca [20 x i8], align 16
  %scaled = shl i64 %n, 2
  %cg.index.11.0.1 = trunc i64 %n to i6
  %cg.index.12.0.1 = trunc i64 %n to i5
  switch i8 %x, label %done [
    i8 0, label %loop
    i8 1, label %loop
  ]

loop:
  %cg.index.offset = phi i4 [ 0, %entry ], [ 0, %entry ], [ %cg.index.next, %access ], [ %cg.index.next, %ends ]
  %cg.index.0 = phi i6 [ %cg.index.11.0.1, %entry ], [ %cg.index.11.0.1, %entry ], [ %cg.index.up, %access ], [ %cg.index.up, %ends ]
  %cg.index.words = phi i5 [ %cg.index.12.0.1, %entry ], [ %cg.index.12.0.1, %entry ], [ %cg.index.chosen, %access ], [ %cg.index.chosen, %ends ]
  %free = phi i64 [ 0, %entry ], [ 0, %entry ], [ %beyond, %access ], [ %beyond, %ends ]
  %cg.index.offset.wide = zext i4 %cg.index.offset to i64
  %cg.index.offset.scaled = mul nuw nsw i64 %cg.index.offset.wide, 12
  %offset = add nuw nsw i64 %cg.index.offset.scaled, 4
  %cg.offset.0 = sext i6 %cg.index.0 to i64
  %cg.index.words.wide = zext i5 %cg.index.words to i64
  %words = mul nuw nsw i64 %cg.index.words.wide, 4
    #dbg_value(i4 %cg.index.offset, !3, !DIExpression(), !1)
    #dbg_value(i6 %cg.index.0, !5, !DIExpression(), !1)
  %cg.index.16.1 = zext i4 %cg.index.offset to i64, !dbg !1
  %cg.index.16.2 = getelementptr [12 x i8], ptr %a, i64 %cg.index.16.1, !dbg !1
  %pointer = getelementptr i8, ptr %cg.index.16.2, i64 4, !dbg !1
  %word = load i32, ptr %pointer, align 4, !dbg !1
  %cg.index.18.1 = sext i6 %cg.index.0 to i64
  %place = getelementptr [1 x i8], ptr %b, i64 %cg.index.18.1
  store i8 %x, ptr %place, align 1
  %cg.index.20.1 = zext i5 %cg.index.words to i64
  %here = getelementptr [4 x i8], ptr %a, i64 %cg.index.20.1
  store i32 %word, ptr %here, align 4
  %turn = icmp eq i64 %offset, 76
  br i1 %turn, label %turned, label %last

turned:
  br label %last

last:
  %cg.index.behind = phi i4 [ 0, %turned ], [ %cg.index.offset, %loop ]
  %cg.index.behind.wide = zext i4 %cg.index.behind to i64
  %cg.index.behind.scaled = mul nuw nsw i64 %cg.index.behind.wide, 12
  %behind = add nuw nsw i64 %cg.index.behind.scaled, 4
  %cg.index.next = add i4 %cg.index.behind, 1, !dbg !1
  %cg.index.next.wide = zext i4 %cg.index.next to i64, !dbg !1
  %cg.index.next.scaled = mul nuw nsw i64 %cg.index.next.wide, 12, !dbg !1
  %next = add nuw nsw i64 %cg.index.next.scaled, 4, !dbg !1
  %cg.index.up = add i6 %cg.index.0, -1
  %up = sext i6 %cg.index.up to i64
  %cg.index.further = add i5 %cg.index.words, 2
  %cg.index.further.wide = zext i5 %cg.index.further to i64
  %further = mul nuw nsw i64 %cg.index.further.wide, 4
  %cg.index.chosen = select i1 %turn, i5 0, i5 %cg.index.further
  %cg.index.chosen.wide = zext i5 %cg.index.chosen to i64
  %chosen = mul nuw nsw i64 %cg.index.chosen.wide, 4
  %beyond = add i64 %free, 1
  %inside = icmp ult i64 %free, 20
  br i1 %inside, label %access, label %ends

access:
  %other = getelementptr i8, ptr %b, i64 %free
  store i8 %x, ptr %other, align 1
  br label %loop

ends:
  %begun = icmp ult i64 %next, 96
  br i1 %begun, label %loop, label %done

done:
  ret void
}

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
!3 = !DILocalVariable(name: "p", scope: !2, file: !4, line: 6)
!4 = !DIFile(filename: "unit.c", directory: "")
!5 = !DILocalVariable(name: "i", scope: !2, file: !4, line: 6)
