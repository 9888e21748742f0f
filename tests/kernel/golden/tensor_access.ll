; ModuleID = 'blur'
source_filename = "blur"
target datalayout = "e-i64:64-n8:16:32:64"

@zero = private constant i64 0

; Function Attrs: noinline nounwind
define internal i32 @inner(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) #0 {
entry:
  %size = alloca i32, align 4
  %edges = alloca float, align 4
  %c = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 4
  %extent1 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %extent2 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 568
  %input_shape = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 600
  %input_stride = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 576
  %input_shape3 = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %11, align 8, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 564
  %input_rank = load i32, ptr %12, align 4, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %13, align 4, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 680
  %output_stride = load i32, ptr %14, align 4, !invariant.load !0
  %15 = getelementptr inbounds i8, ptr %0, i64 656
  %output_shape = load i32, ptr %15, align 4, !invariant.load !0
  %16 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %16, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  %17 = icmp slt i64 %3, %4
  br i1 %17, label %invocation, label %done

invocation:                                       ; preds = %next, %body
  %at = phi i64 [ %3, %body ], [ %106, %next ]
  %18 = mul i32 %extent, %extent1
  %19 = mul i32 %18, %extent2
  %20 = trunc i64 %at to i32
  %21 = urem i32 %20, %extent2
  %22 = udiv i32 %20, %extent2
  %23 = trunc i64 %2 to i32
  %24 = sext i32 %extent2 to i64
  %25 = sext i32 %extent to i64
  %26 = mul nsw i64 %25, %24
  %27 = mul nsw i64 %2, %26
  %28 = add nsw i64 %27, %at
  %29 = sext i32 %22 to i64
  %30 = sext i32 %21 to i64
  %31 = mul i32 %21, %extent1
  %32 = add i32 %31, %23
  %33 = mul i32 %32, %extent
  %34 = add i32 %33, %22
  %35 = trunc i64 %28 to i32
  store i32 %23, ptr %y, align 4
  store i32 %22, ptr %x, align 4
  store i32 %21, ptr %c, align 4
  %36 = add nsw i64 %2, -1
  %37 = sext i32 %input_shape to i64
  %38 = sub i64 %37, 1
  %39 = call i64 @llvm.smax.i64(i64 %36, i64 0)
  %40 = call i64 @llvm.smin.i64(i64 %39, i64 %38)
  %41 = sext i32 %input_stride to i64
  %42 = mul nsw i64 %40, %41
  %43 = freeze i64 %42
  %44 = sext i32 %input_shape3 to i64
  %45 = mul nsw i64 0, %44
  %46 = add nsw i64 %43, %45
  %47 = add nsw i64 %46, %at
  %48 = getelementptr inbounds float, ptr %input_data, i64 %47
  %49 = load float, ptr %48, align 4, !llvm.access.group !1
  %50 = add nsw i64 %2, 1
  %51 = sext i32 %input_shape to i64
  %52 = sub i64 %51, 1
  %53 = mul i64 %52, 2
  %54 = call i64 @llvm.smax.i64(i64 %53, i64 1)
  %55 = srem i64 %50, %54
  %56 = add i64 %55, %54
  %57 = icmp slt i64 %55, 0
  %58 = select i1 %57, i64 %56, i64 %55
  %59 = sub i64 %54, %58
  %60 = icmp slt i64 %58, %51
  %61 = select i1 %60, i64 %58, i64 %59
  %62 = icmp ult i64 %50, %51
  %63 = select i1 %62, i64 %50, i64 %61
  %64 = sext i32 %input_stride to i64
  %65 = mul nsw i64 %63, %64
  %66 = freeze i64 %65
  %67 = sext i32 %input_shape3 to i64
  %68 = mul nsw i64 0, %67
  %69 = add nsw i64 %66, %68
  %70 = add nsw i64 %69, %at
  %71 = getelementptr inbounds float, ptr %input_data, i64 %70
  %72 = load float, ptr %71, align 4, !llvm.access.group !1
  %73 = fadd float %49, %72
  store float %73, ptr %edges, align 4
  %74 = sext i32 %input_shape to i64
  %75 = trunc i64 %74 to i32
  %76 = sext i32 %input_stride to i64
  %77 = trunc i64 %76 to i32
  %78 = mul i32 %75, %77
  %79 = add i32 %78, %input_rank
  %80 = sext i32 %input_len to i64
  %81 = trunc i64 %80 to i32
  %82 = add i32 %79, %81
  store i32 %82, ptr %size, align 4
  %83 = sext i32 %output_stride to i64
  %84 = mul nsw i64 %2, %83
  %85 = freeze i64 %84
  %86 = sext i32 %output_shape to i64
  %87 = mul nsw i64 0, %86
  %88 = add nsw i64 %85, %87
  %89 = add nsw i64 %88, %at
  %90 = sext i32 %input_stride to i64
  %91 = mul nsw i64 %2, %90
  %92 = freeze i64 %91
  %93 = sext i32 %input_shape3 to i64
  %94 = mul nsw i64 0, %93
  %95 = add nsw i64 %92, %94
  %96 = add nsw i64 %95, %at
  %97 = getelementptr inbounds float, ptr %input_data, i64 %96
  %98 = load float, ptr %97, align 4, !llvm.access.group !1
  %99 = load float, ptr %edges, align 4
  %100 = fmul float %99, 5.000000e-01
  %101 = fadd float %98, %100
  %102 = load i32, ptr %size, align 4
  %103 = sitofp i32 %102 to float
  %104 = fadd float %101, %103
  %105 = getelementptr inbounds float, ptr %output_data, i64 %89
  store float %104, ptr %105, align 4, !llvm.access.group !1
  br label %next

