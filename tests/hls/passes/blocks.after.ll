define void @cg_hardware(i64 %n, i8 %x) {
entry:
  %a = alloca [8 x i32], align 16
  %b = alloca [8 x i32], align 16
  %narrow = and i64 %n, 7
  %size = shl nuw nsw i64 %narrow, 2
  %behind = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %narrow
  %cg.block.1.words = lshr i64 %size, 2, !dbg !1
  %cg.block.1.count = trunc i64 %cg.block.1.words to i4, !dbg !1
  call void @cg.copy.loop.4.4(ptr %behind, ptr %b, i4 %cg.block.1.count, i1 false), !dbg !1
  %cg.block.2.words = lshr i64 %narrow, 0
  %cg.block.2.count = trunc i64 %cg.block.2.words to i3
  %cg.block.2.order.1 = mul i64 %narrow, 4
  %cg.block.2.order.2 = add i64 0, %cg.block.2.order.1
  %cg.block.2.order = icmp sgt i64 %cg.block.2.order.2, 0
  call void @cg.copy.loop.1.3(ptr %behind, ptr %a, i3 %cg.block.2.count, i1 %cg.block.2.order)
  %cg.block.3.words = lshr i64 %size, 2
  %cg.block.3.count = trunc i64 %cg.block.3.words to i4
  call void @cg.fill.loop.4.4(ptr %b, i8 %x, i4 %cg.block.3.count)
  store i32 0, ptr %b, align 1
  %order = call i32 @cg.compare.logic.4.1.3(ptr %a, ptr %b, i3 4)
  %less = icmp slt i32 %order, 0
  %other = call i32 @cg.differ.logic.2.4.2(ptr %a, ptr %b, i2 2)
  %same = icmp eq i32 %other, 0
  %length = call i64 @cg.length.loop.1.6(ptr %a, i6 0)
  ret void
}

declare i32 @cg_compare(ptr, ptr, i64)
declare i64 @cg_length(ptr)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")

define internal void @cg.copy.loop.4.4(ptr %a, ptr %b, i4 %count, i1 %last.first) alwaysinline {
start:
  br label %test
test:
  %number = phi i4 [ 0, %start ], [ %next, %more ]
  %begun = icmp ult i4 %number, %count
  br i1 %begun, label %word, label %done
word:
  %block.1 = sub i4 %count, %number
  %block.2 = sub i4 %block.1, 1
  %block.3 = select i1 %last.first, i4 %block.2, i4 %number
  %block.4 = zext i4 %block.3 to i64
  %block.5 = getelementptr [4 x i8], ptr %b, i64 %block.4
  %block.6 = load i32, ptr %block.5, align 1
  %block.7 = zext i4 %block.3 to i64
  %block.8 = getelementptr [4 x i8], ptr %a, i64 %block.7
  store i32 %block.6, ptr %block.8, align 1
  br label %more
more:
  %next = add nuw i4 %number, 1
  br label %test, !llvm.loop !3
done:
  ret void
}

define internal void @cg.copy.loop.1.3(ptr %a, ptr %b, i3 %count, i1 %last.first) alwaysinline {
start:
  br label %test
test:
  %number = phi i3 [ 0, %start ], [ %next, %more ]
  %begun = icmp ult i3 %number, %count
  br i1 %begun, label %word, label %done
word:
  %block.1 = sub i3 %count, %number
  %block.2 = sub i3 %block.1, 1
  %block.3 = select i1 %last.first, i3 %block.2, i3 %number
  %block.4 = zext i3 %block.3 to i64
  %block.5 = getelementptr [1 x i8], ptr %b, i64 %block.4
  %block.6 = load i8, ptr %block.5, align 1
  %block.7 = zext i3 %block.3 to i64
  %block.8 = getelementptr [1 x i8], ptr %a, i64 %block.7
  store i8 %block.6, ptr %block.8, align 1
  br label %more
more:
  %next = add nuw i3 %number, 1
  br label %test, !llvm.loop !3
done:
  ret void
}

define internal void @cg.fill.loop.4.4(ptr %a, i8 %byte, i4 %count) alwaysinline {
start:
  br label %test
test:
  %number = phi i4 [ 0, %start ], [ %next, %more ]
  %begun = icmp ult i4 %number, %count
  br i1 %begun, label %word, label %done
word:
  %block.1 = zext i8 %byte to i32
  %block.2 = shl i32 %block.1, 8
  %block.3 = or i32 %block.1, %block.2
  %block.4 = shl i32 %block.3, 16
  %block.5 = or i32 %block.3, %block.4
  %block.6 = zext i4 %number to i64
  %block.7 = getelementptr [4 x i8], ptr %a, i64 %block.6
  store i32 %block.5, ptr %block.7, align 1
  br label %more
more:
  %next = add nuw i4 %number, 1
  br label %test, !llvm.loop !3
done:
  ret void
}

