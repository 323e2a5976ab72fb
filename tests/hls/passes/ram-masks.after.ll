define void @f(i2 %a, i16 %x, i2 %m) {
entry:
  call void @cg.write_ram.s(i2 %a, i16 %x), !dbg !3
  call void @cg.write_ram.s(i2 0, i16 %x), !dbg !4
  ret void
}

declare void @cg.write_ram.s(i2, i16)
