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
  %y.next = xor i8 %y, %i
  %i.next = add i8 %i, 1
  %more = icmp ult i8 %i, 9
  br i1 %more, label %rounds, label %done

done:
  call void @cg.write.out(i8 %y.next, i1 true)
  br label %run
}
