%struct.s = type { i8, [3 x i32] }

define void @f() {
entry:
  %v = alloca [4 x %struct.s], align 16
  %.fca.1.1.2.gep = getelementptr inbounds nuw i8, ptr %v, i64 28
  %other = getelementptr inbounds [4 x %struct.s], ptr %v, i64 0, i64 1
  ret void
}
