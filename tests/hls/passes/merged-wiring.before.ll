define void @cg_hardware() {
reset:
  br label %run

run:
  %item = call { i12 } @cg.read.in()
  %x = extractvalue { i12 } %item, 0
  %none = icmp eq i12 %x, 0
  br i1 %none, label %tail, label %count

count:
  %n = phi i12 [ 0, %run ], [ %next, %count ]
  %unit = call { i12 } @cg.read.in()
  %y = extractvalue { i12 } %unit, 0
  %next = add i12 %n, 3
  %more = icmp ne i12 %y, %x
  br i1 %more, label %count, label %together

together:
  %wide = zext i12 %next to i16
  %bits = shl i16 %wide, 3
  br label %tail

tail:
  %sum = phi i16 [ 0, %run ], [ %bits, %together ]
  call void @cg_wait()
  %low = trunc i16 %sum to i8
  call void @cg.write.out(i8 %low, i1 false)
  call void @cg_wait()
  %upper = lshr i16 %sum, 8
  %high = trunc i16 %upper to i8
  call void @cg.write.out(i8 %high, i1 true)
  br label %run
}
