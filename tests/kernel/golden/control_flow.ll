; ModuleID = 'control'
source_filename = "control"
target datalayout = "e-i64:64-n8:16:32:64"

@inside = private constant [2 x { i64, i64, i64, i64, i64, i64 }] [{ i64, i64, i64, i64, i64, i64 } { i64 0, i64 4294967295, i64 4, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 4294967295, i64 4, i64 1, i64 0, i64 0 }]
@dala_plan = constant { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, i64 } { ptr null, ptr @inner, ptr @edge, i64 0, i64 0, i64 0, i64 23, i64 23, i64 182336, ptr @inside, i64 2, ptr null, i64 0, ptr null, i64 0 }

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) #0 {
entry:
  %i = alloca i32, align 4
  %next3 = alloca i32, align 4
  %x = alloca float, align 4
  %6 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %10, align 8, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 40
  %rounds = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %12, align 8, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %14, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %15 = icmp slt i64 %3, %4
  br i1 %15, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %22, %next ]
  %16 = mul i32 %extent, %extent1
  %17 = mul i32 %16, %extent2
  %18 = trunc i64 %at to i32
  %19 = sext i32 %input_len to i64
  %20 = trunc i64 %19 to i32
  %21 = icmp sge i32 %18, %20
  br i1 %21, label %then, label %after_if

next:                                             ; preds = %after_while11, %then
  %22 = add nsw i64 %at, 1
  %23 = icmp slt i64 %22, %4
  br i1 %23, label %invocation, label %done, !llvm.loop !1

done:                                             ; preds = %next, %body
  ret i32 0

stopped:                                          ; preds = %look_at_clock12, %look_at_clock7, %look_at_clock
  ret i32 1

then:                                             ; preds = %invocation
  br label %next

after_if:                                         ; preds = %invocation
  %24 = getelementptr inbounds float, ptr %input_data, i64 %at
  %25 = load float, ptr %24, align 4, !llvm.access.group !3
  store float %25, ptr %x, align 4
  store i32 0, ptr %next3, align 4
  br label %for

for:                                              ; preds = %step, %after_if
  %26 = load i32, ptr %next3, align 4
  %27 = icmp ult i32 %26, %rounds
  br i1 %27, label %round, label %after_for

round:                                            ; preds = %for
  %28 = load i64, ptr %1, align 8
  %29 = sub i64 %28, 15
  store i64 %29, ptr %1, align 8
  %30 = icmp slt i64 %29, 0
  br i1 %30, label %look_at_clock, label %go_on, !prof !4

step:                                             ; preds = %after_if5, %then4
  %31 = add nuw i32 %26, 1
  store i32 %31, ptr %next3, align 4
  br label %for

after_for:                                        ; preds = %for
  br label %while

look_at_clock:                                    ; preds = %round
  %32 = call i32 %checkpoint(ptr %checkpoint_state)
  %33 = icmp ne i32 %32, 0
  %34 = select i1 %33, i64 0, i64 1048576
  store i64 %34, ptr %1, align 8
  br i1 %33, label %stopped, label %go_on

go_on:                                            ; preds = %look_at_clock, %round
  store i32 %26, ptr %i, align 4
  %35 = load i32, ptr %i, align 4
  %36 = urem i32 %35, 2
  %37 = select i1 false, i32 0, i32 %36
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %then4, label %after_if5

then4:                                            ; preds = %go_on
  br label %step

after_if5:                                        ; preds = %go_on
  %39 = load float, ptr %x, align 4
  %40 = load i32, ptr %i, align 4
  %41 = uitofp i32 %40 to float
  %42 = fadd float %39, %41
  store float %42, ptr %x, align 4
  br label %step

while:                                            ; preds = %round6, %after_for
  %43 = load i64, ptr %1, align 8
  %44 = sub i64 %43, 5
  store i64 %44, ptr %1, align 8
  %45 = icmp slt i64 %44, 0
  br i1 %45, label %look_at_clock7, label %go_on8, !prof !4

round6:                                           ; preds = %go_on8
  %46 = load float, ptr %x, align 4
  %47 = fdiv float %46, 2.000000e+00
  store float %47, ptr %x, align 4
  br label %while

after_while:                                      ; preds = %go_on8
  br label %while9

look_at_clock7:                                   ; preds = %while
  %48 = call i32 %checkpoint(ptr %checkpoint_state)
  %49 = icmp ne i32 %48, 0
  %50 = select i1 %49, i64 0, i64 1048576
  store i64 %50, ptr %1, align 8
  br i1 %49, label %stopped, label %go_on8

