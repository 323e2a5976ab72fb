define void @cg_hardware() {
entry:
  br label %run

run:
  %place = phi i32 [ 0, %entry ], [ %next, %run ]
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %low = and i8 %x, 15
  %three = udiv i8 %low, 5
  %some = urem i8 %low, 5
  %many = urem i8 %x, 5
  %none = urem i8 %low, 99
  %further = add i32 %place, 1
  %next = urem i32 %further, 12
  %index = trunc i32 %next to i8
  %a = xor i8 %three, %some
  %b = xor i8 %many, %none
  %c = xor i8 %a, %b
  %y = xor i8 %c, %index
  call void @cg.write.out(i8 %y, i1 true)
  br label %run
}
