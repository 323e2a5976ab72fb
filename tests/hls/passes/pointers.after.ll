@t = internal constant [4 x i8] c"\01\02\03\04"
@u = internal constant [4 x i8] c"\05\06\07\08"

define void @f(i1 %c, i64 %i) {
reset:
  br i1 %c, label %left, label %right

left:
  %a = getelementptr [4 x i8], ptr @t, i64 0, i64 %i
  %cg.merged.11.13.0 = load i8, ptr %a, align 1, !dbg !3
  %cg.merged.14.18.0 = getelementptr i8, ptr %a, i64 1
  %cg.merged.16.20.0 = load i8, ptr %cg.merged.14.18.0, align 1, !dbg !5
  br label %meet

right:
  %cg.merged.11.13.1 = load i8, ptr @u, align 1, !dbg !3
  %cg.merged.14.18.1 = getelementptr i8, ptr @u, i64 1
  %cg.merged.16.20.1 = load i8, ptr %cg.merged.14.18.1, align 1, !dbg !5
  br label %meet

meet:
  %x = phi i8 [ %cg.merged.11.13.0, %left ], [ %cg.merged.11.13.1, %right ]
  %z = phi i8 [ %cg.merged.16.20.0, %left ], [ %cg.merged.16.20.1, %right ]
  %cg.r.a = getelementptr i8, ptr @t, i64 2
  %cg.r.b = getelementptr i8, ptr @u, i64 2
  %cg.y.a = load i8, ptr %cg.r.a, align 1, !dbg !4
  %cg.y.b = load i8, ptr %cg.r.b, align 1, !dbg !4
  %y = select i1 %c, i8 %cg.y.a, i8 %cg.y.b, !dbg !4
  br i1 %c, label %later, label %last

later:
  br label %last

last:
  %cg.way.place = phi i1 [ true, %later ], [ false, %meet ]
  br label %end

end:
  %cg.w.a = load i8, ptr @t, align 1, !dbg !6
  %cg.w.b = load i8, ptr @u, align 1, !dbg !6
  %w = select i1 %cg.way.place, i8 %cg.w.a, i8 %cg.w.b, !dbg !6
  ret void
}
