define void @cg_hardware() {
run:
  br label %again
again:
  %one = call { i12 } @cg.read.in()
  %x = extractvalue { i12 } %one, 0
  %wide = zext i12 %x to i16
  %first = call i16 @cg.call.mixed(i16 %wide)
  %second = call i16 @cg.call.mixed(i16 %first)
  %sum = add i16 %second, %wide
  %low = trunc i16 %sum to i8
  call void @cg.write.out(i8 %low, i1 true)
  br label %again
}
define void @cg_unit_mixed() {
run:
  %item = call { i16 } @cg.read.x()
  %x = extractvalue { i16 } %item, 0
  br label %turn
turn:
  %i = phi i3 [ 0, %run ], [ %more, %turn ]
  %now = phi i16 [ %x, %run ], [ %next, %turn ]
  %next = mul i16 %now, %x
  %more = add i3 %i, 1
  %end = icmp eq i3 %i, 4
  br i1 %end, label %left, label %turn
left:
  call void @cg.write.return(i16 %next)
  ret void
}
