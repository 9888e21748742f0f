; ModuleID = 'luma'
source_filename = "luma"
target datalayout = "e-i64:64-n8:16:32:64"

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) #0 {
entry:
  %grey = alloca float, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %9, align 8, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 652
  %output_shape = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %11, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %12 = icmp slt i64 %3, %4
  br i1 %12, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %111, %next ]
  %13 = mul i32 %extent, %extent1
  %14 = mul i32 %13, 1
  %15 = trunc i64 %at to i32
  %16 = trunc i64 %2 to i32
  %17 = sext i32 %extent to i64
  %18 = mul nsw i64 %17, 1
  %19 = mul nsw i64 %2, %18
  %20 = add nsw i64 %19, %at
  %21 = mul i32 0, %extent1
  %22 = add i32 %21, %16
  %23 = mul i32 %22, %extent
  %24 = add i32 %23, %15
  %25 = trunc i64 %20 to i32
  store i32 %16, ptr %y, align 4
  store i32 %15, ptr %x, align 4
  %26 = mul nsw i64 %at, 4
  %27 = sext i32 %input_shape to i64
  %28 = mul nsw i64 %27, 4
  %29 = mul nsw i64 %2, %28
  %30 = freeze i64 %29
  %31 = add nsw i64 %30, %26
  %32 = getelementptr inbounds i8, ptr %input_data, i64 %31
  %33 = load i32, ptr %32, align 1
  %34 = lshr i32 %33, 0
  %35 = trunc i32 %34 to i8
  %36 = uitofp i8 %35 to float
  %37 = fmul float 0x3FD322D0E0000000, %36
  %38 = mul nsw i64 %at, 4
  %39 = sext i32 %input_shape to i64
  %40 = mul nsw i64 %39, 4
  %41 = mul nsw i64 %2, %40
  %42 = freeze i64 %41
  %43 = add nsw i64 %42, %38
  %44 = getelementptr inbounds i8, ptr %input_data, i64 %43
  %45 = load i32, ptr %44, align 1
  %46 = lshr i32 %45, 8
  %47 = trunc i32 %46 to i8
  %48 = uitofp i8 %47 to float
  %49 = fmul float 0x3FE2C8B440000000, %48
  %50 = fadd float %37, %49
  %51 = mul nsw i64 %at, 4
  %52 = sext i32 %input_shape to i64
  %53 = mul nsw i64 %52, 4
  %54 = mul nsw i64 %2, %53
  %55 = freeze i64 %54
  %56 = add nsw i64 %55, %51
  %57 = getelementptr inbounds i8, ptr %input_data, i64 %56
  %58 = load i32, ptr %57, align 1
  %59 = lshr i32 %58, 16
  %60 = trunc i32 %59 to i8
  %61 = uitofp i8 %60 to float
  %62 = fmul float 0x3FBD2F1AA0000000, %61
  %63 = fadd float %50, %62
  store float %63, ptr %grey, align 4
  %64 = mul nsw i64 %at, 4
  %65 = sext i32 %output_shape to i64
  %66 = mul nsw i64 %65, 4
  %67 = mul nsw i64 %2, %66
  %68 = freeze i64 %67
  %69 = add nsw i64 %68, %64
  %70 = load float, ptr %grey, align 4
  %71 = call float @llvm.round.f32(float %70)
  %72 = fcmp ogt float %71, 0.000000e+00
  %73 = select i1 %72, float %71, float 0.000000e+00
  %74 = fcmp olt float %73, 2.550000e+02
  %75 = select i1 %74, float %73, float 2.550000e+02
  %76 = fptosi float %75 to i32
  %77 = trunc i32 %76 to i8
  %78 = getelementptr inbounds i8, ptr %output_data, i64 %69
  store i8 %77, ptr %78, align 1
  %79 = mul nsw i64 %at, 4
  %80 = sext i32 %output_shape to i64
  %81 = mul nsw i64 %80, 4
  %82 = mul nsw i64 %2, %81
  %83 = freeze i64 %82
  %84 = add nsw i64 %83, %79
  %85 = load float, ptr %grey, align 4
  %86 = call float @llvm.round.f32(float %85)
  %87 = fcmp ogt float %86, 0.000000e+00
  %88 = select i1 %87, float %86, float 0.000000e+00
  %89 = fcmp olt float %88, 2.550000e+02
  %90 = select i1 %89, float %88, float 2.550000e+02
  %91 = fptosi float %90 to i32
  %92 = trunc i32 %91 to i8
  %93 = add nsw i64 %84, 1
  %94 = getelementptr inbounds i8, ptr %output_data, i64 %93
  store i8 %92, ptr %94, align 1
  %95 = mul nsw i64 %at, 4
  %96 = sext i32 %output_shape to i64
  %97 = mul nsw i64 %96, 4
  %98 = mul nsw i64 %2, %97
  %99 = freeze i64 %98
  %100 = add nsw i64 %99, %95
  %101 = load float, ptr %grey, align 4
  %102 = call float @llvm.round.f32(float %101)
  %103 = fcmp ogt float %102, 0.000000e+00
  %104 = select i1 %103, float %102, float 0.000000e+00
  %105 = fcmp olt float %104, 2.550000e+02
  %106 = select i1 %105, float %104, float 2.550000e+02
  %107 = fptosi float %106 to i32
  %108 = trunc i32 %107 to i8
  %109 = add nsw i64 %100, 2
  %110 = getelementptr inbounds i8, ptr %output_data, i64 %109
  store i8 %108, ptr %110, align 1
  br label %after_for

