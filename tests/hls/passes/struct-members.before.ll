%struct.state = type { ptr, i32, [300 x i16], %struct.pair }
%struct.pair = type { i8, i64 }

@unit.s = internal global { ptr, i32, [300 x i16], [4 x i8], %struct.pair } { ptr @bytes, i32 7, [300 x i16] zeroinitializer, [4 x i8] zeroinitializer, %struct.pair { i8 1, i64 2 } }, align 8, !dbg !0
@bytes = internal global [4 x i8] zeroinitializer, align 1

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.lifetime.start.p0(ptr)
declare void @use(ptr)

define void @f(i64 %n) !dbg !3 {
reset:
  %cg.register.unit.s = alloca { ptr, i32, [300 x i16], [4 x i8], %struct.pair }
  store { ptr, i32, [300 x i16], [4 x i8], %struct.pair } { ptr null, i32 7, [300 x i16] zeroinitializer, [4 x i8] zeroinitializer, %struct.pair { i8 1, i64 2 } }, ptr %cg.register.unit.s
  %cg.register.bytes = alloca [4 x i8]
  store [4 x i8] zeroinitializer, ptr %cg.register.bytes
  %cg.held.s.0 = getelementptr i8, ptr %cg.register.unit.s, i64 0
  store ptr %cg.register.bytes, ptr %cg.held.s.0
  %cg.element.0 = getelementptr %struct.state, ptr %cg.register.unit.s, i32 0, i32 1
  %t.i = alloca %struct.state, align 8
  %whole = alloca %struct.state, align 8
  %p.addr = alloca ptr, align 8
  br label %run

run:
  call void @llvm.lifetime.start.p0(ptr %t.i)
    #dbg_declare(ptr %t.i, !5, !DIExpression(), !16)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t.i, ptr align 8 %cg.register.unit.s, i64 632, i1 false), !dbg !16
  store ptr %t.i, ptr %p.addr, align 8
  %p = load ptr, ptr %p.addr, align 8
  %table = getelementptr inbounds nuw %struct.state, ptr %p, i32 0, i32 2, !dbg !16
  %element = getelementptr inbounds [300 x i16], ptr %table, i64 0, i64 %n, !dbg !16
  store i16 3, ptr %element, align 2, !dbg !16
  %pair = getelementptr inbounds nuw %struct.state, ptr %p, i32 0, i32 3
  %second = getelementptr inbounds nuw %struct.pair, ptr %pair, i32 0, i32 1
  %old = load i64, ptr %second, align 4
  %low = trunc i64 %old to i32
  store i32 %low, ptr %cg.element.0, align 4
  call void @llvm.memset.p0.i64(ptr align 8 %cg.register.unit.s, i8 0, i64 632, i1 false)
  call void @use(ptr %whole)
  br label %run
}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "s", scope: !2, file: !4, line: 3, type: !6, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4)
!3 = distinct !DISubprogram(name: "f", scope: !4, file: !4, line: 2, unit: !2, spFlags: DISPFlagDefinition)
!4 = !DIFile(filename: "unit.c", directory: "/")
!5 = !DILocalVariable(name: "t", arg: 1, scope: !3, file: !4, line: 5, type: !6)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "state", file: !4, line: 1, size: 5056, elements: !7)
!7 = !{!8, !9, !10}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "source", scope: !6, file: !4, line: 1, baseType: !11, size: 64)
!9 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !6, file: !4, line: 1, baseType: !12, size: 32, offset: 64)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "table", scope: !6, file: !4, line: 1, baseType: !13, size: 4800, offset: 96)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!12 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 4800, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 300)
!16 = !DILocation(line: 5, scope: !3)
