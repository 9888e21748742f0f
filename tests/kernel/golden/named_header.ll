; ModuleID = 'my_filter'
source_filename = "my_filter"
target datalayout = "e-i64:64-n8:16:32:64"

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) #0 {
entry:
  %i = alloca i32, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %8, align 8, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 40
  %strength = load float, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %10, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %11 = icmp slt i64 %3, %4
  br i1 %11, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %19, %next ]
  %12 = mul i32 %extent, %extent1
  %13 = mul i32 %12, %extent2
  %14 = trunc i64 %at to i32
  store i32 %14, ptr %i, align 4
  %15 = getelementptr inbounds float, ptr %input_data, i64 %at
  %16 = load float, ptr %15, align 4, !llvm.access.group !1
  %17 = fmul float %16, %strength
  %18 = getelementptr inbounds float, ptr %output_data, i64 %at
  store float %17, ptr %18, align 4, !llvm.access.group !1
  br label %next

next:                                             ; preds = %invocation
  %19 = add nsw i64 %at, 1
  %20 = icmp slt i64 %19, %4
  br i1 %20, label %invocation, label %done, !llvm.loop !2

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

; Function Attrs: nounwind
define i32 @dala_kernel(ptr %0, i64 %1, i64 %2) #1 {
entry:
  %fuel = alloca i64, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %3, align 4, !invariant.load !0
  %4 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %4, align 4, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 640
  %output_len = load i32, ptr %7, align 4, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 0, ptr %fuel, align 8
  %8 = sext i32 %input_len to i64
  %9 = sub i64 %8, 1
  %10 = udiv i64 %9, 1
  %11 = add i64 %10, 1
  %12 = icmp slt i64 %9, 0
  %13 = select i1 %12, i64 0, i64 %11
  %14 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %15 = call i64 @llvm.smin.i64(i64 %2, i64 %13)
  %16 = sext i32 %output_len to i64
  %17 = sub i64 %16, 1
  %18 = udiv i64 %17, 1
  %19 = add i64 %18, 1
  %20 = icmp slt i64 %17, 0
  %21 = select i1 %20, i64 0, i64 %19
  %22 = call i64 @llvm.smax.i64(i64 %14, i64 0)
  %23 = call i64 @llvm.smin.i64(i64 %15, i64 %21)
  %24 = select i1 true, i64 %23, i64 0
  %25 = call i64 @llvm.smax.i64(i64 %22, i64 %1)
  %26 = call i64 @llvm.smin.i64(i64 %25, i64 %2)
  %27 = call i64 @llvm.smin.i64(i64 %24, i64 %2)
  %28 = call i64 @llvm.smax.i64(i64 %27, i64 %26)
  br label %edge

stopped:                                          ; preds = %one5, %some, %one
  ret i32 1

edge:                                             ; preds = %next, %body
  %at = phi i64 [ %1, %body ], [ %32, %next ]
  %29 = icmp slt i64 %at, %26
  br i1 %29, label %one, label %none_left

one:                                              ; preds = %edge
  %30 = call i32 @edge(ptr %0, ptr %fuel, i64 0, i64 %at)
  %31 = icmp ne i32 %30, 0
  br i1 %31, label %stopped, label %next

next:                                             ; preds = %one
  %32 = add nsw i64 %at, 1
  br label %edge

none_left:                                        ; preds = %edge
  %33 = icmp slt i64 %26, %28
  br i1 %33, label %some, label %none_left3

some:                                             ; preds = %none_left
  %34 = call i32 @inner(ptr %0, ptr %fuel, i64 0, i64 %26, i64 %28)
  %35 = icmp ne i32 %34, 0
  br i1 %35, label %stopped, label %none_left3

none_left3:                                       ; preds = %some, %none_left
  br label %edge4

edge4:                                            ; preds = %next6, %none_left3
  %at8 = phi i64 [ %28, %none_left3 ], [ %39, %next6 ]
  %36 = icmp slt i64 %at8, %2
  br i1 %36, label %one5, label %none_left7

one5:                                             ; preds = %edge4
  %37 = call i32 @edge(ptr %0, ptr %fuel, i64 0, i64 %at8)
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %stopped, label %next6

next6:                                            ; preds = %one5
  %39 = add nsw i64 %at8, 1
  br label %edge4

none_left7:                                       ; preds = %edge4
  ret i32 0
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #2

attributes #0 = { noinline nounwind }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
