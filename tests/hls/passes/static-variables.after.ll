@total = internal global i32 7, align 4
@pairs = internal global [2 x { i8, i32 }] zeroinitializer, align 16
@unused = internal global i32 0, align 4

define void @cg_hardware() {
reset:
  %cg.register.total = alloca i32
  store i32 7, ptr %cg.register.total
  %cg.register.pairs = alloca [2 x { i8, i32 }]
  store [2 x { i8, i32 }] zeroinitializer, ptr %cg.register.pairs
  %cg.element.0 = getelementptr [2 x { i8, i32 }], ptr %cg.register.pairs, i64 0, i64 1, i32 1
  br label %run

run:
  %x = load i32, ptr %cg.register.total, align 4
  store i32 %x, ptr %cg.element.0, align 4
  br label %run
}
