define void @cg_hardware() {
run:
  %one = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %one, 0
  %two = call { i8 } @cg.read.in()
  %y = extractvalue { i8 } %two, 0
  call void @cg.write.out(i8 %x, i1 true)
  call void @cg_wait()
  call void @cg.write.out(i8 %y, i1 false)
  br label %run
}
