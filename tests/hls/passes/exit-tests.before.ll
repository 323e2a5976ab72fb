define void @cg_hardware() {
entry:
  br label %rounds

rounds:
  %i = phi i8 [ 0, %entry ], [ %i.next, %rounds ], [ 0, %twice ]
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %odd = trunc i8 %x to i1
  %n = select i1 %odd, i8 12, i8 20
  %i.next = add i8 %i, 1
  %more = icmp ult i8 %i.next, %n
  br i1 %more, label %rounds, label %other

other:
  %j = phi i8 [ 0, %rounds ], [ %j.next, %other ]
  %j.next = add i8 %j, 1
  %again = icmp ult i8 %j.next, %x
  call void @cg.write.out(i8 %j.next, i1 %odd)
  br i1 %again, label %other, label %twice

twice:
  %k = phi i8 [ 0, %other ], [ %k.next, %twice ]
  %k.next = add i8 %k, 1
  call void @cg.write.out(i8 %k, i1 %odd)
  %first = icmp eq i8 %k, 0
  br i1 %first, label %twice, label %rounds
}
