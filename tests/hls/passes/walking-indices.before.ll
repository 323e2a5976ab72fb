define void @cg_hardware(i8 %x, i64 %n) {
entry:
  %a = alloca [8 x [3 x i32]], align 16
  %b = alloca [20 x i8], align 16
  %scaled = shl i64 %n, 2
  switch i8 %x, label %done [
    i8 0, label %loop
    i8 1, label %loop
  ]

loop:
  %offset = phi i64 [ 4, %entry ], [ 4, %entry ], [ %next, %access ], [ %next, %ends ]
  %0 = phi i64 [ %n, %entry ], [ %n, %entry ], [ %up, %access ], [ %up, %ends ]
  %words = phi i64 [ %scaled, %entry ], [ %scaled, %entry ], [ %chosen, %access ], [ %chosen, %ends ]
  %free = phi i64 [ 0, %entry ], [ 0, %entry ], [ %beyond, %access ], [ %beyond, %ends ]
    #dbg_value(ptr %pointer, !3, !DIExpression(), !1)
    #dbg_value(i64 %0, !5, !DIExpression(), !1)
  %pointer = getelementptr inbounds nuw i8, ptr %a, i64 %offset, !dbg !1
  %word = load i32, ptr %pointer, align 4, !dbg !1
  %place = getelementptr i8, ptr %b, i64 %0
  store i8 %x, ptr %place, align 1
  %here = getelementptr inbounds i8, ptr %a, i64 %words
  store i32 %word, ptr %here, align 4
  %turn = icmp eq i64 %offset, 76
  br i1 %turn, label %turned, label %last

turned:
  br label %last

last:
  %behind = phi i64 [ 4, %turned ], [ %offset, %loop ]
  %next = add nuw nsw i64 %behind, 12, !dbg !1
  %up = add i64 %0, -1
  %further = add i64 %words, 8
  %chosen = select i1 %turn, i64 0, i64 %further
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
