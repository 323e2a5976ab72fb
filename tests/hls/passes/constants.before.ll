define void @cg_hardware() {
reset:
  br label %run

run:
  %item = call { i12 } @cg.read.in()
  %x = extractvalue { i12 } %item, 0
  %wide = zext i12 %x to i16
  %same = xor i16 %wide, 0
  %five = add i16 2, 3
  %chosen = select i1 true, i16 %same, i16 %five
  %all = and i16 %chosen, -1
  %sum = add i16 %all, %five
  %nobody = add i16 %sum, 1
  %low = trunc i16 %sum to i8
  call void @cg.write.out(i8 %low, i1 false)
  br label %run
}
