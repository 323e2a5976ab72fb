define internal void @design() alwaysinline #0 {
entry:
  %cg.shared.7.0 = alloca [16 x i8], align 16
  %cg.shared.7.result = alloca [16 x i8], align 16
  call void @llvm.lifetime.start.p0(ptr %cg.shared.7.0), !dbg !7
  %cg.shared.7.0.0.address = getelementptr i8, ptr %cg.shared.7.0, i64 0, !dbg !7
  store i16 3, ptr %cg.shared.7.0.0.address, align 1, !dbg !7
  %cg.0.cg.shared.7.0.address = getelementptr i8, ptr %cg.shared.7.0, i64 0, !dbg !7
  %cg.0.cg.shared.7.0.memory = load i16, ptr %cg.0.cg.shared.7.0.address, align 1, !dbg !7
  %cg.shared.7.word = call i16 @cg.call.mixed(i16 %cg.0.cg.shared.7.0.memory), !dbg !7
  call void @llvm.lifetime.start.p0(ptr %cg.shared.7.result), !dbg !7
  %cg.shared.7.word.0.low = lshr i16 %cg.shared.7.word, 0, !dbg !7
  %cg.shared.7.word.0.field = bitcast i16 %cg.shared.7.word.0.low to i16, !dbg !7
  %cg.shared.7.word.0.wide = bitcast i16 %cg.shared.7.word.0.field to i16, !dbg !7
  %cg.shared.7.word.0.address = getelementptr i8, ptr %cg.shared.7.result, i64 0, !dbg !7
  store i16 %cg.shared.7.word.0.wide, ptr %cg.shared.7.word.0.address, align 1, !dbg !7
  %cg.shared.7.result.0.address = getelementptr i8, ptr %cg.shared.7.result, i64 0, !dbg !7
  %cg.shared.7.result.0.wide = load i16, ptr %cg.shared.7.result.0.address, align 1, !dbg !7
  %r = bitcast i16 %cg.shared.7.result.0.wide to i16, !dbg !7
  ret void
}

define void @f() {
reset:
  br label %run
run:
  call void @design()
  br label %run, !llvm.loop !cg.function
}
declare { i12 } @cg.read.in() nounwind willreturn convergent memory(inaccessiblemem: readwrite)
declare { i12 } @cg.peek.in() nounwind willreturn convergent memory(inaccessiblemem: readwrite)
declare { i1 } @cg.has.in() nounwind willreturn convergent memory(inaccessiblemem: readwrite)
declare void @cg.write.out(i8, i1) nounwind willreturn convergent memory(inaccessiblemem: readwrite)

declare i16 @cg.call.mixed(i16) nounwind willreturn memory(inaccessiblemem: read)
