define void @f() {
reset:
  br label %run

run:
  br i1 true, label %short, label %run, !llvm.loop !cg.function

short:
  br i1 true, label %short, label %run, !llvm.loop !3
}

!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
!3 = distinct !{!3, !2, !4}
!4 = !{!"llvm.loop.unroll.disable"}
