define void @cg_hardware() {
run:
  %item = call { i8, i1 } @cg.read.in()
  %a = add i8 1, 2
  br label %next

next:
  %last = extractvalue { i8, i1 } %item, 1
  %data = extractvalue { i8, i1 } %item, 0
  br label %run
}
