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
  %8 = getelementptr inbounds i8, ptr %0, i64 600
  %input_stride = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 572
  %input_shape3 = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 604
  %input_stride4 = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 576
  %input_shape5 = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %12, align 8, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %13, align 4, !invariant.load !0
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
  %43 = sub i64 %42, 1
  %44 = call i64 @llvm.smax.i64(i64 %41, i64 0)
  %45 = call i64 @llvm.smin.i64(i64 %44, i64 %43)
  %46 = sext i32 %input_stride to i64
  %47 = mul nsw i64 %45, %46
  %48 = load i32, ptr %x, align 4
  %49 = sext i32 %48 to i64
  %50 = sext i32 %input_shape3 to i64
  %51 = sub i64 %50, 1
  %52 = call i64 @llvm.smax.i64(i64 %49, i64 0)
  %53 = call i64 @llvm.smin.i64(i64 %52, i64 %51)
  %54 = sext i32 %input_stride4 to i64
  %55 = mul nsw i64 %53, %54
  %56 = add nsw i64 %47, %55
  %57 = load i32, ptr %c, align 4
  %58 = sext i32 %57 to i64
  %59 = sext i32 %input_shape5 to i64
  %60 = sub i64 %59, 1
  %61 = call i64 @llvm.smax.i64(i64 %58, i64 0)
  %62 = call i64 @llvm.smin.i64(i64 %61, i64 %60)
  %63 = add nsw i64 %56, %62
  %64 = sext i32 %input_len to i64
  %65 = icmp ne i64 %64, 0
  %66 = select i1 %65, i64 %63, i64 0
  %67 = select i1 %65, ptr %input_data, ptr @zero
  %68 = getelementptr inbounds float, ptr %67, i64 %66
  %69 = load float, ptr %68, align 4
  %70 = load i32, ptr %y, align 4
  %71 = add i32 %70, 1
  %72 = sext i32 %71 to i64
  %73 = sext i32 %input_shape to i64
  %74 = sub i64 %73, 1
  %75 = mul i64 %74, 2
  %76 = call i64 @llvm.smax.i64(i64 %75, i64 1)
  %77 = srem i64 %72, %76
  %78 = add i64 %77, %76
  %79 = icmp slt i64 %77, 0
  %80 = select i1 %79, i64 %78, i64 %77
  %81 = sub i64 %76, %80
  %82 = icmp slt i64 %80, %73
  %83 = select i1 %82, i64 %80, i64 %81
  %84 = icmp ult i64 %72, %73
  %85 = select i1 %84, i64 %72, i64 %83
  %86 = sext i32 %input_stride to i64
  %87 = mul nsw i64 %85, %86
  %88 = load i32, ptr %x, align 4
  %89 = sext i32 %88 to i64
  %90 = sext i32 %input_shape3 to i64
  %91 = sub i64 %90, 1
  %92 = mul i64 %91, 2
  %93 = call i64 @llvm.smax.i64(i64 %92, i64 1)
  %94 = srem i64 %89, %93
  %95 = add i64 %94, %93
  %96 = icmp slt i64 %94, 0
  %97 = select i1 %96, i64 %95, i64 %94
  %98 = sub i64 %93, %97
  %99 = icmp slt i64 %97, %90
  %100 = select i1 %99, i64 %97, i64 %98
  %101 = icmp ult i64 %89, %90
  %102 = select i1 %101, i64 %89, i64 %100
  %103 = sext i32 %input_stride4 to i64
  %104 = mul nsw i64 %102, %103
  %105 = add nsw i64 %87, %104
  %106 = load i32, ptr %c, align 4
  %107 = sext i32 %106 to i64
  %108 = sext i32 %input_shape5 to i64
  %109 = sub i64 %108, 1
  %110 = mul i64 %109, 2
  %111 = call i64 @llvm.smax.i64(i64 %110, i64 1)
  %112 = srem i64 %107, %111
  %113 = add i64 %112, %111
  %114 = icmp slt i64 %112, 0
  %115 = select i1 %114, i64 %113, i64 %112
  %116 = sub i64 %111, %115
  %117 = icmp slt i64 %115, %108
  %118 = select i1 %117, i64 %115, i64 %116
  %119 = icmp ult i64 %107, %108
  %120 = select i1 %119, i64 %107, i64 %118
  %121 = add nsw i64 %105, %120
  %122 = sext i32 %input_len to i64
  %123 = icmp ne i64 %122, 0
  %124 = select i1 %123, i64 %121, i64 0
  %125 = select i1 %123, ptr %input_data, ptr @zero
  %126 = getelementptr inbounds float, ptr %125, i64 %124
  %127 = load float, ptr %126, align 4
  %128 = fadd float %69, %127
  store float %128, ptr %edges, align 4
  %129 = sext i32 %input_shape to i64
  %130 = trunc i64 %129 to i32
  %131 = sext i32 %input_stride to i64
  %132 = trunc i64 %131 to i32
  %133 = mul i32 %130, %132
  %134 = add i32 %133, %input_rank
  %135 = sext i32 %input_len to i64
  %136 = trunc i64 %135 to i32
  %137 = add i32 %134, %136
  store i32 %137, ptr %size, align 4
  %138 = load i32, ptr %y, align 4
  %139 = sext i32 %138 to i64
  %140 = sext i32 %output_shape to i64
  %141 = icmp ult i64 %139, %140
  %142 = sext i32 %output_stride to i64
  %143 = mul nsw i64 %139, %142
  %144 = load i32, ptr %x, align 4
  %145 = sext i32 %144 to i64
  %146 = sext i32 %output_shape6 to i64
  %147 = icmp ult i64 %145, %146
  %148 = sext i32 %output_stride7 to i64
  %149 = mul nsw i64 %145, %148
  %150 = add nsw i64 %143, %149
  %151 = and i1 %141, %147
  %152 = load i32, ptr %c, align 4
  %153 = sext i32 %152 to i64
  %154 = sext i32 %output_shape8 to i64
  %155 = icmp ult i64 %153, %154
  %156 = add nsw i64 %150, %153
  %157 = and i1 %151, %155
  %158 = load i32, ptr %y, align 4
  %159 = sext i32 %158 to i64
  %160 = sext i32 %input_shape to i64
  %161 = icmp ult i64 %159, %160
  %162 = sext i32 %input_stride to i64
  %163 = mul nsw i64 %159, %162
  %164 = load i32, ptr %x, align 4
  %165 = sext i32 %164 to i64
  %166 = sext i32 %input_shape3 to i64
  %167 = icmp ult i64 %165, %166
  %168 = sext i32 %input_stride4 to i64
  %169 = mul nsw i64 %165, %168
  %170 = add nsw i64 %163, %169
  %171 = and i1 %161, %167
  %172 = load i32, ptr %c, align 4
  %173 = sext i32 %172 to i64
  %174 = sext i32 %input_shape5 to i64
  %175 = icmp ult i64 %173, %174
  %176 = add nsw i64 %170, %173
  %177 = and i1 %171, %175
  br i1 %177, label %inside, label %loaded

