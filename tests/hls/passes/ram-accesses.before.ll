define void @cg_hardware() {
reset:
  %cg.register.s = alloca [4 x i16]
  store [4 x i16] zeroinitializer, ptr %cg.register.s
  br label %run

run:
  %i = add i64 0, 0
  %p = getelementptr inbounds [4 x i16], ptr %cg.register.s, i64 0, i64 %i, !dbg !7
  %x = load i16, ptr %p, align 2, !dbg !7
  %q = getelementptr inbounds [4 x i16], ptr %cg.register.s, i64 0, i64 2, !dbg !8
  store i16 %x, ptr %q, align 2, !dbg !8
  br label %run
}
