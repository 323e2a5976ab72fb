define void @f(i2 %a, i16 %x, i2 %m) {
entry:
  call void @cg.write.data_request(i1 true, i2 %a, i16 %x, i2 %m), !dbg !3
  call void @cg.write.whole_request(i1 true, i2 0, i16 %x, i2 -1), !dbg !4
  call void @cg.write.data_request(i1 false, i2 0, i16 undef, i2 undef), !dbg !5
  %cg.item.data_response.163 = call { i16 } @cg.read.data_response(), !dbg !5
  call void @cg.write.data_request(i1 false, i2 %a, i16 undef, i2 undef), !dbg !6
  %cg.item.data_response.201 = call { i16 } @cg.read.data_response(), !dbg !6
  %word = extractvalue { i16 } %cg.item.data_response.201, 0, !dbg !6
  call void @cg.write_ram.s(i2 1, i16 %word), !dbg !7
  ret void
}

declare i16 @cg.read_ram.data(i2)
