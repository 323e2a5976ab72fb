define i32 @f(i32 %x) {
entry:
  %call = add i32 0, 0
  call void @half_of(i32 %x)
  %half = add i32 0, 0
  %0 = add i32 0, 0
  %wide = add i32 0, 0
  %used = call double @used(i32 %x)
  %back = fptoui double %used to i32
  %sum = add i32 %back, %call
  ret i32 %sum
}

define internal void @half_of(i32 %x) {
entry:
  %bits = alloca i64, align 8
  store i64 1, ptr %bits, align 8
  %0 = add i32 0, 0
  ret void, !dbg !1
}

define internal double @used(i32 %x) {
entry:
  ret double 5.000000e-01
}

declare i32 @cg_print(ptr, ...)

@.str = private constant [4 x i8] c"%u\0A\00"
!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
