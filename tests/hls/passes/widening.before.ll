define void @cg_hardware() {
reset:
  br label %run

run:
  %n = phi i32 [ 0, %reset ], [ %next, %later ]
  %item = call { i12 } @cg.read.in()
  %x = extractvalue { i12 } %item, 0
  %wide = zext i12 %x to i32
  %turned = xor i32 %wide, 22936
  %next = add i32 %n, 1
  %wraps = icmp eq i32 %next, 5
  br i1 %wraps, label %end, label %later

later:
  %sum = add i32 %wide, %n
  %low = trunc i32 %sum to i8
  call void @cg.write.out(i8 %low, i1 false)
  call void @cg_wait()
  %again = mul i32 %wide, %turned
  %part = trunc i32 %again to i8
  call void @cg.write.out(i8 %part, i1 true)
  br label %run

end:
  unreachable
}
