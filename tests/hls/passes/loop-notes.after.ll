define void @f() {
reset:
  br label %run

run:
  br i1 true, label %short, label %run, !llvm.loop !5

short:
  br i1 true, label %short, label %run, !llvm.loop !3
}

!1 = distinct !{!1, !2, !{!"llvm.loop.unroll.count", i32 4}, !6}
!2 = !{!"llvm.loop.mustprogress"}
!3 = distinct !{!3, !2, !{!"llvm.loop.unroll.full"}, !7}
!4 = !{!"llvm.loop.unroll.disable"}

!5 = distinct !{!5, !8}
!6 = !{!"cryptagon.loop", i32 1}
!7 = !{!"cryptagon.loop", i32 2}
!8 = !{!"cryptagon.loop"}
