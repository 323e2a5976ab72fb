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

!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.full"}
