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
