define void @f() {
entry:
  br label %loop

loop:
  call void @cg_expect_cycles(i32 noundef 2, i32 noundef 3) #2, !dbg !4
  br label %loop, !llvm.loop !1
}

!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
!4 = !DILocation(line: 12, column: 3, scope: !5)
!5 = distinct !DISubprogram(name: "f", file: !6)
!6 = !DIFile(filename: "unit.c", directory: "")
