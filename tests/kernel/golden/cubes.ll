; ModuleID = 'sum_of_cubes'
source_filename = "sum_of_cubes"
target datalayout = "e-i64:64-n8:16:32:64"

; Function Attrs: nounwind
define i32 @dala_kernel(ptr %0, i64 %1, i64 %2) #0 {
entry:
  %tile = alloca [4 x float], align 4
  %exit = alloca i32, align 4
  %fuel = alloca i64, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %count = load i32, ptr %3, align 4, !invariant.load !0
  %4 = getelementptr inbounds i8, ptr %0, i64 16
  %count2 = load i32, ptr %4, align 4, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %5, align 4, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 4
  %extent4 = load i32, ptr %6, align 4, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %extent5 = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 20
  %count6 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %10, align 8, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %11, align 8, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %12, align 8, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 640
  %output_len = load i32, ptr %13, align 4, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %14, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 0, ptr %fuel, align 8
  %15 = call ptr @dala_scratch(i64 64)
  %16 = icmp eq ptr %15, null
  br i1 %16, label %no_memory, label %memory

stopped:                                          ; preds = %look_at_clock
  ret i32 1

no_memory:                                        ; preds = %body
  ret i32 2

memory:                                           ; preds = %body
  %17 = icmp slt i64 %1, %2
  br i1 %17, label %cube, label %done

cube:                                             ; preds = %next_cube, %memory
  %cube1 = phi i64 [ %1, %memory ], [ %23, %next_cube ]
  %18 = trunc i64 %cube1 to i32
  %19 = udiv i32 %18, %count
  %20 = urem i32 %18, %count
  %21 = urem i32 %19, %count2
  %22 = udiv i32 %19, %count2
  call void @llvm.memset.p0.i64(ptr %tile, i8 0, i64 16, i1 false)
  store i32 0, ptr %exit, align 4
  br label %unit

done:                                             ; preds = %next_cube, %memory
  ret i32 0

next_cube:                                        ; preds = %go_on42, %all_units35, %all_units27, %all_units17, %all_units10, %all_units
  %23 = add i64 %cube1, 1
  %24 = icmp slt i64 %23, %2
  br i1 %24, label %cube, label %done

unit:                                             ; preds = %next_unit, %cube
  %unit3 = phi i64 [ 0, %cube ], [ %53, %next_unit ]
  %25 = trunc i64 %unit3 to i32
  %26 = udiv i32 %25, 4
  %27 = urem i32 %25, 4
  %28 = urem i32 %26, 1
  %29 = udiv i32 %26, 1
  %30 = mul i32 %20, 4
  %31 = add i32 %30, %27
  %32 = icmp slt i32 %31, %extent
  %33 = and i1 true, %32
  %34 = mul i32 %21, 1
  %35 = add i32 %34, %28
  %36 = icmp slt i32 %35, %extent4
  %37 = and i1 %33, %36
  %38 = mul i32 %22, 1
  %39 = add i32 %38, %29
  %40 = icmp slt i32 %39, %extent5
  %41 = and i1 %37, %40
  %42 = mul i32 %35, %extent
  %43 = add i32 %42, %31
  %44 = mul i32 %43, %extent5
  %45 = add i32 %44, %39
  %46 = select i1 %41, i32 %45, i32 2147483647
  %47 = mul i32 %count, %count2
  %48 = mul i32 %47, %count6
  %49 = sext i32 %25 to i64
  %50 = sext i32 %46 to i64
  %51 = sext i32 %input_len to i64
  %52 = icmp ult i64 %50, %51
  br i1 %52, label %inside, label %loaded

next_unit:                                        ; preds = %stored, %leave
  %53 = add i64 %unit3, 1
  %54 = icmp eq i64 %53, 4
  br i1 %54, label %all_units, label %unit

all_units:                                        ; preds = %next_unit
  %55 = load i32, ptr %exit, align 4
  switch i32 %55, label %go_on [
    i32 3, label %next_cube
  ]

leave:                                            ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit

inside:                                           ; preds = %unit
  %56 = getelementptr inbounds float, ptr %input_data, i64 %50
  %57 = load float, ptr %56, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %unit
  %58 = phi float [ 0.000000e+00, %unit ], [ %57, %inside ]
  %59 = icmp ult i64 %49, 4
  br i1 %59, label %inside7, label %stored

inside7:                                          ; preds = %loaded
  %60 = getelementptr inbounds float, ptr %tile, i64 %49
  store float %58, ptr %60, align 4
  br label %stored

stored:                                           ; preds = %inside7, %loaded
  br label %next_unit

