@table = internal constant [4 x i8] c"\01\02\03\04", align 1
@rows = internal constant [2 x ptr] [ptr @table, ptr getelementptr inbounds (i8, ptr @table, i64 2)], align 8

define void @cg_hardware(i8 %x, i64 %n) {
entry:
  %a = alloca [8 x i32], align 16
  %b = alloca [8 x i32], align 16
  %end = getelementptr inbounds [8 x i32], ptr %a, i64 1, i64 0
  br label %loop

loop:
  %p = phi ptr [ %a, %entry ], [ %next, %last ]
  %q = phi ptr [ null, %entry ], [ %other, %last ]
    #dbg_value(ptr %p, !3, !DIExpression(), !1)
  %word = load i32, ptr %p, align 4, !dbg !1
  %behind = getelementptr inbounds i8, ptr %p, i64 4
  store i32 %word, ptr %behind, align 4
  %next = getelementptr inbounds i8, ptr %p, i64 8, !dbg !1
  %none = icmp eq ptr %q, null
  br i1 %none, label %last, label %more

more:
  store i32 7, ptr %q, align 4
  %place = getelementptr inbounds [2 x ptr], ptr @rows, i64 0, i64 %n
  %row = load ptr, ptr %place, align 8
  %byte = load i8, ptr %row, align 1
  br label %last

last:
  %element = getelementptr inbounds i32, ptr %b, i64 %n
  %less = icmp ult i8 %x, 3
  %other = select i1 %less, ptr %element, ptr %end
  %begun = icmp ult ptr %next, %end
  br i1 %begun, label %loop, label %done

done:
  ret void
}

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
!3 = !DILocalVariable(name: "p", scope: !2, file: !4, line: 6)
!4 = !DIFile(filename: "unit.c", directory: "")
