define void @f(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end, !llvm.loop !1

end:
  ret void
}

!1 = distinct !{!1, !2, !3, !4}
!2 = !{!"llvm.loop.unroll.full"}

!3 = !{!"llvm.loop.unroll.enable"}
!4 = !{!"cryptagon.unroll"}