go_on:                                            ; preds = %all_units
  store i32 0, ptr %exit, align 4
  br label %unit8

unit8:                                            ; preds = %next_unit9, %go_on
  %unit11 = phi i64 [ 0, %go_on ], [ %87, %next_unit9 ]
  %61 = trunc i64 %unit11 to i32
  %62 = udiv i32 %61, 4
  %63 = urem i32 %61, 4
  %64 = urem i32 %62, 1
  %65 = udiv i32 %62, 1
  %66 = mul i32 %20, 4
  %67 = add i32 %66, %63
  %68 = icmp slt i32 %67, %extent
  %69 = and i1 true, %68
  %70 = mul i32 %21, 1
  %71 = add i32 %70, %64
  %72 = icmp slt i32 %71, %extent4
  %73 = and i1 %69, %72
  %74 = mul i32 %22, 1
  %75 = add i32 %74, %65
  %76 = icmp slt i32 %75, %extent5
  %77 = and i1 %73, %76
  %78 = mul i32 %71, %extent
  %79 = add i32 %78, %67
  %80 = mul i32 %79, %extent5
  %81 = add i32 %80, %75
  %82 = select i1 %77, i32 %81, i32 2147483647
  %83 = mul i32 %count, %count2
  %84 = mul i32 %83, %count6
  %85 = getelementptr inbounds i8, ptr %15, i64 0
  %86 = getelementptr inbounds i32, ptr %85, i64 %unit11
  store i32 2, ptr %86, align 4
  br label %next_unit9

next_unit9:                                       ; preds = %unit8, %leave12
  %87 = add i64 %unit11, 1
  %88 = icmp eq i64 %87, 4
  br i1 %88, label %all_units10, label %unit8

all_units10:                                      ; preds = %next_unit9
  %89 = load i32, ptr %exit, align 4
  switch i32 %89, label %go_on13 [
    i32 3, label %next_cube
  ]

leave12:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit9

go_on13:                                          ; preds = %all_units10
  %90 = mul i32 %20, 4
  %91 = add i32 %90, 0
  %92 = icmp slt i32 %91, %extent
  %93 = and i1 true, %92
  %94 = mul i32 %21, 1
  %95 = add i32 %94, 0
  %96 = icmp slt i32 %95, %extent4
  %97 = and i1 %93, %96
  %98 = mul i32 %22, 1
  %99 = add i32 %98, 0
  %100 = icmp slt i32 %99, %extent5
  %101 = and i1 %97, %100
  %102 = mul i32 %95, %extent
  %103 = add i32 %102, %91
  %104 = mul i32 %103, %extent5
  %105 = add i32 %104, %99
  %106 = select i1 %101, i32 %105, i32 2147483647
  %107 = mul i32 %count, %count2
  %108 = mul i32 %107, %count6
  br label %all_while

all_while:                                        ; preds = %go_on32, %all_units27, %all_units17, %go_on13
  %109 = load i64, ptr %fuel, align 8
  %110 = sub i64 %109, 1
  store i64 %110, ptr %fuel, align 8
  %111 = icmp slt i64 %110, 0
  br i1 %111, label %look_at_clock, label %go_on14, !prof !1

all_round:                                        ; preds = %go_on14
  store i32 0, ptr %exit, align 4
  br label %unit15

all_after:                                        ; preds = %all_units27, %all_units17, %go_on14
  store i32 0, ptr %exit, align 4
  br label %unit33

look_at_clock:                                    ; preds = %all_while
  %112 = call i32 %checkpoint(ptr %checkpoint_state)
  %113 = icmp ne i32 %112, 0
  %114 = select i1 %113, i64 0, i64 262144
  store i64 %114, ptr %fuel, align 8
  br i1 %113, label %stopped, label %go_on14

go_on14:                                          ; preds = %look_at_clock, %all_while
  %115 = mul i32 %20, 4
  %116 = add i32 %115, 0
  %117 = icmp slt i32 %116, %extent
  %118 = and i1 true, %117
  %119 = mul i32 %21, 1
  %120 = add i32 %119, 0
  %121 = icmp slt i32 %120, %extent4
  %122 = and i1 %118, %121
  %123 = mul i32 %22, 1
  %124 = add i32 %123, 0
  %125 = icmp slt i32 %124, %extent5
  %126 = and i1 %122, %125
  %127 = mul i32 %120, %extent
  %128 = add i32 %127, %116
  %129 = mul i32 %128, %extent5
  %130 = add i32 %129, %124
  %131 = select i1 %126, i32 %130, i32 2147483647
  %132 = mul i32 %count, %count2
  %133 = mul i32 %132, %count6
  %134 = getelementptr inbounds i8, ptr %15, i64 0
  %135 = getelementptr inbounds i32, ptr %134, i64 0
  %136 = load i32, ptr %135, align 4
  %137 = icmp sgt i32 %136, 0
  br i1 %137, label %all_round, label %all_after

