define internal void @design() alwaysinline #0 {
entry:
  %r = call i16 @mixed(i16 noundef zeroext 3) #2, !dbg !7
  ret void
}