next:                                             ; preds = %after_for
  %111 = add nsw i64 %at, 1
  %112 = icmp slt i64 %111, %4
  br i1 %112, label %invocation, label %done, !llvm.loop !1

done:                                             ; preds = %next, %body
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

after_for:                                        ; preds = %invocation
  %113 = mul nsw i64 %at, 4
  %114 = sext i32 %output_shape to i64
  %115 = mul nsw i64 %114, 4
  %116 = mul nsw i64 %2, %115
  %117 = freeze i64 %116
  %118 = add nsw i64 %117, %113
  %119 = mul nsw i64 %at, 4
  %120 = sext i32 %input_shape to i64
  %121 = mul nsw i64 %120, 4
  %122 = mul nsw i64 %2, %121
  %123 = freeze i64 %122
  %124 = add nsw i64 %123, %119
  %125 = getelementptr inbounds i8, ptr %input_data, i64 %124
  %126 = load i32, ptr %125, align 1
  %127 = lshr i32 %126, 24
  %128 = trunc i32 %127 to i8
  %129 = add nsw i64 %118, 3
  %130 = getelementptr inbounds i8, ptr %output_data, i64 %129
  store i8 %128, ptr %130, align 1
  br label %next
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.round.f32(float) #1

; Function Attrs: noinline nounwind
define internal i32 @edge(ptr %0, ptr %1, i64 %2, i64 %3) #0 {
entry:
  %grey = alloca float, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %4 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %4, align 4, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 568
  %input_shape = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape3 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %9, align 8, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 648
  %output_shape = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 652
  %output_shape8 = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %12, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %13 = mul i32 %extent, %extent1
  %14 = mul i32 %13, 1
  %15 = trunc i64 %3 to i32
  %16 = trunc i64 %2 to i32
  %17 = sext i32 %extent to i64
  %18 = mul nsw i64 %17, 1
  %19 = mul nsw i64 %2, %18
  %20 = add nsw i64 %19, %3
  %21 = mul i32 0, %extent1
  %22 = add i32 %21, %16
  %23 = mul i32 %22, %extent
  %24 = add i32 %23, %15
  %25 = trunc i64 %20 to i32
  store i32 %16, ptr %y, align 4
  store i32 %15, ptr %x, align 4
  %26 = load i32, ptr %y, align 4
  %27 = sext i32 %26 to i64
  %28 = sext i32 %input_shape to i64
  %29 = icmp ult i64 %27, %28
  %30 = sext i32 %input_shape3 to i64
  %31 = mul nsw i64 %30, 4
  %32 = mul nsw i64 %27, %31
  %33 = load i32, ptr %x, align 4
  %34 = sext i32 %33 to i64
  %35 = sext i32 %input_shape3 to i64
  %36 = icmp ult i64 %34, %35
  %37 = mul nsw i64 %34, 4
  %38 = add nsw i64 %32, %37
  %39 = and i1 %29, %36
  %40 = and i1 %39, true
  br i1 %40, label %inside, label %loaded

done:                                             ; preds = %stored17
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

