define void @f(i1 %c) {
entry:
  %one = call { i8, i1 } @cg.read.in()
  br i1 %c, label %more, label %end

more:
  %two = call { i8, i1 } @cg.read.in()
  br label %end

end:
  %item = phi { i8, i1 } [ %one, %entry ], [ %two, %more ]
  %frozen = freeze { i8, i1 } %item, !dbg !3
  %data = extractvalue { i8, i1 } %frozen, 0, !dbg !4
  call void @cg.write.out(i8 %data)
  br i1 %c, label %again, label %last

again:
  %three = call { i8, i1 } @cg.read.in()
  br label %last

last:
  %either = phi { i8, i1 } [ %item, %end ], [ %three, %again ]
  %flag = extractvalue { i8, i1 } %either, 1, !dbg !5
  call void @cg.write.flag(i1 %flag)
  %four = call { i8, i1 } @cg.read.in()
  %chosen = select i1 %c, { i8, i1 } %either, { i8, i1 } %four, !dbg !6
  %second = select i1 %flag, { i8, i1 } %chosen, { i8, i1 } poison
  %low = extractvalue { i8, i1 } %second, 0, !dbg !7
  br i1 %flag, label %over, label %last.more

last.more:
  %five = call { i8, i1 } @cg.read.in()
  br label %over

over:
  %any = phi { i8, i1 } [ %chosen, %last ], [ %five, %last.more ]
  %high = extractvalue { i8, i1 } %any, 0, !dbg !8
  call void @cg.write.out(i8 %low, i8 %high)
  ret void
}
