%struct.s = type { i8, [3 x i32] }

define void @f() {
entry:
  %v = alloca [4 x %struct.s], align 16
  %.fca.1.1.2.gep = getelementptr inbounds [4 x %struct.s], ptr %v, i32 0, i32 1, i32 1, i32 2
  %other = getelementptr inbounds [4 x %struct.s], ptr %v, i64 0, i64 1
  ret void
}