inside:                                           ; preds = %body
  %41 = getelementptr inbounds i8, ptr %input_data, i64 %38
  %42 = load i8, ptr %41, align 1
  br label %loaded

loaded:                                           ; preds = %inside, %body
  %43 = phi i8 [ 0, %body ], [ %42, %inside ]
  %44 = uitofp i8 %43 to float
  %45 = fmul float 0x3FD322D0E0000000, %44
  %46 = load i32, ptr %y, align 4
  %47 = sext i32 %46 to i64
  %48 = sext i32 %input_shape to i64
  %49 = icmp ult i64 %47, %48
  %50 = sext i32 %input_shape3 to i64
  %51 = mul nsw i64 %50, 4
  %52 = mul nsw i64 %47, %51
  %53 = load i32, ptr %x, align 4
  %54 = sext i32 %53 to i64
  %55 = sext i32 %input_shape3 to i64
  %56 = icmp ult i64 %54, %55
  %57 = mul nsw i64 %54, 4
  %58 = add nsw i64 %52, %57
  %59 = and i1 %49, %56
  %60 = add nsw i64 %58, 1
  %61 = and i1 %59, true
  br i1 %61, label %inside4, label %loaded5

inside4:                                          ; preds = %loaded
  %62 = getelementptr inbounds i8, ptr %input_data, i64 %60
  %63 = load i8, ptr %62, align 1
  br label %loaded5

loaded5:                                          ; preds = %inside4, %loaded
  %64 = phi i8 [ 0, %loaded ], [ %63, %inside4 ]
  %65 = uitofp i8 %64 to float
  %66 = fmul float 0x3FE2C8B440000000, %65
  %67 = fadd float %45, %66
  %68 = load i32, ptr %y, align 4
  %69 = sext i32 %68 to i64
  %70 = sext i32 %input_shape to i64
  %71 = icmp ult i64 %69, %70
  %72 = sext i32 %input_shape3 to i64
  %73 = mul nsw i64 %72, 4
  %74 = mul nsw i64 %69, %73
  %75 = load i32, ptr %x, align 4
  %76 = sext i32 %75 to i64
  %77 = sext i32 %input_shape3 to i64
  %78 = icmp ult i64 %76, %77
  %79 = mul nsw i64 %76, 4
  %80 = add nsw i64 %74, %79
  %81 = and i1 %71, %78
  %82 = add nsw i64 %80, 2
  %83 = and i1 %81, true
  br i1 %83, label %inside6, label %loaded7

inside6:                                          ; preds = %loaded5
  %84 = getelementptr inbounds i8, ptr %input_data, i64 %82
  %85 = load i8, ptr %84, align 1
  br label %loaded7

loaded7:                                          ; preds = %inside6, %loaded5
  %86 = phi i8 [ 0, %loaded5 ], [ %85, %inside6 ]
  %87 = uitofp i8 %86 to float
  %88 = fmul float 0x3FBD2F1AA0000000, %87
  %89 = fadd float %67, %88
  store float %89, ptr %grey, align 4
  %90 = load i32, ptr %y, align 4
  %91 = sext i32 %90 to i64
  %92 = sext i32 %output_shape to i64
  %93 = icmp ult i64 %91, %92
  %94 = sext i32 %output_shape8 to i64
  %95 = mul nsw i64 %94, 4
  %96 = mul nsw i64 %91, %95
  %97 = load i32, ptr %x, align 4
  %98 = sext i32 %97 to i64
  %99 = sext i32 %output_shape8 to i64
  %100 = icmp ult i64 %98, %99
  %101 = mul nsw i64 %98, 4
  %102 = add nsw i64 %96, %101
  %103 = and i1 %93, %100
  %104 = and i1 %103, true
  %105 = load float, ptr %grey, align 4
  %106 = call float @llvm.round.f32(float %105)
  %107 = fcmp ogt float %106, 0.000000e+00
  %108 = select i1 %107, float %106, float 0.000000e+00
  %109 = fcmp olt float %108, 2.550000e+02
  %110 = select i1 %109, float %108, float 2.550000e+02
  %111 = fptosi float %110 to i32
  %112 = trunc i32 %111 to i8
  br i1 %104, label %inside9, label %stored

