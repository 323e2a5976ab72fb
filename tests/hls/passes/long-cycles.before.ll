define void @cg_hardware() {
run:
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %a = mul i8 %x, %x
  %b = mul i8 %a, %a
  %odd = icmp ugt i8 %b, 7
  br i1 %odd, label %more, label %done

more:
  %c = add i8 %b, %x
  br label %done

done:
  %d = phi i8 [ %b, %run ], [ %c, %more ]
  call void @cg.write.out(i8 %d, i1 true)
  br label %run
}
