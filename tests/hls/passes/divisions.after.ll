define void @cg_hardware(i16 %a, i16 %b, i8 %c) {
entry:
  %quotient.div = alloca i16
  %quotient.rem = alloca i16
  %signed.div = alloca i16
  %signed.rem = alloca i16
  %short.div = alloca i16
  %short.rem = alloca i16
  %steps.div = alloca i8
  %steps.rem = alloca i8
  %narrow = zext i8 %c to i16
  %again = zext i8 %c to i16
  call void @cg.divide.loop1.u16.8.16(i16 %narrow, i16 %b, ptr %quotient.div, ptr %quotient.rem), !dbg !4
  %quotient = load i16, ptr %quotient.div, !dbg !4
  %remainder = load i16, ptr %quotient.rem
  %constant = udiv i16 %a, 7
  %wide = sext i8 %c to i16
  br label %loop

loop:
  %n = phi i16 [ %quotient, %entry ], [ %signed, %loop ]
  call void @cg.divide.loop1.s16.8.16(i16 %wide, i16 %n, ptr %signed.div, ptr %signed.rem), !dbg !4
  %signed = load i16, ptr %signed.rem, !dbg !4
  %few = and i16 %signed, 3
  call void @cg.divide.logic.u16.2.16(i16 %few, i16 %a, ptr %short.div, ptr %short.rem)
  %short = load i16, ptr %short.div
  %end = icmp eq i16 %short, %remainder
  br i1 %end, label %timed, label %loop, !llvm.loop !1

timed:
  %odd = trunc i16 %n to i5
  %part = trunc i16 %b to i5
  call void @cg.divide.logic.u5.5.5(i5 %odd, i5 %part, ptr %steps.div, ptr %steps.rem)
  %steps.word = load i8, ptr %steps.div
  %steps = trunc i8 %steps.word to i5
  %on = icmp eq i5 %steps, 0
  br i1 %on, label %timed, label %done, !llvm.loop !2

done:
  ret void
}

!1 = distinct !{!1}
!2 = distinct !{!2, !3}
!3 = !{!"cryptagon.statement", i32 0}
!4 = !DILocation(line: 7, column: 3, scope: !5)
!5 = distinct !DISubprogram(name: "f")

define internal void @cg.divide.loop1.u16.8.16(i16 %a, i16 %b, ptr %quotient.at, ptr %remainder.at) alwaysinline {
start:
  %divide.1 = trunc i16 %a to i8
  br label %step
step:
  %bit = phi i3 [ 0, %start ], [ %divide.25, %step ]
  %quotient = phi i8 [ %divide.1, %start ], [ %divide.24, %step ]
  %remainder = phi i8 [ 0, %start ], [ %divide.21, %step ]
  %divide.2 = lshr i8 %quotient, 7
  %divide.3 = trunc i8 %divide.2 to i1
  %divide.4 = zext i8 %remainder to i9
  %divide.5 = shl i9 %divide.4, 1
  %divide.6 = zext i1 %divide.3 to i9
  %divide.7 = or i9 %divide.5, %divide.6
  %divide.8 = trunc i16 %b to i9
  %divide.9 = zext i9 %divide.8 to i10
  %divide.10 = zext i9 %divide.7 to i10
  %divide.11 = sub i10 %divide.10, %divide.9
  %divide.12 = lshr i10 %divide.11, 9
  %divide.13 = trunc i10 %divide.12 to i1
  %divide.14 = lshr i16 %b, 9
  %divide.15 = trunc i16 %divide.14 to i7
  %divide.16 = icmp ne i7 %divide.15, 0
  %divide.17 = or i1 %divide.13, %divide.16
  %divide.18 = trunc i10 %divide.11 to i9
  %divide.19 = xor i1 %divide.17, true
  %divide.20 = select i1 %divide.17, i9 %divide.7, i9 %divide.18
  %divide.21 = trunc i9 %divide.20 to i8
  %divide.22 = shl i8 %quotient, 1
  %divide.23 = zext i1 %divide.19 to i8
  %divide.24 = or i8 %divide.22, %divide.23
  %divide.25 = add i3 %bit, 1
  %divide.26 = icmp eq i3 %bit, 7
  br i1 %divide.26, label %end, label %step, !llvm.loop !6
end:
  %divide.27 = zext i8 %divide.24 to i16
  %divide.28 = zext i8 %divide.21 to i16
  store i16 %divide.27, ptr %quotient.at
  store i16 %divide.28, ptr %remainder.at
  ret void
}

