define void @cg_hardware(i8 %x, i64 %n) {
entry:
  %a = alloca [8 x i32], align 16
  %bytes = zext i8 %x to i64
  %scaled = shl i64 %n, 2
  %few = and i64 %scaled, 28
  %all = mul nuw i64 %n, 12
  %end = getelementptr inbounds i8, ptr %a, i64 %few, !dbg !1
  %other = getelementptr i8, ptr %a, i64 %all
  %odd = getelementptr i8, ptr %a, i64 %bytes
  %place = getelementptr i8, ptr %a, i64 %scaled
  %first = icmp eq ptr %end, %a
  %before = icmp ult ptr %other, %odd
  store i8 %x, ptr %place, align 4
  ret void
}

!1 = !DILocation(line: 7, column: 3, scope: !2)
!2 = distinct !DISubprogram(name: "f")
