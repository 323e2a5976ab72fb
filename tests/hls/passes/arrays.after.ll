define void @f(i64 %i, i8 %x) {
entry:
  %a_0.cell = alloca i8, align 1
  %a_1.cell = alloca i8, align 1
  %a_2.cell = alloca i8, align 1
  %small = and i64 %i, 1
  %cg.array.4.1 = trunc i64 %small to i1, !dbg !3
  %cg.array.4.2 = load i8, ptr %a_0.cell, align 1, !dbg !3
  %cg.array.4.3 = icmp eq i1 %cg.array.4.1, 0, !dbg !3
  %a_0.cell.4.4 = select i1 %cg.array.4.3, i8 %x, i8 %cg.array.4.2, !dbg !3
  store i8 %a_0.cell.4.4, ptr %a_0.cell, align 1, !dbg !3
  %cg.array.4.5 = load i8, ptr %a_1.cell, align 1, !dbg !3
  %cg.array.4.6 = icmp eq i1 %cg.array.4.1, 1, !dbg !3
  %a_1.cell.4.7 = select i1 %cg.array.4.6, i8 %x, i8 %cg.array.4.5, !dbg !3
  store i8 %a_1.cell.4.7, ptr %a_1.cell, align 1, !dbg !3
  %cg.array.6.1 = load i8, ptr %a_0.cell, align 1, !dbg !4
  %cg.array.6.2 = load i8, ptr %a_1.cell, align 1, !dbg !4
  %cg.array.6.3 = load i8, ptr %a_2.cell, align 1, !dbg !4
  %cg.array.6.4 = trunc i64 %i to i2, !dbg !4
  %cg.array.6.5 = call i8 @cg.mux.3.8(i2 %cg.array.6.4, i8 %cg.array.6.1, i8 %cg.array.6.2, i8 %cg.array.6.3), !dbg !4
  %y = or i8 %cg.array.6.5, 0, !dbg !4
  store i8 0, ptr %a_0.cell, align 1, !dbg !5
  store i8 0, ptr %a_1.cell, align 1, !dbg !5
  store i8 0, ptr %a_2.cell, align 1, !dbg !5
  ret void
}

declare i8 @cg.mux.3.8(i2, i8, i8, i8) nounwind willreturn convergent memory(none)
