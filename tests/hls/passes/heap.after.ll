define void @cg_hardware() {
reset:
  %block.block.0 = alloca [19 x i8], align 16
  %block.block.1 = alloca [3 x i32], align 16
  %block.block.2 = alloca [15 x i16], align 16
  %kept = alloca ptr, align 8
  %saved = alloca ptr, align 8
  br label %run

run:
  %item = call { i12 } @cg.read.in()
  %data = extractvalue { i12 } %item, 0
  %low = and i12 %data, 15
  %length = zext i12 %low to i64
  %more = add i64 %length, 4
  call void @llvm.lifetime.start.p0(ptr %block.block.0)
  store ptr %block.block.0, ptr %kept, align 8
  call void @llvm.lifetime.start.p0(ptr %block.block.1)
  %word = getelementptr inbounds i32, ptr %block.block.1, i64 2
  store i32 7, ptr %word, align 4
  store ptr null, ptr %saved, align 8
  call void @llvm.lifetime.start.p0(ptr %block.block.2)
  store i16 3, ptr %block.block.2, align 2
  %again = load ptr, ptr %saved, align 8
  %read = load ptr, ptr %kept, align 8
  store i8 1, ptr %read, align 1
  br label %run
}

declare { i12 } @cg.read.in()
declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