done:                                             ; preds = %stored
  ret i32 0

stopped:                                          ; No predecessors!
  ret i32 1

inside:                                           ; preds = %body
  %178 = getelementptr inbounds float, ptr %input_data, i64 %176
  %179 = load float, ptr %178, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %body
  %180 = phi float [ 0.000000e+00, %body ], [ %179, %inside ]
  %181 = load float, ptr %edges, align 4
  %182 = fmul float %181, 5.000000e-01
  %183 = fadd float %180, %182
  %184 = load i32, ptr %size, align 4
  %185 = sitofp i32 %184 to float
  %186 = fadd float %183, %185
  br i1 %157, label %inside9, label %stored

inside9:                                          ; preds = %loaded
  %187 = getelementptr inbounds float, ptr %output_data, i64 %156
  store float %186, ptr %187, align 4
  br label %stored

stored:                                           ; preds = %inside9, %loaded
  br label %done
}

; Function Attrs: nounwind
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
  br label %body

body:                                             ; preds = %entry
  store i64 0, ptr %fuel, align 8
  %13 = sext i32 %extent1 to i64
  %14 = sext i32 %extent to i64
  %15 = sext i32 %input_shape to i64
  %16 = sub i64 %15, 1
  %17 = udiv i64 %16, 1
  %18 = add i64 %17, 1
  %19 = icmp slt i64 %16, 0
  %20 = select i1 %19, i64 0, i64 %18
  %21 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %22 = call i64 @llvm.smin.i64(i64 %14, i64 %20)
  %23 = sext i32 %input_shape3 to i64
  %24 = sext i32 %extent2 to i64
  %25 = sub i64 %24, 1
  %26 = mul i64 %25, 1
  %27 = add i64 %26, 0
  %28 = icmp slt i64 %27, %23
  %29 = and i1 true, %28
  %30 = sext i32 %input_shape4 to i64
  %31 = sub i64 %30, 1
  %32 = udiv i64 %31, 1
  %33 = add i64 %32, 1
  %34 = icmp slt i64 %31, 0
  %35 = select i1 %34, i64 0, i64 %33
  %36 = call i64 @llvm.smax.i64(i64 0, i64 0)
  %37 = call i64 @llvm.smin.i64(i64 %13, i64 %35)
  %38 = sext i32 %output_shape to i64
  %39 = sub i64 %38, 1
  %40 = udiv i64 %39, 1
  %41 = add i64 %40, 1
  %42 = icmp slt i64 %39, 0
  %43 = select i1 %42, i64 0, i64 %41
  %44 = call i64 @llvm.smax.i64(i64 %36, i64 0)
  %45 = call i64 @llvm.smin.i64(i64 %37, i64 %43)
  %46 = sext i32 %output_shape5 to i64
  %47 = sub i64 %46, 1
  %48 = udiv i64 %47, 1
  %49 = add i64 %48, 1
  %50 = icmp slt i64 %47, 0
  %51 = select i1 %50, i64 0, i64 %49
  %52 = call i64 @llvm.smax.i64(i64 %21, i64 0)
  %53 = call i64 @llvm.smin.i64(i64 %22, i64 %51)
  %54 = sext i32 %output_shape6 to i64
  %55 = sext i32 %extent2 to i64
  %56 = sub i64 %55, 1
  %57 = and i1 %29, true
  %58 = mul i64 %56, 1
  %59 = add i64 %58, 0
  %60 = icmp slt i64 %59, %54
  %61 = and i1 %57, %60
  %62 = sext i32 %extent2 to i64
  %63 = sext i32 %input_shape3 to i64
  %64 = icmp eq i64 %63, %62
  %65 = and i1 %61, %64
  %66 = sext i32 %extent2 to i64
  %67 = sext i32 %output_shape6 to i64
  %68 = icmp eq i64 %67, %66
  %69 = and i1 %65, %68
  %70 = sext i32 %input_len to i64
  %71 = icmp ne i64 %70, 0
  %72 = and i1 %69, %71
  %73 = sext i32 %extent2 to i64
  %74 = sext i32 %extent to i64
  %75 = mul nsw i64 %74, %73
  %76 = mul nsw i64 %52, %73
  %77 = mul nsw i64 %53, %73
  %78 = icmp slt i64 %1, %2
  br i1 %78, label %row, label %rows_done

