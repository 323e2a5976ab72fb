define void @f() {
reset:
  br label %run

run:
  br label %run, !llvm.loop !4
}

!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.mustprogress"}

!3 = !{!"cryptagon.loop"}
!4 = distinct !{!4, !3}
