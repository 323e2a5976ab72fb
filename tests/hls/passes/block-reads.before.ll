define void @cg_hardware() {
run:
  %item = call { i8 } @cg.read.in()
  %x = extractvalue { i8 } %item, 0
  %one = call i16 @cg.read_ram.b(i2 1)
  %sum = add i16 %one, 1
  %a = trunc i8 %x to i2
  %two = call i16 @cg.read_ram.b(i2 %a)
  %both = add i16 %sum, %two
  br label %run
}
