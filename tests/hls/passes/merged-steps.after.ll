define void @cg_hardware(i8 %x) {
entry:
  %a = alloca [8 x i32], align 16
  %b = alloca [8 x i32], align 16
  %second = getelementptr inbounds i8, ptr %a, i64 4
  %third = getelementptr i8, ptr %b, i64 8
  br label %loop

loop:
  %r = phi ptr [ %third, %entry ], [ %next, %more ]
  %0 = phi i64 [ 4, %entry ], [ %up, %more ]
  %from = phi i64 [ 0, %entry ], [ %up, %more ]
  %s = phi ptr [ %a, %entry ], [ %other, %more ]
  %p = getelementptr i8, ptr %a, i64 %0, !dbg !1
  %q = getelementptr i8, ptr %a, i64 %from
    #dbg_value(ptr %p, !3, !DIExpression(), !1)
  store i8 %x, ptr %p, align 4
  store i8 %x, ptr %q, align 4
  store i8 %x, ptr %r, align 4
  store i8 %x, ptr %s, align 4
  br label %more

more:
  %up = add i64 %0, 4
  %further = add i64 %from, 4
  %next = getelementptr inbounds i8, ptr %a, i64 %up
  %other = getelementptr inbounds i8, ptr %a, i64 %further
  br label %loop
}

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
!3 = !DILocalVariable(name: "p", scope: !2, file: !4, line: 6)
!4 = !DIFile(filename: "unit.c", directory: "")
