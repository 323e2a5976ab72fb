define void @f(i1 %c) {
entry:
  br label %loop

loop:
  br i1 %c, label %continued, label %rest

continued:
  br label %loop.latch, !dbg !3

rest:
  br label %loop.latch, !dbg !4

loop.latch:
  br label %loop, !dbg !4, !llvm.loop !9

}

define void @by_goto(i1 %c) {
entry:
  br label %again

again:
  br i1 %c, label %again, label %end, !dbg !3, !llvm.loop !1

end:
  ret void
}

define void @of_an_array(i1 %c) {
entry:
  br label %arrayctor.loop

arrayctor.loop:
  br i1 %c, label %end, label %arrayctor.loop, !dbg !3

end:
  ret void
}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