go_on8:                                           ; preds = %look_at_clock7, %while
  %51 = load float, ptr %x, align 4
  %52 = fcmp ogt float %51, 1.000000e+02
  br i1 %52, label %round6, label %after_while

while9:                                           ; preds = %after_if15, %after_while
  %53 = load i64, ptr %1, align 8
  %54 = sub i64 %53, 20
  store i64 %54, ptr %1, align 8
  %55 = icmp slt i64 %54, 0
  br i1 %55, label %look_at_clock12, label %go_on13, !prof !4

round10:                                          ; preds = %go_on13
  %56 = load float, ptr %x, align 4
  %57 = fsub float %56, 1.000000e+00
  store float %57, ptr %x, align 4
  %58 = load float, ptr %x, align 4
  %59 = fcmp olt float %58, 0.000000e+00
  br i1 %59, label %then14, label %else

after_while11:                                    ; preds = %then14, %go_on13
  %60 = load float, ptr %x, align 4
  %61 = getelementptr inbounds float, ptr %output_data, i64 %at
  store float %60, ptr %61, align 4, !llvm.access.group !3
  br label %next

look_at_clock12:                                  ; preds = %while9
  %62 = call i32 %checkpoint(ptr %checkpoint_state)
  %63 = icmp ne i32 %62, 0
  %64 = select i1 %63, i64 0, i64 1048576
  store i64 %64, ptr %1, align 8
  br i1 %63, label %stopped, label %go_on13

go_on13:                                          ; preds = %look_at_clock12, %while9
  br i1 true, label %round10, label %after_while11

then14:                                           ; preds = %round10
  br label %after_while11

else:                                             ; preds = %round10
  %65 = load float, ptr %x, align 4
  %66 = fcmp oeq float %65, 0.000000e+00
  br i1 %66, label %then16, label %after_if17

after_if15:                                       ; preds = %after_if17
  br label %while9

then16:                                           ; preds = %else
  store float -1.000000e+00, ptr %x, align 4
  br label %after_if17

after_if17:                                       ; preds = %then16, %else
  br label %after_if15
}

; Function Attrs: noinline nounwind
define internal i32 @edge(ptr %0, ptr %1, i64 %2, i64 %3) #0 {
entry:
  %i = alloca i32, align 4
  %next = alloca i32, align 4
  %x = alloca float, align 4
  %4 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %4, align 4, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %8, align 8, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 40
  %rounds = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %10, align 8, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %11, align 8, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 640
  %output_len = load i32, ptr %12, align 4, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %13, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %14 = mul i32 %extent, %extent1
  %15 = mul i32 %14, %extent2
  %16 = trunc i64 %3 to i32
  %17 = sext i32 %input_len to i64
  %18 = trunc i64 %17 to i32
  %19 = icmp sge i32 %16, %18
  br i1 %19, label %then, label %after_if

done:                                             ; preds = %stored, %then
  ret i32 0

stopped:                                          ; preds = %look_at_clock11, %look_at_clock6, %look_at_clock
  ret i32 1

then:                                             ; preds = %body
  br label %done

after_if:                                         ; preds = %body
  %20 = sext i32 %16 to i64
  %21 = sext i32 %input_len to i64
  %22 = icmp ult i64 %20, %21
  br i1 %22, label %inside, label %loaded

inside:                                           ; preds = %after_if
  %23 = getelementptr inbounds float, ptr %input_data, i64 %20
  %24 = load float, ptr %23, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %after_if
  %25 = phi float [ 0.000000e+00, %after_if ], [ %24, %inside ]
  store float %25, ptr %x, align 4
  store i32 0, ptr %next, align 4
  br label %for

for:                                              ; preds = %step, %loaded
  %26 = load i32, ptr %next, align 4
  %27 = icmp ult i32 %26, %rounds
  br i1 %27, label %round, label %after_for

round:                                            ; preds = %for
  %28 = load i64, ptr %1, align 8
  %29 = sub i64 %28, 15
  store i64 %29, ptr %1, align 8
  %30 = icmp slt i64 %29, 0
  br i1 %30, label %look_at_clock, label %go_on, !prof !4

step:                                             ; preds = %after_if4, %then3
  %31 = add nuw i32 %26, 1
  store i32 %31, ptr %next, align 4
  br label %for

