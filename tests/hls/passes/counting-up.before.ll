define void @cg_hardware() {
entry:
  br label %down

down:
  %i = phi i8 [ 24, %entry ], [ %i.next, %down ], [ 24, %broken ]
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %odd = trunc i8 %x to i1
  %i.next = add i8 %i, -2
  %more = icmp sgt i8 %i, 3
  br i1 %more, label %down, label %read

read:
  %j = phi i8 [ 9, %down ], [ %j.next, %read ]
  %j.next = add i8 %j, -1
  call void @cg.write.out(i8 %j, i1 %odd)
  %again = icmp ne i8 %j.next, 0
  br i1 %again, label %read, label %over

over:
  %k = phi i8 [ 3, %read ], [ %k.next, %over ]
  %k.next = add i8 %k, 100
  call void @cg.write.out(i8 %x, i1 %odd)
  %end = icmp ult i8 %k.next, 50
  br i1 %end, label %endless, label %over

endless:
  %m = phi i8 [ 1, %over ], [ %m.next, %endless.end ]
  call void @cg.write.out(i8 %x, i1 %odd)
  br i1 %odd, label %broken, label %endless.end

endless.end:
  %m.next = add i8 %m, 2
  %on = icmp ne i8 %m.next, 4
  br i1 %on, label %endless, label %broken

broken:
  br label %down
}