unit15:                                           ; preds = %next_unit16, %all_round
  %unit18 = phi i64 [ 0, %all_round ], [ %166, %next_unit16 ]
  %138 = trunc i64 %unit18 to i32
  %139 = udiv i32 %138, 4
  %140 = urem i32 %138, 4
  %141 = urem i32 %139, 1
  %142 = udiv i32 %139, 1
  %143 = mul i32 %20, 4
  %144 = add i32 %143, %140
  %145 = icmp slt i32 %144, %extent
  %146 = and i1 true, %145
  %147 = mul i32 %21, 1
  %148 = add i32 %147, %141
  %149 = icmp slt i32 %148, %extent4
  %150 = and i1 %146, %149
  %151 = mul i32 %22, 1
  %152 = add i32 %151, %142
  %153 = icmp slt i32 %152, %extent5
  %154 = and i1 %150, %153
  %155 = mul i32 %148, %extent
  %156 = add i32 %155, %144
  %157 = mul i32 %156, %extent5
  %158 = add i32 %157, %152
  %159 = select i1 %154, i32 %158, i32 2147483647
  %160 = mul i32 %count, %count2
  %161 = mul i32 %160, %count6
  %162 = getelementptr inbounds i8, ptr %15, i64 0
  %163 = getelementptr inbounds i32, ptr %162, i64 %unit18
  %164 = load i32, ptr %163, align 4
  %165 = icmp slt i32 %138, %164
  br i1 %165, label %then, label %after_if

next_unit16:                                      ; preds = %after_if, %leave21, %leave20, %leave19
  %166 = add i64 %unit18, 1
  %167 = icmp eq i64 %166, 4
  br i1 %167, label %all_units17, label %unit15

all_units17:                                      ; preds = %next_unit16
  %168 = load i32, ptr %exit, align 4
  switch i32 %168, label %go_on24 [
    i32 3, label %next_cube
    i32 1, label %all_after
    i32 2, label %all_while
  ]

leave19:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit16

leave20:                                          ; No predecessors!
  store i32 1, ptr %exit, align 4
  br label %next_unit16

leave21:                                          ; No predecessors!
  store i32 2, ptr %exit, align 4
  br label %next_unit16

then:                                             ; preds = %unit15
  %169 = sext i32 %138 to i64
  %170 = sext i32 %138 to i64
  %171 = icmp ult i64 %170, 4
  %172 = select i1 %171, i64 %170, i64 0
  %173 = getelementptr inbounds float, ptr %tile, i64 %172
  %174 = load float, ptr %173, align 4
  %175 = select i1 %171, float %174, float 0.000000e+00
  %176 = getelementptr inbounds i8, ptr %15, i64 0
  %177 = getelementptr inbounds i32, ptr %176, i64 %unit18
  %178 = load i32, ptr %177, align 4
  %179 = add i32 %138, %178
  %180 = sext i32 %179 to i64
  %181 = icmp ult i64 %180, 4
  %182 = select i1 %181, i64 %180, i64 0
  %183 = getelementptr inbounds float, ptr %tile, i64 %182
  %184 = load float, ptr %183, align 4
  %185 = select i1 %181, float %184, float 0.000000e+00
  %186 = fadd float %175, %185
  %187 = icmp ult i64 %169, 4
  br i1 %187, label %inside22, label %stored23

after_if:                                         ; preds = %stored23, %unit15
  br label %next_unit16

inside22:                                         ; preds = %then
  %188 = getelementptr inbounds float, ptr %tile, i64 %169
  store float %186, ptr %188, align 4
  br label %stored23

stored23:                                         ; preds = %inside22, %then
  br label %after_if

go_on24:                                          ; preds = %all_units17
  store i32 0, ptr %exit, align 4
  br label %unit25

