define void @cg_hardware() {
entry:
  br label %loop

loop:
  %total = phi i8 [ 0, %entry ], [ %sum, %common ], [ 0, %left ]
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %zero = icmp eq i8 %x, 0
  br i1 %zero, label %common, label %go

go:
  %more = add i8 %total, %x
  %full = icmp ugt i8 %more, 100
  br i1 %full, label %common, label %back

back:
  br label %common

common:
  %sum = phi i8 [ %total, %loop ], [ 100, %go ], [ %more, %back ]
  %where = phi i2 [ 1, %loop ], [ -2, %go ], [ 0, %back ]
  switch i2 %where, label %loop [
    i2 1, label %left
    i2 -2, label %left
  ]

left:
  %odd = trunc i8 %sum to i1
  call void @cg.write.out(i8 %sum, i1 %odd)
  br label %loop
}
