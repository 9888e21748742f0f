; ModuleID = 'grey'
source_filename = "grey"
target datalayout = "e-i64:64-n8:16:32:64"

@inside = private constant [2 x { i64, i64, i64, i64, i64, i64 }] [{ i64, i64, i64, i64, i64, i64 } { i64 0, i64 4294967295, i64 4, i64 3, i64 0, i64 2 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 4294967295, i64 4, i64 1, i64 0, i64 0 }]
@dala_plan = constant { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, i64 } { ptr null, ptr @inner, ptr @edge, i64 0, i64 0, i64 0, i64 4, i64 32, i64 131072, ptr @inside, i64 2, ptr null, i64 0, ptr null, i64 0 }

; Function Attrs: inlinehint nounwind
define internal float @helper_weighted(ptr %0, ptr %1, float %2, float %3, float %4, float %5, float %6, float %7) #0 {
entry:
  %w4 = alloca float, align 4
  %w3 = alloca float, align 4
  %w = alloca float, align 4
  %c2 = alloca float, align 4
  %c1 = alloca float, align 4
  %c = alloca float, align 4
  %result = alloca float, align 4
  store float 0.000000e+00, ptr %result, align 4
  store float %2, ptr %c, align 4
  store float %3, ptr %c1, align 4
  store float %4, ptr %c2, align 4
  store float %5, ptr %w, align 4
  store float %6, ptr %w3, align 4
  store float %7, ptr %w4, align 4
  br label %body

body:                                             ; preds = %entry
  %8 = load float, ptr %c, align 4
  %9 = load float, ptr %c1, align 4
  %10 = load float, ptr %c2, align 4
  %11 = load float, ptr %w, align 4
  %12 = load float, ptr %w3, align 4
  %13 = load float, ptr %w4, align 4
  %14 = fmul float %8, %11
  %15 = fmul float %9, %12
  %16 = fadd float %14, %15
  %17 = fmul float %10, %13
  %18 = fadd float %16, %17
  store float %18, ptr %result, align 4
  br label %return

return:                                           ; preds = %body
  %19 = load float, ptr %result, align 4
  ret float %19
}

; Function Attrs: inlinehint nounwind
define internal float @helper_luma(ptr %0, ptr %1, float %2, float %3, float %4) #0 {
entry:
  %c2 = alloca float, align 4
  %c1 = alloca float, align 4
  %c = alloca float, align 4
  %result = alloca float, align 4
  store float 0.000000e+00, ptr %result, align 4
  store float %2, ptr %c, align 4
  store float %3, ptr %c1, align 4
  store float %4, ptr %c2, align 4
  br label %body

body:                                             ; preds = %entry
  %5 = load float, ptr %c, align 4
  %6 = load float, ptr %c1, align 4
  %7 = load float, ptr %c2, align 4
  %8 = call float @helper_weighted(ptr %0, ptr %1, float %5, float %6, float %7, float 0x3FD322D0E0000000, float 0x3FE2C8B440000000, float 0x3FBD2F1AA0000000)
  store float %8, ptr %result, align 4
  br label %return

return:                                           ; preds = %body
  %9 = load float, ptr %result, align 4
  ret float %9
}

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) #1 {
entry:
  %p = alloca i32, align 4
  %6 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %9, align 8, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %10, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %11 = icmp slt i64 %3, %4
  br i1 %11, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %29, %next ]
  %12 = mul i32 %extent, %extent1
  %13 = mul i32 %12, %extent2
  %14 = trunc i64 %at to i32
  %15 = mul i32 %14, 3
  store i32 %15, ptr %p, align 4
  %16 = mul nsw i64 %at, 3
  %17 = getelementptr inbounds float, ptr %input_data, i64 %16
  %18 = load float, ptr %17, align 4, !llvm.access.group !1
  %19 = mul nsw i64 %at, 3
  %20 = add nsw i64 %19, 1
  %21 = getelementptr inbounds float, ptr %input_data, i64 %20
  %22 = load float, ptr %21, align 4, !llvm.access.group !1
  %23 = mul nsw i64 %at, 3
  %24 = add nsw i64 %23, 2
  %25 = getelementptr inbounds float, ptr %input_data, i64 %24
  %26 = load float, ptr %25, align 4, !llvm.access.group !1
  %27 = call float @helper_luma(ptr %0, ptr %1, float %18, float %22, float %26)
  %28 = getelementptr inbounds float, ptr %output_data, i64 %at
  store float %27, ptr %28, align 4, !llvm.access.group !1
  br label %next

next:                                             ; preds = %invocation
  %29 = add nsw i64 %at, 1
  %30 = icmp slt i64 %29, %4
  br i1 %30, label %invocation, label %done, !llvm.loop !2

done:                                             ; preds = %next, %body
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1
}

; Function Attrs: noinline nounwind
define internal i32 @edge(ptr %0, ptr %1, i64 %2, i64 %3) #1 {
entry:
  %p = alloca i32, align 4
  %4 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %4, align 4, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 640
  %output_len = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %9, align 8, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %10, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %11 = mul i32 %extent, %extent1
  %12 = mul i32 %11, %extent2
  %13 = trunc i64 %3 to i32
  %14 = mul i32 %13, 3
  store i32 %14, ptr %p, align 4
  %15 = sext i32 %13 to i64
  %16 = sext i32 %output_len to i64
  %17 = icmp ult i64 %15, %16
  %18 = load i32, ptr %p, align 4
  %19 = sext i32 %18 to i64
  %20 = sext i32 %input_len to i64
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %inside, label %loaded

done:                                             ; preds = %stored
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

inside:                                           ; preds = %body
  %22 = getelementptr inbounds float, ptr %input_data, i64 %19
  %23 = load float, ptr %22, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %body
  %24 = phi float [ 0.000000e+00, %body ], [ %23, %inside ]
  %25 = load i32, ptr %p, align 4
  %26 = add i32 %25, 1
  %27 = sext i32 %26 to i64
  %28 = sext i32 %input_len to i64
  %29 = icmp ult i64 %27, %28
  br i1 %29, label %inside3, label %loaded4

inside3:                                          ; preds = %loaded
  %30 = getelementptr inbounds float, ptr %input_data, i64 %27
  %31 = load float, ptr %30, align 4
  br label %loaded4

loaded4:                                          ; preds = %inside3, %loaded
  %32 = phi float [ 0.000000e+00, %loaded ], [ %31, %inside3 ]
  %33 = load i32, ptr %p, align 4
  %34 = add i32 %33, 2
  %35 = sext i32 %34 to i64
  %36 = sext i32 %input_len to i64
  %37 = icmp ult i64 %35, %36
  br i1 %37, label %inside5, label %loaded6

inside5:                                          ; preds = %loaded4
  %38 = getelementptr inbounds float, ptr %input_data, i64 %35
  %39 = load float, ptr %38, align 4
  br label %loaded6

loaded6:                                          ; preds = %inside5, %loaded4
  %40 = phi float [ 0.000000e+00, %loaded4 ], [ %39, %inside5 ]
  %41 = call float @helper_luma(ptr %0, ptr %1, float %24, float %32, float %40)
  br i1 %17, label %inside7, label %stored

inside7:                                          ; preds = %loaded6
  %42 = getelementptr inbounds float, ptr %output_data, i64 %15
  store float %41, ptr %42, align 4
  br label %stored

stored:                                           ; preds = %inside7, %loaded6
  br label %done
}

attributes #0 = { inlinehint nounwind }
attributes #1 = { noinline nounwind }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
