; ModuleID = 'luma'
source_filename = "luma"
target datalayout = "e-i64:64-n8:16:32:64"

@inside = private constant [6 x { i64, i64, i64, i64, i64, i64 }] [{ i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 2, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 0, i64 1, i64 1, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 0, i64 2, i64 0, i64 0, i64 0, i64 3 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 0, i64 2, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 1, i64 1, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 2, i64 0, i64 0, i64 0, i64 3 }]
@dala_plan = constant { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, i64 } { ptr null, ptr @inner, ptr @edge, i64 1, i64 0, i64 1, i64 64, i64 64, i64 65536, ptr @inside, i64 6, ptr null, i64 0, ptr null, i64 0 }

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) #0 {
entry:
  %grey = alloca float, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %6 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %10, align 8, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 652
  %output_shape = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %12, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %13 = icmp slt i64 %3, %4
  br i1 %13, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %112, %next ]
  %14 = mul i32 %extent, %extent1
  %15 = mul i32 %14, 1
  %16 = trunc i64 %at to i32
  %17 = trunc i64 %2 to i32
  %18 = sext i32 %extent to i64
  %19 = mul nsw i64 %18, 1
  %20 = mul nsw i64 %2, %19
  %21 = add nsw i64 %20, %at
  %22 = mul i32 0, %extent1
  %23 = add i32 %22, %17
  %24 = mul i32 %23, %extent
  %25 = add i32 %24, %16
  %26 = trunc i64 %21 to i32
  store i32 %17, ptr %y, align 4
  store i32 %16, ptr %x, align 4
  %27 = mul nsw i64 %at, 4
  %28 = sext i32 %input_shape to i64
  %29 = mul nsw i64 %28, 4
  %30 = mul nsw i64 %2, %29
  %31 = freeze i64 %30
  %32 = add nsw i64 %31, %27
  %33 = getelementptr inbounds i8, ptr %input_data, i64 %32
  %34 = load i32, ptr %33, align 1
  %35 = lshr i32 %34, 0
  %36 = trunc i32 %35 to i8
  %37 = uitofp i8 %36 to float
  %38 = fmul float 0x3FD322D0E0000000, %37
  %39 = mul nsw i64 %at, 4
  %40 = sext i32 %input_shape to i64
  %41 = mul nsw i64 %40, 4
  %42 = mul nsw i64 %2, %41
  %43 = freeze i64 %42
  %44 = add nsw i64 %43, %39
  %45 = getelementptr inbounds i8, ptr %input_data, i64 %44
  %46 = load i32, ptr %45, align 1
  %47 = lshr i32 %46, 8
  %48 = trunc i32 %47 to i8
  %49 = uitofp i8 %48 to float
  %50 = fmul float 0x3FE2C8B440000000, %49
  %51 = fadd float %38, %50
  %52 = mul nsw i64 %at, 4
  %53 = sext i32 %input_shape to i64
  %54 = mul nsw i64 %53, 4
  %55 = mul nsw i64 %2, %54
  %56 = freeze i64 %55
  %57 = add nsw i64 %56, %52
  %58 = getelementptr inbounds i8, ptr %input_data, i64 %57
  %59 = load i32, ptr %58, align 1
  %60 = lshr i32 %59, 16
  %61 = trunc i32 %60 to i8
  %62 = uitofp i8 %61 to float
  %63 = fmul float 0x3FBD2F1AA0000000, %62
  %64 = fadd float %51, %63
  store float %64, ptr %grey, align 4
  %65 = mul nsw i64 %at, 4
  %66 = sext i32 %output_shape to i64
  %67 = mul nsw i64 %66, 4
  %68 = mul nsw i64 %2, %67
  %69 = freeze i64 %68
  %70 = add nsw i64 %69, %65
  %71 = load float, ptr %grey, align 4
  %72 = call float @llvm.round.f32(float %71)
  %73 = fcmp ogt float %72, 0.000000e+00
  %74 = select i1 %73, float %72, float 0.000000e+00
  %75 = fcmp olt float %74, 2.550000e+02
  %76 = select i1 %75, float %74, float 2.550000e+02
  %77 = fptosi float %76 to i32
  %78 = trunc i32 %77 to i8
  %79 = getelementptr inbounds i8, ptr %output_data, i64 %70
  store i8 %78, ptr %79, align 1
  %80 = mul nsw i64 %at, 4
  %81 = sext i32 %output_shape to i64
  %82 = mul nsw i64 %81, 4
  %83 = mul nsw i64 %2, %82
  %84 = freeze i64 %83
  %85 = add nsw i64 %84, %80
  %86 = load float, ptr %grey, align 4
  %87 = call float @llvm.round.f32(float %86)
  %88 = fcmp ogt float %87, 0.000000e+00
  %89 = select i1 %88, float %87, float 0.000000e+00
  %90 = fcmp olt float %89, 2.550000e+02
  %91 = select i1 %90, float %89, float 2.550000e+02
  %92 = fptosi float %91 to i32
  %93 = trunc i32 %92 to i8
  %94 = add nsw i64 %85, 1
  %95 = getelementptr inbounds i8, ptr %output_data, i64 %94
  store i8 %93, ptr %95, align 1
  %96 = mul nsw i64 %at, 4
  %97 = sext i32 %output_shape to i64
  %98 = mul nsw i64 %97, 4
  %99 = mul nsw i64 %2, %98
  %100 = freeze i64 %99
  %101 = add nsw i64 %100, %96
  %102 = load float, ptr %grey, align 4
  %103 = call float @llvm.round.f32(float %102)
  %104 = fcmp ogt float %103, 0.000000e+00
  %105 = select i1 %104, float %103, float 0.000000e+00
  %106 = fcmp olt float %105, 2.550000e+02
  %107 = select i1 %106, float %105, float 2.550000e+02
  %108 = fptosi float %107 to i32
  %109 = trunc i32 %108 to i8
  %110 = add nsw i64 %101, 2
  %111 = getelementptr inbounds i8, ptr %output_data, i64 %110
  store i8 %109, ptr %111, align 1
  br label %after_for

next:                                             ; preds = %after_for
  %112 = add nsw i64 %at, 1
  %113 = icmp slt i64 %112, %4
  br i1 %113, label %invocation, label %done, !llvm.loop !1

done:                                             ; preds = %next, %body
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

after_for:                                        ; preds = %invocation
  %114 = mul nsw i64 %at, 4
  %115 = sext i32 %output_shape to i64
  %116 = mul nsw i64 %115, 4
  %117 = mul nsw i64 %2, %116
  %118 = freeze i64 %117
  %119 = add nsw i64 %118, %114
  %120 = mul nsw i64 %at, 4
  %121 = sext i32 %input_shape to i64
  %122 = mul nsw i64 %121, 4
  %123 = mul nsw i64 %2, %122
  %124 = freeze i64 %123
  %125 = add nsw i64 %124, %120
  %126 = getelementptr inbounds i8, ptr %input_data, i64 %125
  %127 = load i32, ptr %126, align 1
  %128 = lshr i32 %127, 24
  %129 = trunc i32 %128 to i8
  %130 = add nsw i64 %119, 3
  %131 = getelementptr inbounds i8, ptr %output_data, i64 %130
  store i8 %129, ptr %131, align 1
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

attributes #0 = { noinline nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{}
!1 = distinct !{!1}
