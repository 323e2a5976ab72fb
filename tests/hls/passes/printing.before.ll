define i32 @f(i32 %x) {
entry:
  %call = call i32 (ptr, ...) @cg_print(ptr noundef @.str, i32 noundef %x), !dbg !1
  call i32 (ptr, ...) @cg_print(ptr noundef @.str)
  ret i32 %call
}

declare i32 @cg_print(ptr, ...)

@.str = private constant [4 x i8] c"%u\0A\00"
!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