after_for:                                        ; preds = %stored13
  %113 = load i32, ptr %y, align 4
  %114 = sext i32 %113 to i64
  %115 = sext i32 %output_shape to i64
  %116 = icmp ult i64 %114, %115
  %117 = sext i32 %output_shape8 to i64
  %118 = mul nsw i64 %117, 4
  %119 = mul nsw i64 %114, %118
  %120 = load i32, ptr %x, align 4
  %121 = sext i32 %120 to i64
  %122 = sext i32 %output_shape8 to i64
  %123 = icmp ult i64 %121, %122
  %124 = mul nsw i64 %121, 4
  %125 = add nsw i64 %119, %124
  %126 = and i1 %116, %123
  %127 = add nsw i64 %125, 3
  %128 = and i1 %126, true
  %129 = load i32, ptr %y, align 4
  %130 = sext i32 %129 to i64
  %131 = sext i32 %input_shape to i64
  %132 = icmp ult i64 %130, %131
  %133 = sext i32 %input_shape3 to i64
  %134 = mul nsw i64 %133, 4
  %135 = mul nsw i64 %130, %134
  %136 = load i32, ptr %x, align 4
  %137 = sext i32 %136 to i64
  %138 = sext i32 %input_shape3 to i64
  %139 = icmp ult i64 %137, %138
  %140 = mul nsw i64 %137, 4
  %141 = add nsw i64 %135, %140
  %142 = and i1 %132, %139
  %143 = add nsw i64 %141, 3
  %144 = and i1 %142, true
  br i1 %144, label %inside14, label %loaded15

inside9:                                          ; preds = %loaded7
  %145 = getelementptr inbounds i8, ptr %output_data, i64 %102
  store i8 %112, ptr %145, align 1
  br label %stored

stored:                                           ; preds = %inside9, %loaded7
  %146 = load i32, ptr %y, align 4
  %147 = sext i32 %146 to i64
  %148 = sext i32 %output_shape to i64
  %149 = icmp ult i64 %147, %148
  %150 = sext i32 %output_shape8 to i64
  %151 = mul nsw i64 %150, 4
  %152 = mul nsw i64 %147, %151
  %153 = load i32, ptr %x, align 4
  %154 = sext i32 %153 to i64
  %155 = sext i32 %output_shape8 to i64
  %156 = icmp ult i64 %154, %155
  %157 = mul nsw i64 %154, 4
  %158 = add nsw i64 %152, %157
  %159 = and i1 %149, %156
  %160 = add nsw i64 %158, 1
  %161 = and i1 %159, true
  %162 = load float, ptr %grey, align 4
  %163 = call float @llvm.round.f32(float %162)
  %164 = fcmp ogt float %163, 0.000000e+00
  %165 = select i1 %164, float %163, float 0.000000e+00
  %166 = fcmp olt float %165, 2.550000e+02
  %167 = select i1 %166, float %165, float 2.550000e+02
  %168 = fptosi float %167 to i32
  %169 = trunc i32 %168 to i8
  br i1 %161, label %inside10, label %stored11

inside10:                                         ; preds = %stored
  %170 = getelementptr inbounds i8, ptr %output_data, i64 %160
  store i8 %169, ptr %170, align 1
  br label %stored11

stored11:                                         ; preds = %inside10, %stored
  %171 = load i32, ptr %y, align 4
  %172 = sext i32 %171 to i64
  %173 = sext i32 %output_shape to i64
  %174 = icmp ult i64 %172, %173
  %175 = sext i32 %output_shape8 to i64
  %176 = mul nsw i64 %175, 4
  %177 = mul nsw i64 %172, %176
  %178 = load i32, ptr %x, align 4
  %179 = sext i32 %178 to i64
  %180 = sext i32 %output_shape8 to i64
  %181 = icmp ult i64 %179, %180
  %182 = mul nsw i64 %179, 4
  %183 = add nsw i64 %177, %182
  %184 = and i1 %174, %181
  %185 = add nsw i64 %183, 2
  %186 = and i1 %184, true
  %187 = load float, ptr %grey, align 4
  %188 = call float @llvm.round.f32(float %187)
  %189 = fcmp ogt float %188, 0.000000e+00
  %190 = select i1 %189, float %188, float 0.000000e+00
  %191 = fcmp olt float %190, 2.550000e+02
  %192 = select i1 %191, float %190, float 2.550000e+02
  %193 = fptosi float %192 to i32
  %194 = trunc i32 %193 to i8
  br i1 %186, label %inside12, label %stored13