define internal i32 @cg.compare.logic.4.1.3(ptr %a, ptr %b, i3 %count) alwaysinline {
start:
  %block.1 = getelementptr [1 x i8], ptr %a, i64 3
  %block.2 = load i8, ptr %block.1, align 1
  %block.3 = getelementptr [1 x i8], ptr %b, i64 3
  %block.4 = load i8, ptr %block.3, align 1
  %block.5 = zext i8 %block.2 to i32
  %block.6 = zext i8 %block.4 to i32
  %block.7 = icmp ne i8 %block.2, %block.4
  %block.8 = icmp ugt i3 %count, 3
  %block.9 = and i1 %block.7, %block.8
  %block.10 = sub i32 %block.5, %block.6
  %block.11 = select i1 %block.9, i32 %block.10, i32 0
  %block.12 = getelementptr [1 x i8], ptr %a, i64 2
  %block.13 = load i8, ptr %block.12, align 1
  %block.14 = getelementptr [1 x i8], ptr %b, i64 2
  %block.15 = load i8, ptr %block.14, align 1
  %block.16 = zext i8 %block.13 to i32
  %block.17 = zext i8 %block.15 to i32
  %block.18 = icmp ne i8 %block.13, %block.15
  %block.19 = icmp ugt i3 %count, 2
  %block.20 = and i1 %block.18, %block.19
  %block.21 = sub i32 %block.16, %block.17
  %block.22 = select i1 %block.20, i32 %block.21, i32 %block.11
  %block.23 = getelementptr [1 x i8], ptr %a, i64 1
  %block.24 = load i8, ptr %block.23, align 1
  %block.25 = getelementptr [1 x i8], ptr %b, i64 1
  %block.26 = load i8, ptr %block.25, align 1
  %block.27 = zext i8 %block.24 to i32
  %block.28 = zext i8 %block.26 to i32
  %block.29 = icmp ne i8 %block.24, %block.26
  %block.30 = icmp ugt i3 %count, 1
  %block.31 = and i1 %block.29, %block.30
  %block.32 = sub i32 %block.27, %block.28
  %block.33 = select i1 %block.31, i32 %block.32, i32 %block.22
  %block.34 = getelementptr [1 x i8], ptr %a, i64 0
  %block.35 = load i8, ptr %block.34, align 1
  %block.36 = getelementptr [1 x i8], ptr %b, i64 0
  %block.37 = load i8, ptr %block.36, align 1
  %block.38 = zext i8 %block.35 to i32
  %block.39 = zext i8 %block.37 to i32
  %block.40 = icmp ne i8 %block.35, %block.37
  %block.41 = icmp ugt i3 %count, 0
  %block.42 = and i1 %block.40, %block.41
  %block.43 = sub i32 %block.38, %block.39
  %block.44 = select i1 %block.42, i32 %block.43, i32 %block.33
  ret i32 %block.44
}

define internal i32 @cg.differ.logic.2.4.2(ptr %a, ptr %b, i2 %count) alwaysinline {
start:
  %block.1 = getelementptr [4 x i8], ptr %a, i64 0
  %block.2 = load i32, ptr %block.1, align 1
  %block.3 = getelementptr [4 x i8], ptr %b, i64 0
  %block.4 = load i32, ptr %block.3, align 1
  %block.5 = xor i32 %block.2, %block.4
  %block.6 = icmp ugt i2 %count, 0
  %block.7 = select i1 %block.6, i32 %block.5, i32 0
  %block.8 = or i32 0, %block.7
  %block.9 = getelementptr [4 x i8], ptr %a, i64 1
  %block.10 = load i32, ptr %block.9, align 1
  %block.11 = getelementptr [4 x i8], ptr %b, i64 1
  %block.12 = load i32, ptr %block.11, align 1
  %block.13 = xor i32 %block.10, %block.12
  %block.14 = icmp ugt i2 %count, 1
  %block.15 = select i1 %block.14, i32 %block.13, i32 0
  %block.16 = or i32 %block.8, %block.15
  %block.17 = icmp ne i32 %block.16, 0
  %block.18 = zext i1 %block.17 to i32
  ret i32 %block.18
}

define internal i64 @cg.length.loop.1.6(ptr %a, i6 %count) alwaysinline {
start:
  br label %test
test:
  %number = phi i6 [ 0, %start ], [ %next, %more ]
  %block.1 = zext i6 %number to i64
  %block.2 = getelementptr [1 x i8], ptr %a, i64 %block.1
  %block.3 = load i8, ptr %block.2, align 1
  %block.4 = icmp eq i8 %block.3, 0
  br i1 %block.4, label %done, label %more
more:
  %next = add nuw i6 %number, 1
  br label %test, !llvm.loop !3
done:
  %block.5 = zext i6 %number to i64
  ret i64 %block.5
}
!3 = distinct !{!3, !4}
!4 = !{!"cryptagon.block of memory"}