stopped:                                          ; preds = %one10, %some, %one
  ret i32 1

row:                                              ; preds = %none_left12, %body
  %row7 = phi i64 [ %1, %body ], [ %100, %none_left12 ]
  %79 = icmp slt i64 %row7, %45
  %80 = icmp sge i64 %row7, %44
  %81 = and i1 %80, %79
  %82 = and i1 %72, %81
  %83 = select i1 %82, i64 %77, i64 0
  %84 = select i1 %82, i64 %76, i64 0
  %85 = call i64 @llvm.smax.i64(i64 %84, i64 0)
  %86 = call i64 @llvm.smin.i64(i64 %85, i64 %75)
  %87 = call i64 @llvm.smin.i64(i64 %83, i64 %75)
  %88 = call i64 @llvm.smax.i64(i64 %87, i64 %86)
  br label %edge

rows_done:                                        ; preds = %none_left12, %body
  ret i32 0

edge:                                             ; preds = %next, %row
  %at = phi i64 [ 0, %row ], [ %92, %next ]
  %89 = icmp slt i64 %at, %86
  br i1 %89, label %one, label %none_left

one:                                              ; preds = %edge
  %90 = call i32 @edge(ptr %0, ptr %fuel, i64 %row7, i64 %at)
  %91 = icmp ne i32 %90, 0
  br i1 %91, label %stopped, label %next

next:                                             ; preds = %one
  %92 = add nsw i64 %at, 1
  br label %edge

none_left:                                        ; preds = %edge
  %93 = icmp slt i64 %86, %88
  br i1 %93, label %some, label %none_left8

some:                                             ; preds = %none_left
  %94 = call i32 @inner(ptr %0, ptr %fuel, i64 %row7, i64 %86, i64 %88)
  %95 = icmp ne i32 %94, 0
  br i1 %95, label %stopped, label %none_left8

none_left8:                                       ; preds = %some, %none_left
  br label %edge9

edge9:                                            ; preds = %next11, %none_left8
  %at13 = phi i64 [ %88, %none_left8 ], [ %99, %next11 ]
  %96 = icmp slt i64 %at13, %75
  br i1 %96, label %one10, label %none_left12

one10:                                            ; preds = %edge9
  %97 = call i32 @edge(ptr %0, ptr %fuel, i64 %row7, i64 %at13)
  %98 = icmp ne i32 %97, 0
  br i1 %98, label %stopped, label %next11

next11:                                           ; preds = %one10
  %99 = add nsw i64 %at13, 1
  br label %edge9

none_left12:                                      ; preds = %edge9
  %100 = add i64 %row7, 1
  %101 = icmp slt i64 %100, %2
  br i1 %101, label %row, label %rows_done
}

attributes #0 = { noinline nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!0 = !{}
!1 = distinct !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !1}