next:                                             ; preds = %invocation
  %106 = add nsw i64 %at, 1
  %107 = icmp slt i64 %106, %4
  br i1 %107, label %invocation, label %done, !llvm.loop !2

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
  %6 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 576
  %input_shape3 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 568
  %input_shape4 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 648
  %output_shape = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 652
  %output_shape5 = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 656
  %output_shape6 = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %12, align 4, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %14, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 1048576, ptr %fuel, align 8
  %15 = sext i32 %extent1 to i64
  %16 = sext i32 %extent to i64
  %17 = sext i32 %input_shape to i64
  %18 = sub i64 %17, 1
  %19 = udiv i64 %18, 1
  %20 = add i64 %19, 1
  %21 = icmp slt i64 %18, 0
  %22 = select i1 %21, i64 0, i64 %20
  %23 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %24 = call i64 @llvm.smin.i64(i64 %16, i64 %22)
  %25 = sext i32 %input_shape3 to i64
  %26 = sext i32 %extent2 to i64
  %27 = sub i64 %26, 1
  %28 = mul i64 %27, 1
  %29 = add i64 %28, 0
  %30 = icmp slt i64 %29, %25
  %31 = and i1 true, %30
  %32 = sext i32 %input_shape4 to i64
  %33 = sub i64 %32, 1
  %34 = udiv i64 %33, 1
  %35 = add i64 %34, 1
  %36 = icmp slt i64 %33, 0
  %37 = select i1 %36, i64 0, i64 %35
  %38 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %39 = call i64 @llvm.smin.i64(i64 %15, i64 %37)
  %40 = sext i32 %output_shape to i64
  %41 = sub i64 %40, 1
  %42 = udiv i64 %41, 1
  %43 = add i64 %42, 1
  %44 = icmp slt i64 %41, 0
  %45 = select i1 %44, i64 0, i64 %43
  %46 = call i64 @llvm.smax.i64(i64 %38, i64 0)
  %47 = call i64 @llvm.smin.i64(i64 %39, i64 %45)
  %48 = sext i32 %output_shape5 to i64
  %49 = sub i64 %48, 1
  %50 = udiv i64 %49, 1
  %51 = add i64 %50, 1
  %52 = icmp slt i64 %49, 0
  %53 = select i1 %52, i64 0, i64 %51
  %54 = call i64 @llvm.smax.i64(i64 %23, i64 0)
  %55 = call i64 @llvm.smin.i64(i64 %24, i64 %53)
  %56 = sext i32 %output_shape6 to i64
  %57 = sext i32 %extent2 to i64
  %58 = sub i64 %57, 1
  %59 = and i1 %31, true
  %60 = mul i64 %58, 1
  %61 = add i64 %60, 0
  %62 = icmp slt i64 %61, %56
  %63 = and i1 %59, %62
  %64 = sext i32 %extent2 to i64
  %65 = sext i32 %input_shape3 to i64
  %66 = icmp eq i64 %65, %64
  %67 = and i1 %63, %66
  %68 = sext i32 %extent2 to i64
  %69 = sext i32 %output_shape6 to i64
  %70 = icmp eq i64 %69, %68
  %71 = and i1 %67, %70
  %72 = sext i32 %input_len to i64
  %73 = icmp ne i64 %72, 0
  %74 = and i1 %71, %73
  %75 = sext i32 %extent2 to i64
  %76 = sext i32 %extent to i64
  %77 = mul nsw i64 %76, %75
  %78 = mul nsw i64 %54, %75
  %79 = mul nsw i64 %55, %75
  %80 = icmp slt i64 %1, %2
  br i1 %80, label %row, label %rows_done

stopped:                                          ; preds = %go_on17, %look_at_clock16, %look_at_clock9, %some, %go_on, %look_at_clock
  ret i32 1

