@shown = internal global i32 5, align 4


define internal void @f() alwaysinline #0 !dbg !8 {
entry:
  ret void
}
