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
  %mixed = xor i8 %y, %i
  %other = add i8 %y, 3
  %at.five = icmp eq i8 %i, 5
  %y.next = select i1 %at.five, i8 %other, i8 %mixed
  %i.next = add i8 %i, 1
  %more = icmp ult i8 %i, 9
  br i1 %more, label %rounds, label %done

done:
  call void @cg.write.out(i8 %y.next, i1 true)
  br label %run
}
