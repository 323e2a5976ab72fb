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
  %cg.register.unit.s_source = alloca ptr
  %cg.register.unit.s_tag = alloca i32
  %cg.register.unit.s_table = alloca [300 x i16]
  %cg.register.unit.s_3_0 = alloca i8
  %cg.register.unit.s_3_1 = alloca i64
  store ptr null, ptr %cg.register.unit.s_source
  store i32 7, ptr %cg.register.unit.s_tag
  store [300 x i16] zeroinitializer, ptr %cg.register.unit.s_table
  store i8 1, ptr %cg.register.unit.s_3_0
  store i64 2, ptr %cg.register.unit.s_3_1
  %cg.register.bytes = alloca [4 x i8]
  store [4 x i8] zeroinitializer, ptr %cg.register.bytes
  %cg.held.s.0 = getelementptr i8, ptr %cg.register.unit.s_source, i64 0
  store ptr %cg.register.bytes, ptr %cg.held.s.0
  %cg.element.0 = getelementptr i32, ptr %cg.register.unit.s_tag, i64 0
  %t_source.i = alloca ptr, align 16
  %t_tag.i = alloca i32, align 16
  %t_table.i = alloca [300 x i16], align 16
  %t_3_0.i = alloca i8, align 16
  %t_3_1.i = alloca i64, align 16
  %whole = alloca %struct.state, align 8
  %p.addr = alloca ptr, align 8
  br label %run

run:
  call void @llvm.lifetime.start.p0(ptr %t_source.i)
  call void @llvm.lifetime.start.p0(ptr %t_tag.i)
  call void @llvm.lifetime.start.p0(ptr %t_table.i)
  call void @llvm.lifetime.start.p0(ptr %t_3_0.i)
  call void @llvm.lifetime.start.p0(ptr %t_3_1.i)
    #dbg_declare(ptr %t_source.i, !17, !DIExpression(), !16)
    #dbg_declare(ptr %t_tag.i, !18, !DIExpression(), !16)
    #dbg_declare(ptr %t_table.i, !19, !DIExpression(), !16)
  call void @llvm.memcpy.p0.p0.i64(ptr %t_source.i, ptr %cg.register.unit.s_source, i64 8, i1 false), !dbg !16
  call void @llvm.memcpy.p0.p0.i64(ptr %t_tag.i, ptr %cg.register.unit.s_tag, i64 4, i1 false), !dbg !16
  call void @llvm.memcpy.p0.p0.i64(ptr %t_table.i, ptr %cg.register.unit.s_table, i64 600, i1 false), !dbg !16
  call void @llvm.memcpy.p0.p0.i64(ptr %t_3_0.i, ptr %cg.register.unit.s_3_0, i64 1, i1 false), !dbg !16
  call void @llvm.memcpy.p0.p0.i64(ptr %t_3_1.i, ptr %cg.register.unit.s_3_1, i64 8, i1 false), !dbg !16
  %table = getelementptr [300 x i16], ptr %t_table.i, i64 0, !dbg !16
  %element = getelementptr inbounds [300 x i16], ptr %table, i64 0, i64 %n, !dbg !16
  store i16 3, ptr %element, align 2, !dbg !16
  %second = getelementptr i64, ptr %t_3_1.i, i64 0
  %old = load i64, ptr %second, align 4
  %low = trunc i64 %old to i32
  store i32 %low, ptr %cg.element.0, align 4
  call void @llvm.memset.p0.i64(ptr %cg.register.unit.s_source, i8 0, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr %cg.register.unit.s_tag, i8 0, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %cg.register.unit.s_table, i8 0, i64 600, i1 false)
  call void @llvm.memset.p0.i64(ptr %cg.register.unit.s_3_0, i8 0, i64 1, i1 false)
  call void @llvm.memset.p0.i64(ptr %cg.register.unit.s_3_1, i8 0, i64 8, i1 false)
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
@unit.s_source = internal global ptr @bytes, align 8, !dbg !21
@unit.s_tag = internal global i32 7, align 8, !dbg !23
@unit.s_table = internal global [300 x i16] zeroinitializer, align 8, !dbg !25
@unit.s_3_0 = internal global i8 1, align 8
@unit.s_3_1 = internal global i64 2, align 8
!17 = distinct !DILocalVariable(name: "t_source", scope: !3, file: !4, line: 5, type: !11)
!18 = distinct !DILocalVariable(name: "t_tag", scope: !3, file: !4, line: 5, type: !12)
!19 = distinct !DILocalVariable(name: "t_table", scope: !3, file: !4, line: 5, type: !13)
!20 = distinct !DIGlobalVariable(name: "s_source", scope: !2, file: !4, line: 3, type: !11, isLocal: true, isDefinition: true)
!21 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "s_tag", scope: !2, file: !4, line: 3, type: !12, isLocal: true, isDefinition: true)
!23 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "s_table", scope: !2, file: !4, line: 3, type: !13, isLocal: true, isDefinition: true)
!25 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
