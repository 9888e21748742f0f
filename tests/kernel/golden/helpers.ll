; ModuleID = 'grey'
source_filename = "grey"
target datalayout = "e-i64:64-n8:16:32:64"

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
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) #1 {
entry:
  %p = alloca i32, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %8, align 8, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %9, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %10 = icmp slt i64 %3, %4
  br i1 %10, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %28, %next ]
  %11 = mul i32 %extent, %extent1
  %12 = mul i32 %11, %extent2
  %13 = trunc i64 %at to i32
  %14 = mul i32 %13, 3
  store i32 %14, ptr %p, align 4
  %15 = mul nsw i64 %at, 3
  %16 = getelementptr inbounds float, ptr %input_data, i64 %15
  %17 = load float, ptr %16, align 4, !llvm.access.group !1
  %18 = mul nsw i64 %at, 3
  %19 = add nsw i64 %18, 1
  %20 = getelementptr inbounds float, ptr %input_data, i64 %19
  %21 = load float, ptr %20, align 4, !llvm.access.group !1
  %22 = mul nsw i64 %at, 3
  %23 = add nsw i64 %22, 2
  %24 = getelementptr inbounds float, ptr %input_data, i64 %23
  %25 = load float, ptr %24, align 4, !llvm.access.group !1
  %26 = call float @helper_luma(ptr %0, ptr %1, float %17, float %21, float %25)
  %27 = getelementptr inbounds float, ptr %output_data, i64 %at
  store float %26, ptr %27, align 4, !llvm.access.group !1
  br label %next

next:                                             ; preds = %invocation
  %28 = add nsw i64 %at, 1
  %29 = icmp slt i64 %28, %4
  br i1 %29, label %invocation, label %done, !llvm.loop !2

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

; Function Attrs: noinline nounwind optnone
define i32 @dala_kernel(ptr %0, i64 %1, i64 %2) #2 {
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
  %8 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %8, align 8, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %9, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 1048576, ptr %fuel, align 8
  %10 = sext i32 %input_len to i64
  %11 = sub i64 %10, 3
  %12 = udiv i64 %11, 3
  %13 = add i64 %12, 1
  %14 = icmp slt i64 %11, 0
  %15 = select i1 %14, i64 0, i64 %13
  %16 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %17 = call i64 @llvm.smin.i64(i64 %2, i64 %15)
  %18 = sext i32 %output_len to i64
  %19 = sub i64 %18, 1
  %20 = udiv i64 %19, 1
  %21 = add i64 %20, 1
  %22 = icmp slt i64 %19, 0
  %23 = select i1 %22, i64 0, i64 %21
  %24 = call i64 @llvm.smax.i64(i64 %16, i64 0)
  %25 = call i64 @llvm.smin.i64(i64 %17, i64 %23)
  %26 = select i1 true, i64 %25, i64 0
  %27 = call i64 @llvm.smax.i64(i64 %24, i64 %1)
  %28 = call i64 @llvm.smin.i64(i64 %27, i64 %2)
  %29 = call i64 @llvm.smin.i64(i64 %26, i64 %2)
  %30 = call i64 @llvm.smax.i64(i64 %29, i64 %28)
  br label %edge

stopped:                                          ; preds = %go_on12, %look_at_clock11, %look_at_clock4, %some, %go_on, %look_at_clock
  ret i32 1

edge:                                             ; preds = %next, %body
  %at = phi i64 [ %1, %body ], [ %35, %next ]
  %31 = icmp slt i64 %at, %28
  br i1 %31, label %one, label %none_left

one:                                              ; preds = %edge
  %32 = load i64, ptr %fuel, align 8
  %33 = sub i64 %32, 32
  store i64 %33, ptr %fuel, align 8
  %34 = icmp slt i64 %33, 0
  br i1 %34, label %look_at_clock, label %go_on, !prof !4

next:                                             ; preds = %go_on
  %35 = add nsw i64 %at, 1
  br label %edge

none_left:                                        ; preds = %edge
  %36 = icmp slt i64 %28, %30
  br i1 %36, label %some, label %none_left3

look_at_clock:                                    ; preds = %one
  %37 = call i32 %checkpoint(ptr %checkpoint_state)
  %38 = icmp ne i32 %37, 0
  %39 = select i1 %38, i64 0, i64 1048576
  store i64 %39, ptr %fuel, align 8
  br i1 %38, label %stopped, label %go_on

go_on:                                            ; preds = %look_at_clock, %one
  %40 = call i32 @edge(ptr %0, ptr %fuel, i64 0, i64 %at)
  %41 = icmp ne i32 %40, 0
  br i1 %41, label %stopped, label %next

some:                                             ; preds = %go_on5, %none_left
  %from = phi i64 [ %28, %none_left ], [ %43, %go_on5 ]
  %42 = add nsw i64 %from, 131072
  %43 = call i64 @llvm.smin.i64(i64 %42, i64 %30)
  %44 = call i32 @inner(ptr %0, ptr %fuel, i64 0, i64 %from, i64 %43)
  %45 = icmp ne i32 %44, 0
  br i1 %45, label %stopped, label %more

more:                                             ; preds = %some
  %46 = icmp slt i64 %43, %30
  br i1 %46, label %again, label %none_left3

none_left3:                                       ; preds = %more, %none_left
  br label %edge6

again:                                            ; preds = %more
  %47 = load i64, ptr %fuel, align 8
  %48 = sub i64 %47, 4194304
  store i64 %48, ptr %fuel, align 8
  %49 = icmp slt i64 %48, 0
  br i1 %49, label %look_at_clock4, label %go_on5, !prof !4

look_at_clock4:                                   ; preds = %again
  %50 = call i32 %checkpoint(ptr %checkpoint_state)
  %51 = icmp ne i32 %50, 0
  %52 = select i1 %51, i64 0, i64 1048576
  store i64 %52, ptr %fuel, align 8
  br i1 %51, label %stopped, label %go_on5

go_on5:                                           ; preds = %look_at_clock4, %again
  br label %some

edge6:                                            ; preds = %next8, %none_left3
  %at10 = phi i64 [ %30, %none_left3 ], [ %57, %next8 ]
  %53 = icmp slt i64 %at10, %2
  br i1 %53, label %one7, label %none_left9

one7:                                             ; preds = %edge6
  %54 = load i64, ptr %fuel, align 8
  %55 = sub i64 %54, 32
  store i64 %55, ptr %fuel, align 8
  %56 = icmp slt i64 %55, 0
  br i1 %56, label %look_at_clock11, label %go_on12, !prof !4

next8:                                            ; preds = %go_on12
  %57 = add nsw i64 %at10, 1
  br label %edge6

none_left9:                                       ; preds = %edge6
  ret i32 0

look_at_clock11:                                  ; preds = %one7
  %58 = call i32 %checkpoint(ptr %checkpoint_state)
  %59 = icmp ne i32 %58, 0
  %60 = select i1 %59, i64 0, i64 1048576
  store i64 %60, ptr %fuel, align 8
  br i1 %59, label %stopped, label %go_on12

go_on12:                                          ; preds = %look_at_clock11, %one7
  %61 = call i32 @edge(ptr %0, ptr %fuel, i64 0, i64 %at10)
  %62 = icmp ne i32 %61, 0
  br i1 %62, label %stopped, label %next8
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #3

attributes #0 = { inlinehint nounwind }
attributes #1 = { noinline nounwind }
attributes #2 = { noinline nounwind optnone }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
!4 = !{!"branch_weights", i32 1, i32 262144}
