@table = internal constant [4 x i8] c"\01\02\03\04", align 1
@rows = internal constant [2 x i64] [i64 0, i64 1], align 8

define void @cg_hardware(i8 %x, i64 %n) {
entry:
  %a = alloca [8 x i32], align 16
  %b = alloca [8 x i32], align 16
  %end = getelementptr inbounds [8 x i32], ptr %a, i64 1, i64 0
  br label %loop

loop:
  %p = phi i4 [ 0, %entry ], [ %cg.kept.p.0.last.1, %last ]
  %q = phi i6 [ 0, %entry ], [ %other, %last ]
    #dbg_value(i4 %p, !3, !DIExpression(), !1)
  %cg.kept.10.1 = sext i4 %p to i64, !dbg !1
  %cg.kept.10.2 = getelementptr [8 x i8], ptr %a, i64 %cg.kept.10.1, !dbg !1
  %word = load i32, ptr %cg.kept.10.2, align 4, !dbg !1
  %cg.kept.12.1 = sext i4 %p to i64
  %cg.kept.12.2 = getelementptr [8 x i8], ptr %a, i64 %cg.kept.12.1
  %cg.kept.12.3 = getelementptr i8, ptr %cg.kept.12.2, i64 4
  store i32 %word, ptr %cg.kept.12.3, align 4
  %none = icmp eq i6 %q, 0
  br i1 %none, label %last, label %more

more:
  %cg.kept.18.1 = trunc i6 %q to i4
  %cg.kept.18.2 = zext i4 %cg.kept.18.1 to i64
  %cg.kept.18.3 = lshr i6 %q, 4
  %cg.kept.18.4 = icmp eq i6 %cg.kept.18.3, 1
  %cg.kept.18.5 = getelementptr [4 x i8], ptr %b, i64 %cg.kept.18.2
  %cg.kept.18.6 = lshr i6 %q, 4
  %cg.kept.18.7 = icmp eq i6 %cg.kept.18.6, 2
  %cg.kept.18.8 = getelementptr [32 x i8], ptr %a, i64 %cg.kept.18.2
  %cg.kept.18.9 = getelementptr i8, ptr %cg.kept.18.8, i64 32
  %cg.kept.18.10 = load i32, ptr %cg.kept.18.5, align 4
  %cg.kept.18.11 = select i1 %cg.kept.18.4, i32 7, i32 %cg.kept.18.10
  store i32 %cg.kept.18.11, ptr %cg.kept.18.5, align 4
  %cg.kept.18.12 = load i32, ptr %cg.kept.18.9, align 4
  %cg.kept.18.13 = select i1 %cg.kept.18.7, i32 7, i32 %cg.kept.18.12
  store i32 %cg.kept.18.13, ptr %cg.kept.18.9, align 4
  %place = getelementptr inbounds [2 x ptr], ptr @rows, i64 0, i64 %n
  %cg.kept.20.1 = load i64, ptr %place, align 1
  %row = trunc i64 %cg.kept.20.1 to i2
  %cg.kept.21.1 = zext i2 %row to i64
  %cg.kept.21.2 = getelementptr [2 x i8], ptr @table, i64 %cg.kept.21.1
  %byte = load i8, ptr %cg.kept.21.2, align 1
  br label %last

last:
  %element = getelementptr inbounds i32, ptr %b, i64 %n
  %less = icmp ult i8 %x, 3
  %cg.kept.27.1 = trunc i64 %n to i6
  %cg.kept.27.2 = add i6 %cg.kept.27.1, 16
  %other = select i1 %less, i6 %cg.kept.27.2, i6 32
  %cg.kept.28.1 = add i4 %p, 1
  %begun = icmp slt i4 %cg.kept.28.1, 4
  %cg.kept.p.0.last.1 = add i4 %p, 1
  br i1 %begun, label %loop, label %done

done:
  ret void
}

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
!3 = !DILocalVariable(name: "p", scope: !2, file: !4, line: 6)
!4 = !DIFile(filename: "unit.c", directory: "")
