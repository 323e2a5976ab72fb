define void @f() {
entry:
  %item = alloca i16, align 2
  %pair = alloca { i8, i16 }, align 2
  %cg.item.in.94 = call { i12 } @cg.read.in(), !dbg !7
  %cg.0.in.94.data = extractvalue { i12 } %cg.item.in.94, 0, !dbg !7
  %cg.0.in.94.wide = zext i12 %cg.0.in.94.data to i16, !dbg !7
  %cg.0.in.94.address = getelementptr i8, ptr %item, i64 0, !dbg !7
  store i16 %cg.0.in.94.wide, ptr %cg.0.in.94.address, align 1, !dbg !7
  %cg.item.in.149 = call { i1 } @cg.has.in(), !dbg !8
  %cg.0.in.149.data = extractvalue { i1 } %cg.item.in.149, 0, !dbg !8
  %cg.0.in.149.wide = zext i1 %cg.0.in.149.data to i8, !dbg !8
  %cg.0.in.149.address = getelementptr i8, ptr %item, i64 0, !dbg !8
  store i8 %cg.0.in.149.wide, ptr %cg.0.in.149.address, align 1, !dbg !8
  %cg.0.out.203.address = getelementptr i8, ptr %pair, i64 0, !dbg !9
  %cg.0.out.203.memory = load i8, ptr %cg.0.out.203.address, align 1, !dbg !9
  %cg.1.out.203.address = getelementptr i8, ptr %pair, i64 2, !dbg !9
  %cg.1.out.203.memory = load i8, ptr %cg.1.out.203.address, align 1, !dbg !9
  %cg.1.out.203.narrow = trunc i8 %cg.1.out.203.memory to i1, !dbg !9
  call void @cg.write.out(i8 %cg.0.out.203.memory, i1 %cg.1.out.203.narrow), !dbg !9
  ret void
}