unit25:                                           ; preds = %next_unit26, %go_on24
  %unit28 = phi i64 [ 0, %go_on24 ], [ %222, %next_unit26 ]
  %189 = trunc i64 %unit28 to i32
  %190 = udiv i32 %189, 4
  %191 = urem i32 %189, 4
  %192 = urem i32 %190, 1
  %193 = udiv i32 %190, 1
  %194 = mul i32 %20, 4
  %195 = add i32 %194, %191
  %196 = icmp slt i32 %195, %extent
  %197 = and i1 true, %196
  %198 = mul i32 %21, 1
  %199 = add i32 %198, %192
  %200 = icmp slt i32 %199, %extent4
  %201 = and i1 %197, %200
  %202 = mul i32 %22, 1
  %203 = add i32 %202, %193
  %204 = icmp slt i32 %203, %extent5
  %205 = and i1 %201, %204
  %206 = mul i32 %199, %extent
  %207 = add i32 %206, %195
  %208 = mul i32 %207, %extent5
  %209 = add i32 %208, %203
  %210 = select i1 %205, i32 %209, i32 2147483647
  %211 = mul i32 %count, %count2
  %212 = mul i32 %211, %count6
  %213 = getelementptr inbounds i8, ptr %15, i64 0
  %214 = getelementptr inbounds i32, ptr %213, i64 %unit28
  %215 = load i32, ptr %214, align 4
  %216 = sdiv i32 %215, 2
  %217 = sub i32 0, %215
  %218 = select i1 false, i32 %217, i32 %216
  %219 = select i1 false, i32 0, i32 %218
  %220 = getelementptr inbounds i8, ptr %15, i64 0
  %221 = getelementptr inbounds i32, ptr %220, i64 %unit28
  store i32 %219, ptr %221, align 4
  br label %next_unit26

next_unit26:                                      ; preds = %unit25, %leave31, %leave30, %leave29
  %222 = add i64 %unit28, 1
  %223 = icmp eq i64 %222, 4
  br i1 %223, label %all_units27, label %unit25

all_units27:                                      ; preds = %next_unit26
  %224 = load i32, ptr %exit, align 4
  switch i32 %224, label %go_on32 [
    i32 3, label %next_cube
    i32 1, label %all_after
    i32 2, label %all_while
  ]

leave29:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit26

leave30:                                          ; No predecessors!
  store i32 1, ptr %exit, align 4
  br label %next_unit26

leave31:                                          ; No predecessors!
  store i32 2, ptr %exit, align 4
  br label %next_unit26

go_on32:                                          ; preds = %all_units27
  br label %all_while

unit33:                                           ; preds = %next_unit34, %all_after
  %unit36 = phi i64 [ 0, %all_after ], [ %250, %next_unit34 ]
  %225 = trunc i64 %unit36 to i32
  %226 = udiv i32 %225, 4
  %227 = urem i32 %225, 4
  %228 = urem i32 %226, 1
  %229 = udiv i32 %226, 1
  %230 = mul i32 %20, 4
  %231 = add i32 %230, %227
  %232 = icmp slt i32 %231, %extent
  %233 = and i1 true, %232
  %234 = mul i32 %21, 1
  %235 = add i32 %234, %228
  %236 = icmp slt i32 %235, %extent4
  %237 = and i1 %233, %236
  %238 = mul i32 %22, 1
  %239 = add i32 %238, %229
  %240 = icmp slt i32 %239, %extent5
  %241 = and i1 %237, %240
  %242 = mul i32 %235, %extent
  %243 = add i32 %242, %231
  %244 = mul i32 %243, %extent5
  %245 = add i32 %244, %239
  %246 = select i1 %241, i32 %245, i32 2147483647
  %247 = mul i32 %count, %count2
  %248 = mul i32 %247, %count6
  %249 = icmp eq i32 %225, 0
  br i1 %249, label %then38, label %after_if39

next_unit34:                                      ; preds = %after_if39, %leave37
  %250 = add i64 %unit36, 1
  %251 = icmp eq i64 %250, 4
  br i1 %251, label %all_units35, label %unit33

all_units35:                                      ; preds = %next_unit34
  %252 = load i32, ptr %exit, align 4
  switch i32 %252, label %go_on42 [
    i32 3, label %next_cube
  ]

leave37:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit34

then38:                                           ; preds = %unit33
  %253 = sext i32 %18 to i64
  %254 = sext i32 %output_len to i64
  %255 = icmp ult i64 %253, %254
  %256 = getelementptr inbounds float, ptr %tile, i64 0
  %257 = load float, ptr %256, align 4
  br i1 %255, label %inside40, label %stored41

after_if39:                                       ; preds = %stored41, %unit33
  br label %next_unit34

inside40:                                         ; preds = %then38
  %258 = getelementptr inbounds float, ptr %output_data, i64 %253
  store float %257, ptr %258, align 4
  br label %stored41

stored41:                                         ; preds = %inside40, %then38
  br label %after_if39

go_on42:                                          ; preds = %all_units35
  br label %next_cube
}

declare ptr @dala_scratch(i64)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 262144}
