define void @cg_hardware() {
entry:
  br label %run

run:
  %x = phi i8 [ 0, %entry ], [ %x.last, %run.end ]
  br label %words

words:
  %j = phi i8 [ 0, %run ], [ %j.next, %words ]
  %item = call { i8 } @cg.read.in()
  %word = extractvalue { i8 } %item, 0
  %j.next = add i8 %j, 1
  %j.more = icmp ne i8 %j.next, 4
  br i1 %j.more, label %words, label %rows

rows:
  %i = phi i8 [ 0, %words ], [ %i.next, %row ]
  %i.zero = icmp eq i8 %word, %i
  br i1 %i.zero, label %row, label %columns

columns:
  %k = phi i8 [ 0, %rows ], [ %k.next, %columns ]
  %k.next = add i8 %k, 1
  %k.more = icmp ne i8 %k.next, 4
  br i1 %k.more, label %columns, label %row

row:
  %i.next = add i8 %i, 1
  %i.more = icmp ne i8 %i.next, 3
  br i1 %i.more, label %rows, label %run.end

run.end:
  %x.last = add i8 %x, %word
  br label %run
}
