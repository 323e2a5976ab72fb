define void @cg_hardware(i1 %c, i64 %bytes) {
reset:
  %cg.register.s = alloca [4 x i16], align 16
  call void @cg.keep(ptr %cg.register.s)
  br label %run

run:
  %p = getelementptr i8, ptr %cg.register.s, i64 %bytes, !dbg !7
  %q = getelementptr inbounds [4 x i16], ptr %cg.register.s, i64 0, i64 2, !dbg !8
  %chosen = select i1 %c, ptr %p, ptr %q, !dbg !8
  %x = load i16, ptr %chosen, align 2, !dbg !8
  store i16 %x, ptr %p, align 2, !dbg !9
  br label %run
}

declare void @cg.keep(ptr)
