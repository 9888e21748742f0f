; ModuleID = 'blur'
source_filename = "blur"
target datalayout = "e-i64:64-n8:16:32:64"

@zero = private constant i64 0
@inside = private constant [6 x { i64, i64, i64, i64, i64, i64 }] [{ i64, i64, i64, i64, i64, i64 } { i64 0, i64 1, i64 1, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 0, i64 2, i64 3, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 2, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 0, i64 2, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 1, i64 1, i64 1, i64 0, i64 0 }, { i64, i64, i64, i64, i64, i64 } { i64 1, i64 2, i64 3, i64 1, i64 0, i64 0 }]
@same_channels = private constant [2 x i64] [i64 0, i64 1]
@not_empty = private constant [1 x i64] zeroinitializer
@dala_plan = constant { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, i64 } { ptr null, ptr @inner, ptr @edge, i64 1, i64 0, i64 0, i64 5, i64 46, i64 91136, ptr @inside, i64 6, ptr @same_channels, i64 2, ptr @not_empty, i64 1 }

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) #0 {
entry:
  %size = alloca i32, align 4
  %edges = alloca float, align 4
  %c = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %6 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 568
  %input_shape = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 600
  %input_stride = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 576
  %input_shape3 = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %12, align 8, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 564
  %input_rank = load i32, ptr %13, align 4, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %14, align 4, !invariant.load !0
  %15 = getelementptr inbounds i8, ptr %0, i64 680
  %output_stride = load i32, ptr %15, align 4, !invariant.load !0
  %16 = getelementptr inbounds i8, ptr %0, i64 656
  %output_shape = load i32, ptr %16, align 4, !invariant.load !0
  %17 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %17, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %18 = icmp slt i64 %3, %4
  br i1 %18, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %107, %next ]
  %19 = mul i32 %extent, %extent1
  %20 = mul i32 %19, %extent2
  %21 = trunc i64 %at to i32
  %22 = urem i32 %21, %extent2
  %23 = udiv i32 %21, %extent2
  %24 = trunc i64 %2 to i32
  %25 = sext i32 %extent2 to i64
  %26 = sext i32 %extent to i64
  %27 = mul nsw i64 %26, %25
  %28 = mul nsw i64 %2, %27
  %29 = add nsw i64 %28, %at
  %30 = sext i32 %23 to i64
  %31 = sext i32 %22 to i64
  %32 = mul i32 %22, %extent1
  %33 = add i32 %32, %24
  %34 = mul i32 %33, %extent
  %35 = add i32 %34, %23
  %36 = trunc i64 %29 to i32
  store i32 %24, ptr %y, align 4
  store i32 %23, ptr %x, align 4
  store i32 %22, ptr %c, align 4
  %37 = add nsw i64 %2, -1
  %38 = sext i32 %input_shape to i64
  %39 = sub i64 %38, 1
  %40 = call i64 @llvm.smax.i64(i64 %37, i64 0)
  %41 = call i64 @llvm.smin.i64(i64 %40, i64 %39)
  %42 = sext i32 %input_stride to i64
  %43 = mul nsw i64 %41, %42
  %44 = freeze i64 %43
  %45 = sext i32 %input_shape3 to i64
  %46 = mul nsw i64 0, %45
  %47 = add nsw i64 %44, %46
  %48 = add nsw i64 %47, %at
  %49 = getelementptr inbounds float, ptr %input_data, i64 %48
  %50 = load float, ptr %49, align 4, !llvm.access.group !1
  %51 = add nsw i64 %2, 1
  %52 = sext i32 %input_shape to i64
  %53 = sub i64 %52, 1
  %54 = mul i64 %53, 2
  %55 = call i64 @llvm.smax.i64(i64 %54, i64 1)
  %56 = srem i64 %51, %55
  %57 = add i64 %56, %55
  %58 = icmp slt i64 %56, 0
  %59 = select i1 %58, i64 %57, i64 %56
  %60 = sub i64 %55, %59
  %61 = icmp slt i64 %59, %52
  %62 = select i1 %61, i64 %59, i64 %60
  %63 = icmp ult i64 %51, %52
  %64 = select i1 %63, i64 %51, i64 %62
  %65 = sext i32 %input_stride to i64
  %66 = mul nsw i64 %64, %65
  %67 = freeze i64 %66
  %68 = sext i32 %input_shape3 to i64
  %69 = mul nsw i64 0, %68
  %70 = add nsw i64 %67, %69
  %71 = add nsw i64 %70, %at
  %72 = getelementptr inbounds float, ptr %input_data, i64 %71
  %73 = load float, ptr %72, align 4, !llvm.access.group !1
  %74 = fadd float %50, %73
  store float %74, ptr %edges, align 4
  %75 = sext i32 %input_shape to i64
  %76 = trunc i64 %75 to i32
  %77 = sext i32 %input_stride to i64
  %78 = trunc i64 %77 to i32
  %79 = mul i32 %76, %78
  %80 = add i32 %79, %input_rank
  %81 = sext i32 %input_len to i64
  %82 = trunc i64 %81 to i32
  %83 = add i32 %80, %82
  store i32 %83, ptr %size, align 4
  %84 = sext i32 %output_stride to i64
  %85 = mul nsw i64 %2, %84
  %86 = freeze i64 %85
  %87 = sext i32 %output_shape to i64
  %88 = mul nsw i64 0, %87
  %89 = add nsw i64 %86, %88
  %90 = add nsw i64 %89, %at
  %91 = sext i32 %input_stride to i64
  %92 = mul nsw i64 %2, %91
  %93 = freeze i64 %92
  %94 = sext i32 %input_shape3 to i64
  %95 = mul nsw i64 0, %94
  %96 = add nsw i64 %93, %95
  %97 = add nsw i64 %96, %at
  %98 = getelementptr inbounds float, ptr %input_data, i64 %97
  %99 = load float, ptr %98, align 4, !llvm.access.group !1
  %100 = load float, ptr %edges, align 4
  %101 = fmul float %100, 5.000000e-01
  %102 = fadd float %99, %101
  %103 = load i32, ptr %size, align 4
  %104 = sitofp i32 %103 to float
  %105 = fadd float %102, %104
  %106 = getelementptr inbounds float, ptr %output_data, i64 %90
  store float %105, ptr %106, align 4, !llvm.access.group !1
  br label %next

