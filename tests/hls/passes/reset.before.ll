define void @cg_hardware() {
reset:
  br label %run

run:
  %x = phi i8 [ 7, %reset ], [ %y, %run ]
  %y = add i8 %x, 1
  br label %run

never:
  br label %run
}
