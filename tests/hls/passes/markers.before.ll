define void @cg_hardware() {
run:
  call void @llvm.lifetime.end.p0(ptr %x), !dbg !3
  %a = add i8 1, 2
  call void @llvm.assume(i1 true)
  br label %run
}
