define void @f(i1 %c) {
entry:
  %one = call { i8, i1 } @cg.read.in()
  %one.item.0 = extractvalue { i8, i1 } %one, 0, !dbg !4
  br i1 %c, label %more, label %end

more:
  %two = call { i8, i1 } @cg.read.in()
  %two.item.0 = extractvalue { i8, i1 } %two, 0, !dbg !4
  br label %end

end:
  %item.0 = phi i8 [ %one.item.0, %entry ], [ %two.item.0, %more ]
  call void @cg.write.out(i8 %item.0)
  ret void
}
