@total = internal global i32 7, align 4
@pairs = internal global [2 x { i8, i32 }] zeroinitializer, align 16
@unused = internal global i32 0, align 4

define void @cg_hardware() {
reset:
  br label %run

run:
  %x = load i32, ptr @total, align 4
  store i32 %x, ptr getelementptr inbounds ([2 x { i8, i32 }], ptr @pairs, i64 0, i64 1, i32 1), align 4
  br label %run
}
