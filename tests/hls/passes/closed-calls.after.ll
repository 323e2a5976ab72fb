%struct.pair = type { i32, i1 }

define internal %struct.pair @loops(i32 %0, i1 %1) {
  br label %2, !llvm.loop !7
}

define internal i32 @straight(i32 %0) {
  ret i32 %0
}

define void @f() {
  %cg.closed.0 = call i32 @cg.closed.i32(i32 -5)
  %cg.closed.1 = call i1 @cg.closed.i1(i1 true)
  %1 = call %struct.pair @loops(i32 noundef %cg.closed.0, i1 noundef zeroext %cg.closed.1) #3, !dbg !1
  %cg.result.2 = extractvalue %struct.pair %1, 0
  call void @cg.result.i32(i32 %cg.result.2)
  %cg.result.3 = extractvalue %struct.pair %1, 1
  call void @cg.result.i1(i1 %cg.result.3)
  %2 = call i32 @straight(i32 noundef 7), !dbg !2
  %cg.closed.4 = call i32 @cg.closed.i32(i32 %2)
  %cg.closed.5 = call i1 @cg.closed.i1(i1 false)
  %3 = call %struct.pair @loops(i32 noundef %cg.closed.4, i1 noundef zeroext %cg.closed.5) #3, !dbg !3
  %cg.result.6 = extractvalue %struct.pair %3, 0
  call void @cg.result.i32(i32 %cg.result.6)
  %cg.result.7 = extractvalue %struct.pair %3, 1
  call void @cg.result.i1(i1 %cg.result.7)
  ret void
}

!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.mustprogress"}

declare i1 @cg.closed.i1(i1) nounwind willreturn memory(none)
declare i32 @cg.closed.i32(i32) nounwind willreturn memory(none)
declare void @cg.result.i1(i1) nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @cg.result.i32(i32) nounwind willreturn memory(inaccessiblemem: readwrite)
