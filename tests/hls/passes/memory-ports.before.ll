define void @f(i2 %a, i16 %x, i2 %m) {
entry:
  call void @cg.write_ram.data(i2 %a, i16 %x, i2 %m), !dbg !3
  call void @cg.write_ram.whole(i2 0, i16 %x), !dbg !4
  call void @cg.fence.data(), !dbg !5
  %word = call i16 @cg.read_ram.data(i2 %a), !dbg !6
  call void @cg.write_ram.s(i2 1, i16 %word), !dbg !7
  ret void
}

declare i16 @cg.read_ram.data(i2)
