@shown = dso_local global i32 5, align 4
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f }], section "llvm.metadata"

define dso_local void @f() #0 !dbg !8 {
entry:
  ret void
}
