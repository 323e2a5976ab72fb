define void @cg_hardware(i16 %a, i16 %b, i8 %c) {
entry:
  %narrow = zext i8 %c to i16
  %again = zext i8 %c to i16
  %quotient = udiv exact i16 %narrow, %b, !dbg !4
  %remainder = urem i16 %again, %b
  %constant = udiv i16 %a, 7
  %wide = sext i8 %c to i16
  br label %loop

loop:
  %n = phi i16 [ %quotient, %entry ], [ %signed, %loop ]
  %signed = srem i16 %wide, %n, !dbg !4
  %few = and i16 %signed, 3
  %short = udiv i16 %few, %a
  %end = icmp eq i16 %short, %remainder
  br i1 %end, label %timed, label %loop, !llvm.loop !1

timed:
  %odd = trunc i16 %n to i5
  %part = trunc i16 %b to i5
  %steps = udiv i5 %odd, %part
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
