define void @f() {
reset:
  br label %run

run:
  br label %run, !llvm.loop !cg.function
}

!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