row:                                              ; preds = %none_left14, %body
  %row7 = phi i64 [ %1, %body ], [ %118, %none_left14 ]
  %81 = icmp slt i64 %row7, %47
  %82 = icmp sge i64 %row7, %46
  %83 = and i1 %82, %81
  %84 = and i1 %74, %83
  %85 = select i1 %84, i64 %79, i64 0
  %86 = select i1 %84, i64 %78, i64 0
  %87 = call i64 @llvm.smax.i64(i64 %86, i64 0)
  %88 = call i64 @llvm.smin.i64(i64 %87, i64 %77)
  %89 = call i64 @llvm.smin.i64(i64 %85, i64 %77)
  %90 = call i64 @llvm.smax.i64(i64 %89, i64 %88)
  br label %edge

rows_done:                                        ; preds = %none_left14, %body
  ret i32 0

edge:                                             ; preds = %next, %row
  %at = phi i64 [ 0, %row ], [ %95, %next ]
  %91 = icmp slt i64 %at, %88
  br i1 %91, label %one, label %none_left

one:                                              ; preds = %edge
  %92 = load i64, ptr %fuel, align 8
  %93 = sub i64 %92, 46
  store i64 %93, ptr %fuel, align 8
  %94 = icmp slt i64 %93, 0
  br i1 %94, label %look_at_clock, label %go_on, !prof !4

next:                                             ; preds = %go_on
  %95 = add nsw i64 %at, 1
  br label %edge

none_left:                                        ; preds = %edge
  %96 = icmp slt i64 %88, %90
  br i1 %96, label %some, label %none_left8

look_at_clock:                                    ; preds = %one
  %97 = call i32 %checkpoint(ptr %checkpoint_state)
  %98 = icmp ne i32 %97, 0
  %99 = select i1 %98, i64 0, i64 1048576
  store i64 %99, ptr %fuel, align 8
  br i1 %98, label %stopped, label %go_on

go_on:                                            ; preds = %look_at_clock, %one
  %100 = call i32 @edge(ptr %0, ptr %fuel, i64 %row7, i64 %at)
  %101 = icmp ne i32 %100, 0
  br i1 %101, label %stopped, label %next

some:                                             ; preds = %go_on10, %none_left
  %from = phi i64 [ %88, %none_left ], [ %103, %go_on10 ]
  %102 = add nsw i64 %from, 91136
  %103 = call i64 @llvm.smin.i64(i64 %102, i64 %90)
  %104 = call i32 @inner(ptr %0, ptr %fuel, i64 %row7, i64 %from, i64 %103)
  %105 = icmp ne i32 %104, 0
  br i1 %105, label %stopped, label %more

more:                                             ; preds = %some
  %106 = icmp slt i64 %103, %90
  br i1 %106, label %again, label %none_left8

none_left8:                                       ; preds = %more, %none_left
  br label %edge11

again:                                            ; preds = %more
  %107 = load i64, ptr %fuel, align 8
  %108 = sub i64 %107, 4192256
  store i64 %108, ptr %fuel, align 8
  %109 = icmp slt i64 %108, 0
  br i1 %109, label %look_at_clock9, label %go_on10, !prof !4

look_at_clock9:                                   ; preds = %again
  %110 = call i32 %checkpoint(ptr %checkpoint_state)
  %111 = icmp ne i32 %110, 0
  %112 = select i1 %111, i64 0, i64 1048576
  store i64 %112, ptr %fuel, align 8
  br i1 %111, label %stopped, label %go_on10

go_on10:                                          ; preds = %look_at_clock9, %again
  br label %some

edge11:                                           ; preds = %next13, %none_left8
  %at15 = phi i64 [ %90, %none_left8 ], [ %117, %next13 ]
  %113 = icmp slt i64 %at15, %77
  br i1 %113, label %one12, label %none_left14

one12:                                            ; preds = %edge11
  %114 = load i64, ptr %fuel, align 8
  %115 = sub i64 %114, 46
  store i64 %115, ptr %fuel, align 8
  %116 = icmp slt i64 %115, 0
  br i1 %116, label %look_at_clock16, label %go_on17, !prof !4

next13:                                           ; preds = %go_on17
  %117 = add nsw i64 %at15, 1
  br label %edge11

none_left14:                                      ; preds = %edge11
  %118 = add i64 %row7, 1
  %119 = icmp slt i64 %118, %2
  br i1 %119, label %row, label %rows_done

look_at_clock16:                                  ; preds = %one12
  %120 = call i32 %checkpoint(ptr %checkpoint_state)
  %121 = icmp ne i32 %120, 0
  %122 = select i1 %121, i64 0, i64 1048576
  store i64 %122, ptr %fuel, align 8
  br i1 %121, label %stopped, label %go_on17

go_on17:                                          ; preds = %look_at_clock16, %one12
  %123 = call i32 @edge(ptr %0, ptr %fuel, i64 %row7, i64 %at15)
  %124 = icmp ne i32 %123, 0
  br i1 %124, label %stopped, label %next13
}

attributes #0 = { noinline nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { noinline nounwind optnone }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
!4 = !{!"branch_weights", i32 1, i32 262144}
