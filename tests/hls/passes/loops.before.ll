define void @cg_hardware() {
run:
  br label %inner

inner:
  %i = phi i8 [ 0, %run ], [ %n, %inner ]
  %n = add i8 %i, 1
  %c = icmp eq i8 %n, 4
  br i1 %c, label %run, label %inner
}
