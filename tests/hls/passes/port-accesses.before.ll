define void @f() {
entry:
  %item = alloca i16, align 2
  %pair = alloca { i8, i16 }, align 2
  call void @cg_read_in(ptr noundef %item) #2, !dbg !7
  call void @cg_has_in(ptr noundef %item) #2, !dbg !8
  call void @cg_write_out(ptr noundef %pair) #2, !dbg !9
  ret void
}
