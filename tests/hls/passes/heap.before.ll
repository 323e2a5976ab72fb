define void @cg_hardware() {
reset:
  %kept = alloca ptr, align 8
  %saved = alloca ptr, align 8
  br label %run

run:
  %item = call { i12 } @cg.read.in()
  %data = extractvalue { i12 } %item, 0
  %low = and i12 %data, 15
  %length = zext i12 %low to i64
  %more = add i64 %length, 4
  %block = call noalias ptr @malloc(i64 noundef %more)
  store ptr %block, ptr %kept, align 8
  %words = call noalias ptr @malloc(i64 noundef 12)
  %word = getelementptr inbounds i32, ptr %words, i64 2
  store i32 7, ptr %word, align 4
  %stack = call ptr @llvm.stacksave.p0()
  store ptr %stack, ptr %saved, align 8
  %array = alloca i16, i64 %length, align 16
  call void @llvm.lifetime.start.p0(ptr %array)
  store i16 3, ptr %array, align 2
  call void @llvm.lifetime.end.p0(ptr %array)
  %again = load ptr, ptr %saved, align 8
  call void @llvm.stackrestore.p0(ptr %again)
  %read = load ptr, ptr %kept, align 8
  store i8 1, ptr %read, align 1
  call void @free(ptr noundef %read)
  br label %run
}

declare { i12 } @cg.read.in()
declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
