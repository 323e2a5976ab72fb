define void @f() {
entry:
  br label %loop

loop:
  br label %loop, !llvm.loop !8
}

!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
!4 = !DILocation(line: 12, column: 3, scope: !5)
!5 = distinct !DISubprogram(name: "f", file: !6)
!6 = !DIFile(filename: "unit.c", directory: "")
!7 = !{!"cryptagon.statement", i32 0}
!8 = distinct !{!8, !2, !7}