next:                                             ; preds = %invocation
  %107 = add nsw i64 %at, 1
  %108 = icmp slt i64 %107, %4
  br i1 %108, label %invocation, label %done, !llvm.loop !2

done:                                             ; preds = %next, %body
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #1

; Function Attrs: noinline nounwind
define internal i32 @edge(ptr %0, ptr %1, i64 %2, i64 %3) #0 {
entry:
  %size = alloca i32, align 4
  %edges = alloca float, align 4
  %c = alloca i32, align 4
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
  %8 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 600
  %input_stride = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape3 = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 604
  %input_stride4 = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 576
  %input_shape5 = load i32, ptr %12, align 4, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 564
  %input_rank = load i32, ptr %14, align 4, !invariant.load !0
  %15 = getelementptr inbounds i8, ptr %0, i64 648
  %output_shape = load i32, ptr %15, align 4, !invariant.load !0
  %16 = getelementptr inbounds i8, ptr %0, i64 680
  %output_stride = load i32, ptr %16, align 4, !invariant.load !0
  %17 = getelementptr inbounds i8, ptr %0, i64 652
  %output_shape6 = load i32, ptr %17, align 4, !invariant.load !0
  %18 = getelementptr inbounds i8, ptr %0, i64 684
  %output_stride7 = load i32, ptr %18, align 4, !invariant.load !0
  %19 = getelementptr inbounds i8, ptr %0, i64 656
  %output_shape8 = load i32, ptr %19, align 4, !invariant.load !0
  %20 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %20, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %21 = mul i32 %extent, %extent1
  %22 = mul i32 %21, %extent2
  %23 = trunc i64 %3 to i32
  %24 = urem i32 %23, %extent2
  %25 = udiv i32 %23, %extent2
  %26 = trunc i64 %2 to i32
  %27 = sext i32 %extent2 to i64
  %28 = sext i32 %extent to i64
  %29 = mul nsw i64 %28, %27
  %30 = mul nsw i64 %2, %29
  %31 = add nsw i64 %30, %3
  %32 = sext i32 %25 to i64
  %33 = sext i32 %24 to i64
  %34 = mul i32 %24, %extent1
  %35 = add i32 %34, %26
  %36 = mul i32 %35, %extent
  %37 = add i32 %36, %25
  %38 = trunc i64 %31 to i32
  store i32 %26, ptr %y, align 4
  store i32 %25, ptr %x, align 4
  store i32 %24, ptr %c, align 4
  %39 = load i32, ptr %y, align 4
  %40 = sub i32 %39, 1
  %41 = sext i32 %40 to i64
  %42 = sext i32 %input_shape to i64
  %43 = sext i32 %input_len to i64
  %44 = icmp ne i64 %43, 0
  %45 = select i1 %44, i64 %42, i64 1
  %46 = sub i64 %45, 1
  %47 = call i64 @llvm.smax.i64(i64 %41, i64 0)
  %48 = call i64 @llvm.smin.i64(i64 %47, i64 %46)
  %49 = sext i32 %input_stride to i64
  %50 = mul nsw i64 %48, %49
  %51 = load i32, ptr %x, align 4
  %52 = sext i32 %51 to i64
  %53 = sext i32 %input_shape3 to i64
  %54 = sext i32 %input_len to i64
  %55 = icmp ne i64 %54, 0
  %56 = select i1 %55, i64 %53, i64 1
  %57 = sub i64 %56, 1
  %58 = call i64 @llvm.smax.i64(i64 %52, i64 0)
  %59 = call i64 @llvm.smin.i64(i64 %58, i64 %57)
  %60 = sext i32 %input_stride4 to i64
  %61 = mul nsw i64 %59, %60
  %62 = add nsw i64 %50, %61
  %63 = load i32, ptr %c, align 4
  %64 = sext i32 %63 to i64
  %65 = sext i32 %input_shape5 to i64
  %66 = sext i32 %input_len to i64
  %67 = icmp ne i64 %66, 0
  %68 = select i1 %67, i64 %65, i64 1
  %69 = sub i64 %68, 1
  %70 = call i64 @llvm.smax.i64(i64 %64, i64 0)
  %71 = call i64 @llvm.smin.i64(i64 %70, i64 %69)
  %72 = add nsw i64 %62, %71
  %73 = sext i32 %input_len to i64
  %74 = icmp ne i64 %73, 0
  %75 = select i1 %74, ptr %input_data, ptr @zero
  %76 = getelementptr inbounds float, ptr %75, i64 %72
  %77 = load float, ptr %76, align 4
  %78 = load i32, ptr %y, align 4
  %79 = add i32 %78, 1
  %80 = sext i32 %79 to i64
  %81 = sext i32 %input_shape to i64
  %82 = sext i32 %input_len to i64
  %83 = icmp ne i64 %82, 0
  %84 = select i1 %83, i64 %81, i64 1
  %85 = sub i64 %84, 1
  %86 = mul i64 %85, 2
  %87 = call i64 @llvm.smax.i64(i64 %86, i64 1)
  %88 = srem i64 %80, %87
  %89 = add i64 %88, %87
  %90 = icmp slt i64 %88, 0
  %91 = select i1 %90, i64 %89, i64 %88
  %92 = sub i64 %87, %91
  %93 = icmp slt i64 %91, %84
  %94 = select i1 %93, i64 %91, i64 %92
  %95 = icmp ult i64 %80, %84
  %96 = select i1 %95, i64 %80, i64 %94
  %97 = sext i32 %input_stride to i64
  %98 = mul nsw i64 %96, %97
  %99 = load i32, ptr %x, align 4
  %100 = sext i32 %99 to i64
  %101 = sext i32 %input_shape3 to i64
  %102 = sext i32 %input_len to i64
  %103 = icmp ne i64 %102, 0
  %104 = select i1 %103, i64 %101, i64 1
  %105 = sub i64 %104, 1
  %106 = mul i64 %105, 2
  %107 = call i64 @llvm.smax.i64(i64 %106, i64 1)
  %108 = srem i64 %100, %107
  %109 = add i64 %108, %107
  %110 = icmp slt i64 %108, 0
  %111 = select i1 %110, i64 %109, i64 %108
  %112 = sub i64 %107, %111
  %113 = icmp slt i64 %111, %104
  %114 = select i1 %113, i64 %111, i64 %112
  %115 = icmp ult i64 %100, %104
  %116 = select i1 %115, i64 %100, i64 %114
  %117 = sext i32 %input_stride4 to i64
  %118 = mul nsw i64 %116, %117
  %119 = add nsw i64 %98, %118
  %120 = load i32, ptr %c, align 4
  %121 = sext i32 %120 to i64
  %122 = sext i32 %input_shape5 to i64
  %123 = sext i32 %input_len to i64
  %124 = icmp ne i64 %123, 0
  %125 = select i1 %124, i64 %122, i64 1
  %126 = sub i64 %125, 1
  %127 = mul i64 %126, 2
  %128 = call i64 @llvm.smax.i64(i64 %127, i64 1)
  %129 = srem i64 %121, %128
  %130 = add i64 %129, %128
  %131 = icmp slt i64 %129, 0
  %132 = select i1 %131, i64 %130, i64 %129
  %133 = sub i64 %128, %132
  %134 = icmp slt i64 %132, %125
  %135 = select i1 %134, i64 %132, i64 %133
  %136 = icmp ult i64 %121, %125
  %137 = select i1 %136, i64 %121, i64 %135
  %138 = add nsw i64 %119, %137
  %139 = sext i32 %input_len to i64
  %140 = icmp ne i64 %139, 0
  %141 = select i1 %140, ptr %input_data, ptr @zero
  %142 = getelementptr inbounds float, ptr %141, i64 %138
  %143 = load float, ptr %142, align 4
  %144 = fadd float %77, %143
  store float %144, ptr %edges, align 4
  %145 = sext i32 %input_shape to i64
  %146 = trunc i64 %145 to i32
  %147 = sext i32 %input_stride to i64
  %148 = trunc i64 %147 to i32
  %149 = mul i32 %146, %148
  %150 = add i32 %149, %input_rank
  %151 = sext i32 %input_len to i64
  %152 = trunc i64 %151 to i32
  %153 = add i32 %150, %152
  store i32 %153, ptr %size, align 4
  %154 = load i32, ptr %y, align 4
  %155 = sext i32 %154 to i64
  %156 = sext i32 %output_shape to i64
  %157 = icmp ult i64 %155, %156
  %158 = sext i32 %output_stride to i64
  %159 = mul nsw i64 %155, %158
  %160 = load i32, ptr %x, align 4
  %161 = sext i32 %160 to i64
  %162 = sext i32 %output_shape6 to i64
  %163 = icmp ult i64 %161, %162
  %164 = sext i32 %output_stride7 to i64
  %165 = mul nsw i64 %161, %164
  %166 = add nsw i64 %159, %165
  %167 = and i1 %157, %163
  %168 = load i32, ptr %c, align 4
  %169 = sext i32 %168 to i64
  %170 = sext i32 %output_shape8 to i64
  %171 = icmp ult i64 %169, %170
  %172 = add nsw i64 %166, %169
  %173 = and i1 %167, %171
  %174 = load i32, ptr %y, align 4
  %175 = sext i32 %174 to i64
  %176 = sext i32 %input_shape to i64
  %177 = icmp ult i64 %175, %176
  %178 = sext i32 %input_stride to i64
  %179 = mul nsw i64 %175, %178
  %180 = load i32, ptr %x, align 4
  %181 = sext i32 %180 to i64
  %182 = sext i32 %input_shape3 to i64
  %183 = icmp ult i64 %181, %182
  %184 = sext i32 %input_stride4 to i64
  %185 = mul nsw i64 %181, %184
  %186 = add nsw i64 %179, %185
  %187 = and i1 %177, %183
  %188 = load i32, ptr %c, align 4
  %189 = sext i32 %188 to i64
  %190 = sext i32 %input_shape5 to i64
  %191 = icmp ult i64 %189, %190
  %192 = add nsw i64 %186, %189
  %193 = and i1 %187, %191
  br i1 %193, label %inside, label %loaded

done:                                             ; preds = %stored
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

inside:                                           ; preds = %body
  %194 = getelementptr inbounds float, ptr %input_data, i64 %192
  %195 = load float, ptr %194, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %body
  %196 = phi float [ 0.000000e+00, %body ], [ %195, %inside ]
  %197 = load float, ptr %edges, align 4
  %198 = fmul float %197, 5.000000e-01
  %199 = fadd float %196, %198
  %200 = load i32, ptr %size, align 4
  %201 = sitofp i32 %200 to float
  %202 = fadd float %199, %201
  br i1 %173, label %inside9, label %stored

inside9:                                          ; preds = %loaded
  %203 = getelementptr inbounds float, ptr %output_data, i64 %172
  store float %202, ptr %203, align 4
  br label %stored

stored:                                           ; preds = %inside9, %loaded
  br label %done
}

attributes #0 = { noinline nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
