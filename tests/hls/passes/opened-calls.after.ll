%struct.pair = type { i32, i1 }

define internal %struct.pair @loops(i32 %0, i1 %1) {
  br label %2, !llvm.loop !7
}

define internal i32 @straight(i32 %0) {
  ret i32 %0
}

define void @f() {
  %1 = call %struct.pair @loops(i32 noundef -5, i1 noundef zeroext true) #3, !dbg !1
  %cg.result.2 = extractvalue %struct.pair %1, 0
  %cg.result.3 = extractvalue %struct.pair %1, 1
  %2 = call i32 @straight(i32 noundef 7), !dbg !2
  %3 = call %struct.pair @loops(i32 noundef %2, i1 noundef zeroext false) #3, !dbg !3
  %cg.result.6 = extractvalue %struct.pair %3, 0
  %cg.result.7 = extractvalue %struct.pair %3, 1
  ret void
}

!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.mustprogress"}

