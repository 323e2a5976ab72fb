define void @cg_hardware() {
run:
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %a = mul i8 %x, %x
  %b = mul i8 %a, %a
  call void @cg.write.out(i8 %b, i1 true)
  br label %run, !llvm.loop !1
}

!1 = distinct !{!1, !2}
!2 = !{!"cryptagon.statement", i32 0}