inside12:                                         ; preds = %stored11
  %195 = getelementptr inbounds i8, ptr %output_data, i64 %185
  store i8 %194, ptr %195, align 1
  br label %stored13

stored13:                                         ; preds = %inside12, %stored11
  br label %after_for

inside14:                                         ; preds = %after_for
  %196 = getelementptr inbounds i8, ptr %input_data, i64 %143
  %197 = load i8, ptr %196, align 1
  br label %loaded15

loaded15:                                         ; preds = %inside14, %after_for
  %198 = phi i8 [ 0, %after_for ], [ %197, %inside14 ]
  br i1 %128, label %inside16, label %stored17

inside16:                                         ; preds = %loaded15
  %199 = getelementptr inbounds i8, ptr %output_data, i64 %127
  store i8 %198, ptr %199, align 1
  br label %stored17

stored17:                                         ; preds = %inside16, %loaded15
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
  %6 = getelementptr inbounds i8, ptr %0, i64 568
  %input_shape = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape3 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 648
  %output_shape = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 652
  %output_shape4 = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %10, align 8, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %11, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 1048576, ptr %fuel, align 8
  %12 = sext i32 %extent1 to i64
  %13 = sext i32 %extent to i64
  %14 = sext i32 %input_shape to i64
  %15 = sub i64 %14, 1
  %16 = udiv i64 %15, 1
  %17 = add i64 %16, 1
  %18 = icmp slt i64 %15, 0
  %19 = select i1 %18, i64 0, i64 %17
  %20 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %21 = call i64 @llvm.smin.i64(i64 %12, i64 %19)
  %22 = sext i32 %input_shape3 to i64
  %23 = sub i64 %22, 1
  %24 = udiv i64 %23, 1
  %25 = add i64 %24, 1
  %26 = icmp slt i64 %23, 0
  %27 = select i1 %26, i64 0, i64 %25
  %28 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %29 = call i64 @llvm.smin.i64(i64 %13, i64 %27)
  %30 = sext i32 %output_shape to i64
  %31 = sub i64 %30, 1
  %32 = udiv i64 %31, 1
  %33 = add i64 %32, 1
  %34 = icmp slt i64 %31, 0
  %35 = select i1 %34, i64 0, i64 %33
  %36 = call i64 @llvm.smax.i64(i64 %20, i64 0)
  %37 = call i64 @llvm.smin.i64(i64 %21, i64 %35)
  %38 = sext i32 %output_shape4 to i64
  %39 = sub i64 %38, 1
  %40 = udiv i64 %39, 1
  %41 = add i64 %40, 1
  %42 = icmp slt i64 %39, 0
  %43 = select i1 %42, i64 0, i64 %41
  %44 = call i64 @llvm.smax.i64(i64 %28, i64 0)
  %45 = call i64 @llvm.smin.i64(i64 %29, i64 %43)
  %46 = sext i32 %extent to i64
  %47 = mul nsw i64 %46, 1
  %48 = mul nsw i64 %44, 1
  %49 = mul nsw i64 %45, 1
  %50 = icmp slt i64 %1, %2
  br i1 %50, label %row, label %rows_done

stopped:                                          ; preds = %go_on15, %look_at_clock14, %look_at_clock7, %some, %go_on, %look_at_clock
  ret i32 1

row:                                              ; preds = %none_left12, %body
  %row5 = phi i64 [ %1, %body ], [ %88, %none_left12 ]
  %51 = icmp slt i64 %row5, %37
  %52 = icmp sge i64 %row5, %36
  %53 = and i1 %52, %51
  %54 = and i1 true, %53
  %55 = select i1 %54, i64 %49, i64 0
  %56 = select i1 %54, i64 %48, i64 0
  %57 = call i64 @llvm.smax.i64(i64 %56, i64 0)
  %58 = call i64 @llvm.smin.i64(i64 %57, i64 %47)
  %59 = call i64 @llvm.smin.i64(i64 %55, i64 %47)
  %60 = call i64 @llvm.smax.i64(i64 %59, i64 %58)
  br label %edge

rows_done:                                        ; preds = %none_left12, %body
  ret i32 0

