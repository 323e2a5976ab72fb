define void @cg_hardware(i1 %c, i64 %bytes) {
reset:
  br label %run

run:
  %cg.ram.late.8.0.index = bitcast i64 %bytes to i64, !dbg !8
  %cg.ram.late.8.0.bytes = mul i64 %cg.ram.late.8.0.index, 1, !dbg !8
  %cg.ram.late.8.0.sum = add i64 %cg.ram.late.8.0.bytes, 0, !dbg !8
  %cg.ram.late.8.element = lshr i64 %cg.ram.late.8.0.sum, 1, !dbg !8
  %cg.ram.late.8.address = trunc i64 %cg.ram.late.8.element to i2, !dbg !8
  %cg.ram.late.8.word = call i16 @cg.read_ram.s(i2 %cg.ram.late.8.address), !dbg !8
  %cg.ram.late.8.word.0.low = lshr i16 %cg.ram.late.8.word, 0, !dbg !8
  %cg.ram.late.8.word.0.field = bitcast i16 %cg.ram.late.8.word.0.low to i16, !dbg !8
  %cg.ram.late.8.word.0.wide = bitcast i16 %cg.ram.late.8.word.0.field to i16, !dbg !8
  %cg.ram.late.8.word.0.place = shl i16 %cg.ram.late.8.word.0.wide, 0, !dbg !8
  %cg.ram.late.8.image = bitcast i16 %cg.ram.late.8.word.0.place to i16, !dbg !8
  %cg.ram.late.8.image.part = lshr i16 %cg.ram.late.8.image, 0, !dbg !8
  %cg.x.a = bitcast i16 %cg.ram.late.8.image.part to i16, !dbg !8
  %cg.ram.late.9.word = call i16 @cg.read_ram.s(i2 -2), !dbg !8
  %cg.ram.late.9.word.0.low = lshr i16 %cg.ram.late.9.word, 0, !dbg !8
  %cg.ram.late.9.word.0.field = bitcast i16 %cg.ram.late.9.word.0.low to i16, !dbg !8
  %cg.ram.late.9.word.0.wide = bitcast i16 %cg.ram.late.9.word.0.field to i16, !dbg !8
  %cg.ram.late.9.word.0.place = shl i16 %cg.ram.late.9.word.0.wide, 0, !dbg !8
  %cg.ram.late.9.image = bitcast i16 %cg.ram.late.9.word.0.place to i16, !dbg !8
  %cg.ram.late.9.image.part = lshr i16 %cg.ram.late.9.image, 0, !dbg !8
  %cg.x.b = bitcast i16 %cg.ram.late.9.image.part to i16, !dbg !8
  %x = select i1 %c, i16 %cg.x.a, i16 %cg.x.b, !dbg !8
  %cg.ram.late.11.0.index = bitcast i64 %bytes to i64, !dbg !9
  %cg.ram.late.11.0.bytes = mul i64 %cg.ram.late.11.0.index, 1, !dbg !9
  %cg.ram.late.11.0.sum = add i64 %cg.ram.late.11.0.bytes, 0, !dbg !9
  %cg.ram.late.11.element = lshr i64 %cg.ram.late.11.0.sum, 1, !dbg !9
  %cg.ram.late.11.address = trunc i64 %cg.ram.late.11.element to i2, !dbg !9
  %cg.ram.late.11.word.0.low = lshr i16 %x, 0, !dbg !9
  %cg.ram.late.11.word.0.field = bitcast i16 %cg.ram.late.11.word.0.low to i16, !dbg !9
  %cg.ram.late.11.word.0.wide = bitcast i16 %cg.ram.late.11.word.0.field to i16, !dbg !9
  %cg.ram.late.11.word.0.place = shl i16 %cg.ram.late.11.word.0.wide, 0, !dbg !9
  call void @cg.write_ram.s(i2 %cg.ram.late.11.address, i16 %cg.ram.late.11.word.0.place, i2 -1), !dbg !9
  br label %run
}

declare void @cg.keep(ptr)
