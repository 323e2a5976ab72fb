define i32 @f(i32 %x) {
entry:
  %call = call i32 (ptr, ...) @cg_print(ptr noundef @.str, i32 noundef %x), !dbg !1
  call i32 (ptr, ...) @cg_print(ptr noundef @.str)
  %half = call double @half_of(i32 %x)
  %0 = uitofp i32 %x to float
  %wide = fpext float %0 to double
  call i32 (ptr, ...) @cg_print(ptr noundef @.str, double %half, double %wide)
  %used = call double @used(i32 %x)
  %back = fptoui double %used to i32
  %sum = add i32 %back, %call
  ret i32 %sum
}

define internal double @half_of(i32 %x) {
entry:
  %bits = alloca i64, align 8
  store i64 1, ptr %bits, align 8
  %0 = load double, ptr %bits, align 8
  ret double %0, !dbg !1
}

define internal double @used(i32 %x) {
entry:
  ret double 5.000000e-01
}

declare i32 @cg_print(ptr, ...)

@.str = private constant [4 x i8] c"%u\0A\00"
!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
