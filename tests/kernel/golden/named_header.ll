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

; Function Attrs: noinline nounwind optnone
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
  %8 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %8, align 8, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %9, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 1048576, ptr %fuel, align 8
  %10 = sext i32 %input_len to i64
  %11 = sub i64 %10, 1
  %12 = udiv i64 %11, 1
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
  %33 = sub i64 %32, 9
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
  %42 = add nsw i64 %from, 465984
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
  %48 = sub i64 %47, 4193856
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
  %55 = sub i64 %54, 9
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
declare i64 @llvm.smax.i64(i64, i64) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #2

attributes #0 = { noinline nounwind }
attributes #1 = { noinline nounwind optnone }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
!4 = !{!"branch_weights", i32 1, i32 262144}
