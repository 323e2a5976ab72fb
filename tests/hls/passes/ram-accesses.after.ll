define void @cg_hardware() {
reset:
  %cg.register.s = alloca [4 x i16], align 16
  call void @cg.keep(ptr %cg.register.s)
  br label %run

run:
  %i = add i64 0, 0
  %cg.ram.named.8.0.index = trunc i64 %i to i2, !dbg !7
  %cg.ram.named.8.word = call i16 @cg.read_ram.s(i2 %cg.ram.named.8.0.index), !dbg !7
  %cg.ram.named.8.word.0.low = lshr i16 %cg.ram.named.8.word, 0, !dbg !7
  %cg.ram.named.8.word.0.field = bitcast i16 %cg.ram.named.8.word.0.low to i16, !dbg !7
  %cg.ram.named.8.word.0.wide = bitcast i16 %cg.ram.named.8.word.0.field to i16, !dbg !7
  %cg.ram.named.8.word.0.place = shl i16 %cg.ram.named.8.word.0.wide, 0, !dbg !7
  %cg.ram.named.8.image = bitcast i16 %cg.ram.named.8.word.0.place to i16, !dbg !7
  %cg.ram.named.8.image.part = lshr i16 %cg.ram.named.8.image, 0, !dbg !7
  %x = bitcast i16 %cg.ram.named.8.image.part to i16, !dbg !7
  %cg.ram.named.10.word.0.low = lshr i16 %x, 0, !dbg !8
  %cg.ram.named.10.word.0.field = bitcast i16 %cg.ram.named.10.word.0.low to i16, !dbg !8
  %cg.ram.named.10.word.0.wide = bitcast i16 %cg.ram.named.10.word.0.field to i16, !dbg !8
  %cg.ram.named.10.word.0.place = shl i16 %cg.ram.named.10.word.0.wide, 0, !dbg !8
  call void @cg.write_ram.s(i2 -2, i16 %cg.ram.named.10.word.0.place, i2 -1), !dbg !8
  br label %run
}

declare void @cg.keep(ptr)

declare i16 @cg.read_ram.s(i2) nounwind willreturn memory(inaccessiblemem: read)
declare void @cg.write_ram.s(i2, i16, i2) nounwind willreturn memory(inaccessiblemem: readwrite)
