define void @f(i1 %c) {
entry:
  br label %loop

loop:
  br i1 %c, label %continued, label %rest

continued:
  br label %loop, !dbg !3

rest:
  br label %loop, !dbg !4, !llvm.loop !9

}
