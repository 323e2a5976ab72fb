define void @f(i1 %c) {
entry:
  %one = call { i8, i1 } @cg.read.in()
  %one.item.1 = extractvalue { i8, i1 } %one, 1, !dbg !5
  %one.item.0 = extractvalue { i8, i1 } %one, 0, !dbg !4
  br i1 %c, label %more, label %end

more:
  %two = call { i8, i1 } @cg.read.in()
  %two.item.1 = extractvalue { i8, i1 } %two, 1, !dbg !5
  %two.item.0 = extractvalue { i8, i1 } %two, 0, !dbg !4
  br label %end

end:
  %item.1 = phi i1 [ %one.item.1, %entry ], [ %two.item.1, %more ]
  %item.0 = phi i8 [ %one.item.0, %entry ], [ %two.item.0, %more ]
  call void @cg.write.out(i8 %item.0)
  br i1 %c, label %again, label %last

again:
  %three = call { i8, i1 } @cg.read.in()
  %three.either.1 = extractvalue { i8, i1 } %three, 1, !dbg !5
  %three.either.0 = extractvalue { i8, i1 } %three, 0
  br label %last

last:
  %either.1 = phi i1 [ %item.1, %end ], [ %three.either.1, %again ]
  %either.0 = phi i8 [ %item.0, %end ], [ %three.either.0, %again ]
  call void @cg.write.flag(i1 %either.1)
  %four = call { i8, i1 } @cg.read.in()
  %chosen.0.b = extractvalue { i8, i1 } %four, 0
  %chosen.0 = select i1 %c, i8 %either.0, i8 %chosen.0.b, !dbg !6
  %chosen.1.b = extractvalue { i8, i1 } %four, 1
  %chosen.1 = select i1 %c, i1 %either.1, i1 %chosen.1.b, !dbg !6
  %second.0 = select i1 %either.1, i8 %chosen.0, i8 poison
  %second.1 = select i1 %either.1, i1 %chosen.1, i1 poison
  br i1 %either.1, label %over, label %last.more

last.more:
  %five = call { i8, i1 } @cg.read.in()
  %five.any.0 = extractvalue { i8, i1 } %five, 0, !dbg !8
  br label %over

over:
  %any.0 = phi i8 [ %chosen.0, %last ], [ %five.any.0, %last.more ]
  call void @cg.write.out(i8 %second.0, i8 %any.0)
  ret void
}
