define void @f(i8 %a, i16 %x, i16 %y, i2 %m) {
entry:
  %low = trunc i8 %a to i2, !dbg !1
  %again = trunc i8 %a to i2, !dbg !2
  %cg.joined.4.0 = and i16 %x, 255
  %cg.joined.4.1 = and i16 %y, 65280
  %cg.joined.4.1.all = or i16 %cg.joined.4.0, %cg.joined.4.1
  call void @cg.write_ram.s(i2 %again, i16 %cg.joined.4.1.all, i2 -1), !dbg !4
  br label %with_a_read_between

with_a_read_between:
  call void @cg.write_ram.s(i2 %low, i16 %x, i2 1)
  %r = call i16 @cg.read_ram.s(i2 %low)
  call void @cg.write_ram.s(i2 %low, i16 %r, i2 -2)
  br label %elsewhere

elsewhere:
  call void @cg.write_ram.s(i2 %low, i16 %x, i2 1)
  call void @cg.write_ram.s(i2 0, i16 %y, i2 -2)
  br label %the_same_lane

the_same_lane:
  call void @cg.write_ram.s(i2 1, i16 %x, i2 1)
  call void @cg.write_ram.s(i2 1, i16 %y, i2 1)
  br label %lanes_that_vary

lanes_that_vary:
  call void @cg.write_ram.s(i2 1, i16 %x, i2 %m)
  call void @cg.write_ram.s(i2 1, i16 %y, i2 1)
  ret void

}

declare i16 @cg.read_ram.s(i2)
declare void @cg.write_ram.s(i2, i16, i2)
