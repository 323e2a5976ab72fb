@t = internal constant [4 x i8] c"\01\02\03\04"
@u = internal constant [4 x i8] c"\05\06\07\08"

define void @f(i1 %c, i64 %i) {
reset:
  br i1 %c, label %left, label %right

left:
  %a = getelementptr [4 x i8], ptr @t, i64 0, i64 %i
  br label %meet

right:
  br label %meet

meet:
  %p = phi ptr [ %a, %left ], [ @u, %right ]
  %s = phi ptr [ %a, %left ], [ @u, %right ]
  %x = load i8, ptr %p, align 1, !dbg !3
  %q = select i1 %c, ptr @t, ptr @u
  %r = getelementptr i8, ptr %q, i64 2
  %y = load i8, ptr %r, align 1, !dbg !4
  %field = getelementptr i8, ptr %s, i64 1
  %z = load i8, ptr %field, align 1, !dbg !5
  br i1 %c, label %later, label %last

later:
  br label %last

last:
  %place = phi ptr [ @t, %later ], [ @u, %meet ]
  br label %end

end:
  %w = load i8, ptr %place, align 1, !dbg !6
  ret void
}