edge:                                             ; preds = %next, %row
  %at = phi i64 [ 0, %row ], [ %65, %next ]
  %61 = icmp slt i64 %at, %58
  br i1 %61, label %one, label %none_left

one:                                              ; preds = %edge
  %62 = load i64, ptr %fuel, align 8
  %63 = sub i64 %62, 64
  store i64 %63, ptr %fuel, align 8
  %64 = icmp slt i64 %63, 0
  br i1 %64, label %look_at_clock, label %go_on, !prof !2

next:                                             ; preds = %go_on
  %65 = add nsw i64 %at, 1
  br label %edge

none_left:                                        ; preds = %edge
  %66 = icmp slt i64 %58, %60
  br i1 %66, label %some, label %none_left6

look_at_clock:                                    ; preds = %one
  %67 = call i32 %checkpoint(ptr %checkpoint_state)
  %68 = icmp ne i32 %67, 0
  %69 = select i1 %68, i64 0, i64 1048576
  store i64 %69, ptr %fuel, align 8
  br i1 %68, label %stopped, label %go_on

go_on:                                            ; preds = %look_at_clock, %one
  %70 = call i32 @edge(ptr %0, ptr %fuel, i64 %row5, i64 %at)
  %71 = icmp ne i32 %70, 0
  br i1 %71, label %stopped, label %next

some:                                             ; preds = %go_on8, %none_left
  %from = phi i64 [ %58, %none_left ], [ %73, %go_on8 ]
  %72 = add nsw i64 %from, 65536
  %73 = call i64 @llvm.smin.i64(i64 %72, i64 %60)
  %74 = call i32 @inner(ptr %0, ptr %fuel, i64 %row5, i64 %from, i64 %73)
  %75 = icmp ne i32 %74, 0
  br i1 %75, label %stopped, label %more

more:                                             ; preds = %some
  %76 = icmp slt i64 %73, %60
  br i1 %76, label %again, label %none_left6

none_left6:                                       ; preds = %more, %none_left
  br label %edge9

again:                                            ; preds = %more
  %77 = load i64, ptr %fuel, align 8
  %78 = sub i64 %77, 4194304
  store i64 %78, ptr %fuel, align 8
  %79 = icmp slt i64 %78, 0
  br i1 %79, label %look_at_clock7, label %go_on8, !prof !2

look_at_clock7:                                   ; preds = %again
  %80 = call i32 %checkpoint(ptr %checkpoint_state)
  %81 = icmp ne i32 %80, 0
  %82 = select i1 %81, i64 0, i64 1048576
  store i64 %82, ptr %fuel, align 8
  br i1 %81, label %stopped, label %go_on8

go_on8:                                           ; preds = %look_at_clock7, %again
  br label %some

edge9:                                            ; preds = %next11, %none_left6
  %at13 = phi i64 [ %60, %none_left6 ], [ %87, %next11 ]
  %83 = icmp slt i64 %at13, %47
  br i1 %83, label %one10, label %none_left12

one10:                                            ; preds = %edge9
  %84 = load i64, ptr %fuel, align 8
  %85 = sub i64 %84, 64
  store i64 %85, ptr %fuel, align 8
  %86 = icmp slt i64 %85, 0
  br i1 %86, label %look_at_clock14, label %go_on15, !prof !2

next11:                                           ; preds = %go_on15
  %87 = add nsw i64 %at13, 1
  br label %edge9

none_left12:                                      ; preds = %edge9
  %88 = add i64 %row5, 1
  %89 = icmp slt i64 %88, %2
  br i1 %89, label %row, label %rows_done

look_at_clock14:                                  ; preds = %one10
  %90 = call i32 %checkpoint(ptr %checkpoint_state)
  %91 = icmp ne i32 %90, 0
  %92 = select i1 %91, i64 0, i64 1048576
  store i64 %92, ptr %fuel, align 8
  br i1 %91, label %stopped, label %go_on15

go_on15:                                          ; preds = %look_at_clock14, %one10
  %93 = call i32 @edge(ptr %0, ptr %fuel, i64 %row5, i64 %at13)
  %94 = icmp ne i32 %93, 0
  br i1 %94, label %stopped, label %next11
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #1

attributes #0 = { noinline nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { noinline nounwind optnone }

!0 = !{}
!1 = distinct !{!1}
!2 = !{!"branch_weights", i32 1, i32 262144}