define internal void @cg.divide.loop1.s16.8.16(i16 %a, i16 %b, ptr %quotient.at, ptr %remainder.at) alwaysinline {
start:
  %negative = icmp slt i16 %a, 0
  %divisor.negative = icmp slt i16 %b, 0
  %differ = xor i1 %negative, %divisor.negative
  %divide.1 = trunc i16 %a to i8
  %divide.2 = sub i8 0, %divide.1
  %dividend = select i1 %negative, i8 %divide.2, i8 %divide.1
  %divide.3 = sub i16 0, %b
  %divisor = select i1 %divisor.negative, i16 %divide.3, i16 %b
  br label %step
step:
  %bit = phi i3 [ 0, %start ], [ %divide.27, %step ]
  %quotient = phi i8 [ %dividend, %start ], [ %divide.26, %step ]
  %remainder = phi i8 [ 0, %start ], [ %divide.23, %step ]
  %divide.4 = lshr i8 %quotient, 7
  %divide.5 = trunc i8 %divide.4 to i1
  %divide.6 = zext i8 %remainder to i9
  %divide.7 = shl i9 %divide.6, 1
  %divide.8 = zext i1 %divide.5 to i9
  %divide.9 = or i9 %divide.7, %divide.8
  %divide.10 = trunc i16 %divisor to i9
  %divide.11 = zext i9 %divide.10 to i10
  %divide.12 = zext i9 %divide.9 to i10
  %divide.13 = sub i10 %divide.12, %divide.11
  %divide.14 = lshr i10 %divide.13, 9
  %divide.15 = trunc i10 %divide.14 to i1
  %divide.16 = lshr i16 %divisor, 9
  %divide.17 = trunc i16 %divide.16 to i7
  %divide.18 = icmp ne i7 %divide.17, 0
  %divide.19 = or i1 %divide.15, %divide.18
  %divide.20 = trunc i10 %divide.13 to i9
  %divide.21 = xor i1 %divide.19, true
  %divide.22 = select i1 %divide.19, i9 %divide.9, i9 %divide.20
  %divide.23 = trunc i9 %divide.22 to i8
  %divide.24 = shl i8 %quotient, 1
  %divide.25 = zext i1 %divide.21 to i8
  %divide.26 = or i8 %divide.24, %divide.25
  %divide.27 = add i3 %bit, 1
  %divide.28 = icmp eq i3 %bit, 7
  br i1 %divide.28, label %end, label %step, !llvm.loop !6
end:
  %divide.29 = zext i8 %divide.26 to i16
  %divide.30 = zext i8 %divide.23 to i16
  %divide.31 = sub i16 0, %divide.29
  %divide.32 = select i1 %differ, i16 %divide.31, i16 %divide.29
  %divide.33 = sub i16 0, %divide.30
  %divide.34 = select i1 %negative, i16 %divide.33, i16 %divide.30
  store i16 %divide.32, ptr %quotient.at
  store i16 %divide.34, ptr %remainder.at
  ret void
}

