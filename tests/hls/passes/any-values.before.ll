define void @f() {
entry:
  %x = alloca i32, align 4
  call void @cg_fill_any(ptr noundef %x, i64 noundef 4) #3, !dbg !5
  ret void
}
