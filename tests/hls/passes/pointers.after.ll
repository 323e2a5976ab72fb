@t = internal constant [4 x i8] c"\01\02\03\04"
@u = internal constant [4 x i8] c"\05\06\07\08"

define void @f(i1 %c, i64 %i) {
reset:
  br i1 %c, label %left, label %right

left:
  %a = getelementptr [4 x i8], ptr @t, i64 0, i64 %i
  %cg.merged.11.12.0 = load i8, ptr %a, align 1, !dbg !3
  br label %meet

right:
  %cg.merged.11.12.1 = load i8, ptr @u, align 1, !dbg !3
  br label %meet

meet:
  %x = phi i8 [ %cg.merged.11.12.0, %left ], [ %cg.merged.11.12.1, %right ]
  %cg.r.a = getelementptr i8, ptr @t, i64 2
  %cg.r.b = getelementptr i8, ptr @u, i64 2
  %cg.y.a = load i8, ptr %cg.r.a, align 1, !dbg !4
  %cg.y.b = load i8, ptr %cg.r.b, align 1, !dbg !4
  %y = select i1 %c, i8 %cg.y.a, i8 %cg.y.b, !dbg !4
  ret void
}
