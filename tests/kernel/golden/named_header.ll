; ModuleID = 'my_filter'
source_filename = "my_filter"
target datalayout = "e-i64:64-n8:16:32:64"

@inside = private constant [2 x { i64, i64, i64, i64, i64, i64 }] [{ i64, i64, i64, i64, i64, i64 } { i64 0, i64 4294967295, i64 4, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 4294967295, i64 4, i64 1, i64 0, i64 0 }]
@dala_plan = constant { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, i64 } { ptr null, ptr @inner, ptr @edge, i64 0, i64 0, i64 0, i64 1, i64 9, i64 465984, ptr @inside, i64 2, ptr null, i64 0, ptr null, i64 0 }

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) #0 {
entry:
  %i = alloca i32, align 4
  %6 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %9, align 8, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 40
  %strength = load float, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %11, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %12 = icmp slt i64 %3, %4
  br i1 %12, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %20, %next ]
  %13 = mul i32 %extent, %extent1
  %14 = mul i32 %13, %extent2
  %15 = trunc i64 %at to i32
  store i32 %15, ptr %i, align 4
  %16 = getelementptr inbounds float, ptr %input_data, i64 %at
  %17 = load float, ptr %16, align 4, !llvm.access.group !1
  %18 = fmul float %17, %strength
  %19 = getelementptr inbounds float, ptr %output_data, i64 %at
  store float %18, ptr %19, align 4, !llvm.access.group !1
  br label %next

next:                                             ; preds = %invocation
  %20 = add nsw i64 %at, 1
  %21 = icmp slt i64 %20, %4
  br i1 %21, label %invocation, label %done, !llvm.loop !2

done:                                             ; preds = %next, %body
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1
}

; Function Attrs: noinline nounwind
define internal i32 @edge(ptr %0, ptr %1, i64 %2, i64 %3) #0 {
entry:
  %i = alloca i32, align 4
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
  %10 = getelementptr inbounds i8, ptr %0, i64 40
  %strength = load float, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %11, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %12 = mul i32 %extent, %extent1
  %13 = mul i32 %12, %extent2
  %14 = trunc i64 %3 to i32
  store i32 %14, ptr %i, align 4
  %15 = load i32, ptr %i, align 4
  %16 = sext i32 %15 to i64
  %17 = sext i32 %output_len to i64
  %18 = icmp ult i64 %16, %17
  %19 = load i32, ptr %i, align 4
  %20 = sext i32 %19 to i64
  %21 = sext i32 %input_len to i64
  %22 = icmp ult i64 %20, %21
  br i1 %22, label %inside, label %loaded

done:                                             ; preds = %stored
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

inside:                                           ; preds = %body
  %23 = getelementptr inbounds float, ptr %input_data, i64 %20
  %24 = load float, ptr %23, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %body
  %25 = phi float [ 0.000000e+00, %body ], [ %24, %inside ]
  %26 = fmul float %25, %strength
  br i1 %18, label %inside3, label %stored

inside3:                                          ; preds = %loaded
  %27 = getelementptr inbounds float, ptr %output_data, i64 %16
  store float %26, ptr %27, align 4
  br label %stored

stored:                                           ; preds = %inside3, %loaded
  br label %done
}

attributes #0 = { noinline nounwind }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
