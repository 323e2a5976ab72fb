define void @f(i1 %c) {
entry:
  br label %loop

loop:
  br i1 %c, label %second, label %end, !llvm.loop !1

second:
  br i1 %c, label %loop, label %end, !llvm.loop !4

end:
  ret void
}

!1 = distinct !{!1, !2, !3}
!2 = !{!"cryptagon.loop"}
!3 = !{!"llvm.loop.unroll.count", i32 2}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.disable"}