define internal void @cg.divide.logic.u16.2.16(i16 %a, i16 %b, ptr %quotient.at, ptr %remainder.at) alwaysinline {
start:
  %divide.1 = trunc i16 %a to i2
  %divide.2 = lshr i2 %divide.1, 1
  %divide.3 = trunc i2 %divide.2 to i1
  %divide.4 = trunc i16 %b to i1
  %divide.5 = zext i1 %divide.4 to i2
  %divide.6 = zext i1 %divide.3 to i2
  %divide.7 = sub i2 %divide.6, %divide.5
  %divide.8 = lshr i2 %divide.7, 1
  %divide.9 = trunc i2 %divide.8 to i1
  %divide.10 = lshr i16 %b, 1
  %divide.11 = trunc i16 %divide.10 to i15
  %divide.12 = icmp ne i15 %divide.11, 0
  %divide.13 = or i1 %divide.9, %divide.12
  %divide.14 = trunc i2 %divide.7 to i1
  %divide.15 = xor i1 %divide.13, true
  %divide.16 = select i1 %divide.13, i1 %divide.3, i1 %divide.14
  %divide.17 = zext i1 %divide.15 to i2
  %divide.18 = shl i2 %divide.17, 1
  %divide.19 = or i2 0, %divide.18
  %divide.20 = trunc i2 %divide.1 to i1
  %divide.21 = zext i1 %divide.16 to i2
  %divide.22 = shl i2 %divide.21, 1
  %divide.23 = zext i1 %divide.20 to i2
  %divide.24 = or i2 %divide.22, %divide.23
  %divide.25 = trunc i16 %b to i2
  %divide.26 = zext i2 %divide.25 to i3
  %divide.27 = zext i2 %divide.24 to i3
  %divide.28 = sub i3 %divide.27, %divide.26
  %divide.29 = lshr i3 %divide.28, 2
  %divide.30 = trunc i3 %divide.29 to i1
  %divide.31 = lshr i16 %b, 2
  %divide.32 = trunc i16 %divide.31 to i14
  %divide.33 = icmp ne i14 %divide.32, 0
  %divide.34 = or i1 %divide.30, %divide.33
  %divide.35 = trunc i3 %divide.28 to i2
  %divide.36 = xor i1 %divide.34, true
  %divide.37 = select i1 %divide.34, i2 %divide.24, i2 %divide.35
  %divide.38 = zext i1 %divide.36 to i2
  %divide.39 = or i2 %divide.19, %divide.38
  %divide.40 = zext i2 %divide.39 to i16
  %divide.41 = zext i2 %divide.37 to i16
  store i16 %divide.40, ptr %quotient.at
  store i16 %divide.41, ptr %remainder.at
  ret void
}

