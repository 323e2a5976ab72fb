define void @f() {
entry:
  %x = alloca i32, align 4
  ret void
}
