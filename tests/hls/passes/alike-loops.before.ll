define void @cg_hardware() {
entry:
  br label %run

run:
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  br label %rounds

rounds:
  %i = phi i8 [ 0, %run ], [ %i.next, %rounds ]
  %y = phi i8 [ %x, %run ], [ %y.next, %rounds ]
  %y.product = mul i8 %y, %y
  %y.next = xor i8 %y.product, %i
  %i.next = add i8 %i, 1
  %i.more = icmp ne i8 %i.next, 10
  br i1 %i.more, label %rounds, label %between

between:
  %key = xor i8 %y.next, 85
  br label %last

last:
  %j = phi i8 [ 0, %between ], [ %j.next, %last ]
  %z = phi i8 [ %key, %between ], [ %z.next, %last ]
  %z.product = mul i8 %z, %z
  %z.next = xor i8 %z.product, %j
  %j.next = add i8 %j, 1
  %j.more = icmp ne i8 %j.next, 6
  br i1 %j.more, label %last, label %done

done:
  call void @cg.write.out(i8 %z.next, i1 true)
  br label %run
}