after_for:                                        ; preds = %for
  br label %while

look_at_clock:                                    ; preds = %round
  %32 = call i32 %checkpoint(ptr %checkpoint_state)
  %33 = icmp ne i32 %32, 0
  %34 = select i1 %33, i64 0, i64 1048576
  store i64 %34, ptr %1, align 8
  br i1 %33, label %stopped, label %go_on

go_on:                                            ; preds = %look_at_clock, %round
  store i32 %26, ptr %i, align 4
  %35 = load i32, ptr %i, align 4
  %36 = urem i32 %35, 2
  %37 = select i1 false, i32 0, i32 %36
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %then3, label %after_if4

then3:                                            ; preds = %go_on
  br label %step

after_if4:                                        ; preds = %go_on
  %39 = load float, ptr %x, align 4
  %40 = load i32, ptr %i, align 4
  %41 = uitofp i32 %40 to float
  %42 = fadd float %39, %41
  store float %42, ptr %x, align 4
  br label %step

while:                                            ; preds = %round5, %after_for
  %43 = load i64, ptr %1, align 8
  %44 = sub i64 %43, 5
  store i64 %44, ptr %1, align 8
  %45 = icmp slt i64 %44, 0
  br i1 %45, label %look_at_clock6, label %go_on7, !prof !4

round5:                                           ; preds = %go_on7
  %46 = load float, ptr %x, align 4
  %47 = fdiv float %46, 2.000000e+00
  store float %47, ptr %x, align 4
  br label %while

after_while:                                      ; preds = %go_on7
  br label %while8

look_at_clock6:                                   ; preds = %while
  %48 = call i32 %checkpoint(ptr %checkpoint_state)
  %49 = icmp ne i32 %48, 0
  %50 = select i1 %49, i64 0, i64 1048576
  store i64 %50, ptr %1, align 8
  br i1 %49, label %stopped, label %go_on7

go_on7:                                           ; preds = %look_at_clock6, %while
  %51 = load float, ptr %x, align 4
  %52 = fcmp ogt float %51, 1.000000e+02
  br i1 %52, label %round5, label %after_while

while8:                                           ; preds = %after_if14, %after_while
  %53 = load i64, ptr %1, align 8
  %54 = sub i64 %53, 20
  store i64 %54, ptr %1, align 8
  %55 = icmp slt i64 %54, 0
  br i1 %55, label %look_at_clock11, label %go_on12, !prof !4

round9:                                           ; preds = %go_on12
  %56 = load float, ptr %x, align 4
  %57 = fsub float %56, 1.000000e+00
  store float %57, ptr %x, align 4
  %58 = load float, ptr %x, align 4
  %59 = fcmp olt float %58, 0.000000e+00
  br i1 %59, label %then13, label %else

after_while10:                                    ; preds = %then13, %go_on12
  %60 = sext i32 %16 to i64
  %61 = sext i32 %output_len to i64
  %62 = icmp ult i64 %60, %61
  %63 = load float, ptr %x, align 4
  br i1 %62, label %inside17, label %stored

look_at_clock11:                                  ; preds = %while8
  %64 = call i32 %checkpoint(ptr %checkpoint_state)
  %65 = icmp ne i32 %64, 0
  %66 = select i1 %65, i64 0, i64 1048576
  store i64 %66, ptr %1, align 8
  br i1 %65, label %stopped, label %go_on12

go_on12:                                          ; preds = %look_at_clock11, %while8
  br i1 true, label %round9, label %after_while10

then13:                                           ; preds = %round9
  br label %after_while10

else:                                             ; preds = %round9
  %67 = load float, ptr %x, align 4
  %68 = fcmp oeq float %67, 0.000000e+00
  br i1 %68, label %then15, label %after_if16

after_if14:                                       ; preds = %after_if16
  br label %while8

then15:                                           ; preds = %else
  store float -1.000000e+00, ptr %x, align 4
  br label %after_if16

after_if16:                                       ; preds = %then15, %else
  br label %after_if14

inside17:                                         ; preds = %after_while10
  %69 = getelementptr inbounds float, ptr %output_data, i64 %60
  store float %63, ptr %69, align 4
  br label %stored

stored:                                           ; preds = %inside17, %after_while10
  br label %done
}

attributes #0 = { noinline nounwind }

!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !3}
!3 = distinct !{}
!4 = !{!"branch_weights", i32 1, i32 262144}