define internal void @cg.divide.logic.u5.5.5(i5 %a, i5 %b, ptr %quotient.at, ptr %remainder.at) alwaysinline {
start:
  %divide.1 = lshr i5 %a, 4
  %divide.2 = trunc i5 %divide.1 to i1
  %divide.3 = trunc i5 %b to i1
  %divide.4 = zext i1 %divide.3 to i2
  %divide.5 = zext i1 %divide.2 to i2
  %divide.6 = sub i2 %divide.5, %divide.4
  %divide.7 = lshr i2 %divide.6, 1
  %divide.8 = trunc i2 %divide.7 to i1
  %divide.9 = lshr i5 %b, 1
  %divide.10 = trunc i5 %divide.9 to i4
  %divide.11 = icmp ne i4 %divide.10, 0
  %divide.12 = or i1 %divide.8, %divide.11
  %divide.13 = trunc i2 %divide.6 to i1
  %divide.14 = xor i1 %divide.12, true
  %divide.15 = select i1 %divide.12, i1 %divide.2, i1 %divide.13
  %divide.16 = zext i1 %divide.14 to i5
  %divide.17 = shl i5 %divide.16, 4
  %divide.18 = or i5 0, %divide.17
  %divide.19 = lshr i5 %a, 3
  %divide.20 = trunc i5 %divide.19 to i1
  %divide.21 = zext i1 %divide.15 to i2
  %divide.22 = shl i2 %divide.21, 1
  %divide.23 = zext i1 %divide.20 to i2
  %divide.24 = or i2 %divide.22, %divide.23
  %divide.25 = trunc i5 %b to i2
  %divide.26 = zext i2 %divide.25 to i3
  %divide.27 = zext i2 %divide.24 to i3
  %divide.28 = sub i3 %divide.27, %divide.26
  %divide.29 = lshr i3 %divide.28, 2
  %divide.30 = trunc i3 %divide.29 to i1
  %divide.31 = lshr i5 %b, 2
  %divide.32 = trunc i5 %divide.31 to i3
  %divide.33 = icmp ne i3 %divide.32, 0
  %divide.34 = or i1 %divide.30, %divide.33
  %divide.35 = trunc i3 %divide.28 to i2
  %divide.36 = xor i1 %divide.34, true
  %divide.37 = select i1 %divide.34, i2 %divide.24, i2 %divide.35
  %divide.38 = zext i1 %divide.36 to i5
  %divide.39 = shl i5 %divide.38, 3
  %divide.40 = or i5 %divide.18, %divide.39
  %divide.41 = lshr i5 %a, 2
  %divide.42 = trunc i5 %divide.41 to i1
  %divide.43 = zext i2 %divide.37 to i3
  %divide.44 = shl i3 %divide.43, 1
  %divide.45 = zext i1 %divide.42 to i3
  %divide.46 = or i3 %divide.44, %divide.45
  %divide.47 = trunc i5 %b to i3
  %divide.48 = zext i3 %divide.47 to i4
  %divide.49 = zext i3 %divide.46 to i4
  %divide.50 = sub i4 %divide.49, %divide.48
  %divide.51 = lshr i4 %divide.50, 3
  %divide.52 = trunc i4 %divide.51 to i1
  %divide.53 = lshr i5 %b, 3
  %divide.54 = trunc i5 %divide.53 to i2
  %divide.55 = icmp ne i2 %divide.54, 0
  %divide.56 = or i1 %divide.52, %divide.55
  %divide.57 = trunc i4 %divide.50 to i3
  %divide.58 = xor i1 %divide.56, true
  %divide.59 = select i1 %divide.56, i3 %divide.46, i3 %divide.57
  %divide.60 = zext i1 %divide.58 to i5
  %divide.61 = shl i5 %divide.60, 2
  %divide.62 = or i5 %divide.40, %divide.61
  %divide.63 = lshr i5 %a, 1
  %divide.64 = trunc i5 %divide.63 to i1
  %divide.65 = zext i3 %divide.59 to i4
  %divide.66 = shl i4 %divide.65, 1
  %divide.67 = zext i1 %divide.64 to i4
  %divide.68 = or i4 %divide.66, %divide.67
  %divide.69 = trunc i5 %b to i4
  %divide.70 = zext i4 %divide.69 to i5
  %divide.71 = zext i4 %divide.68 to i5
  %divide.72 = sub i5 %divide.71, %divide.70
  %divide.73 = lshr i5 %divide.72, 4
  %divide.74 = trunc i5 %divide.73 to i1
  %divide.75 = lshr i5 %b, 4
  %divide.76 = trunc i5 %divide.75 to i1
  %divide.77 = icmp ne i1 %divide.76, 0
  %divide.78 = or i1 %divide.74, %divide.77
  %divide.79 = trunc i5 %divide.72 to i4
  %divide.80 = xor i1 %divide.78, true
  %divide.81 = select i1 %divide.78, i4 %divide.68, i4 %divide.79
  %divide.82 = zext i1 %divide.80 to i5
  %divide.83 = shl i5 %divide.82, 1
  %divide.84 = or i5 %divide.62, %divide.83
  %divide.85 = trunc i5 %a to i1
  %divide.86 = zext i4 %divide.81 to i5
  %divide.87 = shl i5 %divide.86, 1
  %divide.88 = zext i1 %divide.85 to i5
  %divide.89 = or i5 %divide.87, %divide.88
  %divide.90 = zext i5 %b to i6
  %divide.91 = zext i5 %divide.89 to i6
  %divide.92 = sub i6 %divide.91, %divide.90
  %divide.93 = lshr i6 %divide.92, 5
  %divide.94 = trunc i6 %divide.93 to i1
  %divide.95 = trunc i6 %divide.92 to i5
  %divide.96 = xor i1 %divide.94, true
  %divide.97 = select i1 %divide.94, i5 %divide.89, i5 %divide.95
  %divide.98 = zext i1 %divide.96 to i5
  %divide.99 = or i5 %divide.84, %divide.98
  %divide.100 = zext i5 %divide.99 to i8
  store i8 %divide.100, ptr %quotient.at
  %divide.101 = zext i5 %divide.97 to i8
  store i8 %divide.101, ptr %remainder.at
  ret void
}
!6 = distinct !{!6, !7}
!7 = !{!"cryptagon.division"}
