; ModuleID = 'volatile'
@calls = internal global i32 0, align 4

define internal i32 @f(ptr %p, ptr %q) !dbg !3 {
entry:
  %d = alloca i16, align 2
  store i16 0, ptr %d, align 2, !dbg !4
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %q, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 12, i1 false), !dbg !4
  call void @llvm.memset.p0.i64(ptr align 4 %q, i8 0, i64 12, i1 false)
  %n = load i32, ptr @calls, align 4
  %more = add i32 %n, 1
  store i32 %more, ptr @calls, align 4
  ret i32 %more
}

!3 = distinct !DISubprogram(name: "f")
!4 = !DILocation(line: 7, column: 3, scope: !3)
