define void @cg_hardware() {
reset:
  br label %run

run:
  %item = call { i12 } @cg.read.in()
  %x = extractvalue { i12 } %item, 0
  %a = mul i12 %x, %x
  %b = add i12 %x, 5
  %c = mul i12 %x, %b
  %d = xor i12 %x, 85
  call void @cg_wait()
  %found = icmp eq i12 %a, %b
  %low = zext i1 %found to i8
  call void @cg.write.out(i8 %low, i1 false)
  call void @cg_wait()
  %differ = icmp ne i12 %c, %d
  %high = zext i1 %differ to i8
  call void @cg.write.out(i8 %high, i1 true)
  br label %run
}
