; ModuleID = 'sum_of_cubes'
source_filename = "sum_of_cubes"
target datalayout = "e-i64:64-n8:16:32:64"

@dala_plan = constant { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, i64, ptr, i64 } { ptr @cubes, ptr null, ptr null, i64 0, i64 0, i64 0, i64 1, i64 1, i64 1, ptr null, i64 0, ptr null, i64 0, ptr null, i64 0 }

; Function Attrs: nounwind
define internal i32 @cubes(ptr %0, i64 %1, i64 %2) #0 {
entry:
  %tile = alloca [4 x float], align 4
  %exit = alloca i32, align 4
  %fuel = alloca i64, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 12
  %count = load i32, ptr %3, align 4, !invariant.load !0
  %4 = getelementptr inbounds i8, ptr %0, i64 16
  %count2 = load i32, ptr %4, align 4, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %0, i64 32
  %checkpoint_state = load ptr, ptr %5, align 8, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %0, i64 24
  %checkpoint = load ptr, ptr %6, align 8, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %0, i64 0
  %extent = load i32, ptr %7, align 4, !invariant.load !0
  %8 = getelementptr inbounds i8, ptr %0, i64 4
  %extent4 = load i32, ptr %8, align 4, !invariant.load !0
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  %extent5 = load i32, ptr %9, align 4, !invariant.load !0
  %10 = getelementptr inbounds i8, ptr %0, i64 20
  %count6 = load i32, ptr %10, align 4, !invariant.load !0
  %11 = getelementptr inbounds i8, ptr %0, i64 560
  %input_len = load i32, ptr %11, align 4, !invariant.load !0
  %12 = getelementptr inbounds i8, ptr %0, i64 552
  %input_data = load ptr, ptr %12, align 8, !invariant.load !0
  %13 = getelementptr inbounds i8, ptr %0, i64 640
  %output_len = load i32, ptr %13, align 4, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %0, i64 632
  %output_data = load ptr, ptr %14, align 8, !invariant.load !0
  br label %body

body:                                             ; preds = %entry
  store i64 1048576, ptr %fuel, align 8
  %15 = call ptr @dala_scratch(i64 64)
  %16 = icmp eq ptr %15, null
  br i1 %16, label %no_memory, label %memory

stopped:                                          ; preds = %look_at_clock15, %look_at_clock
  ret i32 1

no_memory:                                        ; preds = %body
  ret i32 2

memory:                                           ; preds = %body
  %17 = icmp slt i64 %1, %2
  br i1 %17, label %cube, label %done

cube:                                             ; preds = %next_cube, %memory
  %cube1 = phi i64 [ %1, %memory ], [ %26, %next_cube ]
  %18 = trunc i64 %cube1 to i32
  %19 = udiv i32 %18, %count
  %20 = urem i32 %18, %count
  %21 = urem i32 %19, %count2
  %22 = udiv i32 %19, %count2
  %23 = load i64, ptr %fuel, align 8
  %24 = sub i64 %23, 96
  store i64 %24, ptr %fuel, align 8
  %25 = icmp slt i64 %24, 0
  br i1 %25, label %look_at_clock, label %go_on, !prof !1

done:                                             ; preds = %next_cube, %memory
  ret i32 0

next_cube:                                        ; preds = %go_on44, %all_units37, %all_units29, %all_units19, %all_units11, %all_units
  %26 = add i64 %cube1, 1
  %27 = icmp slt i64 %26, %2
  br i1 %27, label %cube, label %done

look_at_clock:                                    ; preds = %cube
  %28 = call i32 %checkpoint(ptr %checkpoint_state)
  %29 = icmp ne i32 %28, 0
  %30 = select i1 %29, i64 0, i64 1048576
  store i64 %30, ptr %fuel, align 8
  br i1 %29, label %stopped, label %go_on

go_on:                                            ; preds = %look_at_clock, %cube
  call void @llvm.memset.p0.i64(ptr %tile, i8 0, i64 16, i1 false)
  store i32 0, ptr %exit, align 4
  br label %unit

unit:                                             ; preds = %next_unit, %go_on
  %unit3 = phi i64 [ 0, %go_on ], [ %59, %next_unit ]
  %31 = trunc i64 %unit3 to i32
  %32 = udiv i32 %31, 4
  %33 = urem i32 %31, 4
  %34 = urem i32 %32, 1
  %35 = udiv i32 %32, 1
  %36 = mul i32 %20, 4
  %37 = add i32 %36, %33
  %38 = icmp slt i32 %37, %extent
  %39 = and i1 true, %38
  %40 = mul i32 %21, 1
  %41 = add i32 %40, %34
  %42 = icmp slt i32 %41, %extent4
  %43 = and i1 %39, %42
  %44 = mul i32 %22, 1
  %45 = add i32 %44, %35
  %46 = icmp slt i32 %45, %extent5
  %47 = and i1 %43, %46
  %48 = mul i32 %41, %extent
  %49 = add i32 %48, %37
  %50 = mul i32 %49, %extent5
  %51 = add i32 %50, %45
  %52 = select i1 %47, i32 %51, i32 2147483647
  %53 = mul i32 %count, %count2
  %54 = mul i32 %53, %count6
  %55 = sext i32 %31 to i64
  %56 = sext i32 %52 to i64
  %57 = sext i32 %input_len to i64
  %58 = icmp ult i64 %56, %57
  br i1 %58, label %inside, label %loaded

next_unit:                                        ; preds = %stored, %leave
  %59 = add i64 %unit3, 1
  %60 = icmp eq i64 %59, 4
  br i1 %60, label %all_units, label %unit

all_units:                                        ; preds = %next_unit
  %61 = load i32, ptr %exit, align 4
  switch i32 %61, label %go_on8 [
    i32 3, label %next_cube
  ]

leave:                                            ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit

inside:                                           ; preds = %unit
  %62 = getelementptr inbounds float, ptr %input_data, i64 %56
  %63 = load float, ptr %62, align 4
  br label %loaded

loaded:                                           ; preds = %inside, %unit
  %64 = phi float [ 0.000000e+00, %unit ], [ %63, %inside ]
  %65 = icmp ult i64 %55, 4
  br i1 %65, label %inside7, label %stored

inside7:                                          ; preds = %loaded
  %66 = getelementptr inbounds float, ptr %tile, i64 %55
  store float %64, ptr %66, align 4
  br label %stored

stored:                                           ; preds = %inside7, %loaded
  br label %next_unit

go_on8:                                           ; preds = %all_units
  store i32 0, ptr %exit, align 4
  br label %unit9

unit9:                                            ; preds = %next_unit10, %go_on8
  %unit12 = phi i64 [ 0, %go_on8 ], [ %93, %next_unit10 ]
  %67 = trunc i64 %unit12 to i32
  %68 = udiv i32 %67, 4
  %69 = urem i32 %67, 4
  %70 = urem i32 %68, 1
  %71 = udiv i32 %68, 1
  %72 = mul i32 %20, 4
  %73 = add i32 %72, %69
  %74 = icmp slt i32 %73, %extent
  %75 = and i1 true, %74
  %76 = mul i32 %21, 1
  %77 = add i32 %76, %70
  %78 = icmp slt i32 %77, %extent4
  %79 = and i1 %75, %78
  %80 = mul i32 %22, 1
  %81 = add i32 %80, %71
  %82 = icmp slt i32 %81, %extent5
  %83 = and i1 %79, %82
  %84 = mul i32 %77, %extent
  %85 = add i32 %84, %73
  %86 = mul i32 %85, %extent5
  %87 = add i32 %86, %81
  %88 = select i1 %83, i32 %87, i32 2147483647
  %89 = mul i32 %count, %count2
  %90 = mul i32 %89, %count6
  %91 = getelementptr inbounds i8, ptr %15, i64 0
  %92 = getelementptr inbounds i32, ptr %91, i64 %unit12
  store i32 2, ptr %92, align 4
  br label %next_unit10

next_unit10:                                      ; preds = %unit9, %leave13
  %93 = add i64 %unit12, 1
  %94 = icmp eq i64 %93, 4
  br i1 %94, label %all_units11, label %unit9

all_units11:                                      ; preds = %next_unit10
  %95 = load i32, ptr %exit, align 4
  switch i32 %95, label %go_on14 [
    i32 3, label %next_cube
  ]

leave13:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit10

go_on14:                                          ; preds = %all_units11
  %96 = mul i32 %20, 4
  %97 = add i32 %96, 0
  %98 = icmp slt i32 %97, %extent
  %99 = and i1 true, %98
  %100 = mul i32 %21, 1
  %101 = add i32 %100, 0
  %102 = icmp slt i32 %101, %extent4
  %103 = and i1 %99, %102
  %104 = mul i32 %22, 1
  %105 = add i32 %104, 0
  %106 = icmp slt i32 %105, %extent5
  %107 = and i1 %103, %106
  %108 = mul i32 %101, %extent
  %109 = add i32 %108, %97
  %110 = mul i32 %109, %extent5
  %111 = add i32 %110, %105
  %112 = select i1 %107, i32 %111, i32 2147483647
  %113 = mul i32 %count, %count2
  %114 = mul i32 %113, %count6
  br label %all_while

all_while:                                        ; preds = %go_on34, %all_units29, %all_units19, %go_on14
  %115 = load i64, ptr %fuel, align 8
  %116 = sub i64 %115, 84
  store i64 %116, ptr %fuel, align 8
  %117 = icmp slt i64 %116, 0
  br i1 %117, label %look_at_clock15, label %go_on16, !prof !1

all_round:                                        ; preds = %go_on16
  store i32 0, ptr %exit, align 4
  br label %unit17

all_after:                                        ; preds = %all_units29, %all_units19, %go_on16
  store i32 0, ptr %exit, align 4
  br label %unit35

look_at_clock15:                                  ; preds = %all_while
  %118 = call i32 %checkpoint(ptr %checkpoint_state)
  %119 = icmp ne i32 %118, 0
  %120 = select i1 %119, i64 0, i64 1048576
  store i64 %120, ptr %fuel, align 8
  br i1 %119, label %stopped, label %go_on16

go_on16:                                          ; preds = %look_at_clock15, %all_while
  %121 = mul i32 %20, 4
  %122 = add i32 %121, 0
  %123 = icmp slt i32 %122, %extent
  %124 = and i1 true, %123
  %125 = mul i32 %21, 1
  %126 = add i32 %125, 0
  %127 = icmp slt i32 %126, %extent4
  %128 = and i1 %124, %127
  %129 = mul i32 %22, 1
  %130 = add i32 %129, 0
  %131 = icmp slt i32 %130, %extent5
  %132 = and i1 %128, %131
  %133 = mul i32 %126, %extent
  %134 = add i32 %133, %122
  %135 = mul i32 %134, %extent5
  %136 = add i32 %135, %130
  %137 = select i1 %132, i32 %136, i32 2147483647
  %138 = mul i32 %count, %count2
  %139 = mul i32 %138, %count6
  %140 = getelementptr inbounds i8, ptr %15, i64 0
  %141 = getelementptr inbounds i32, ptr %140, i64 0
  %142 = load i32, ptr %141, align 4
  %143 = icmp sgt i32 %142, 0
  br i1 %143, label %all_round, label %all_after

unit17:                                           ; preds = %next_unit18, %all_round
  %unit20 = phi i64 [ 0, %all_round ], [ %172, %next_unit18 ]
  %144 = trunc i64 %unit20 to i32
  %145 = udiv i32 %144, 4
  %146 = urem i32 %144, 4
  %147 = urem i32 %145, 1
  %148 = udiv i32 %145, 1
  %149 = mul i32 %20, 4
  %150 = add i32 %149, %146
  %151 = icmp slt i32 %150, %extent
  %152 = and i1 true, %151
  %153 = mul i32 %21, 1
  %154 = add i32 %153, %147
  %155 = icmp slt i32 %154, %extent4
  %156 = and i1 %152, %155
  %157 = mul i32 %22, 1
  %158 = add i32 %157, %148
  %159 = icmp slt i32 %158, %extent5
  %160 = and i1 %156, %159
  %161 = mul i32 %154, %extent
  %162 = add i32 %161, %150
  %163 = mul i32 %162, %extent5
  %164 = add i32 %163, %158
  %165 = select i1 %160, i32 %164, i32 2147483647
  %166 = mul i32 %count, %count2
  %167 = mul i32 %166, %count6
  %168 = getelementptr inbounds i8, ptr %15, i64 0
  %169 = getelementptr inbounds i32, ptr %168, i64 %unit20
  %170 = load i32, ptr %169, align 4
  %171 = icmp slt i32 %144, %170
  br i1 %171, label %then, label %after_if

next_unit18:                                      ; preds = %after_if, %leave23, %leave22, %leave21
  %172 = add i64 %unit20, 1
  %173 = icmp eq i64 %172, 4
  br i1 %173, label %all_units19, label %unit17

all_units19:                                      ; preds = %next_unit18
  %174 = load i32, ptr %exit, align 4
  switch i32 %174, label %go_on26 [
    i32 3, label %next_cube
    i32 1, label %all_after
    i32 2, label %all_while
  ]

leave21:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit18

leave22:                                          ; No predecessors!
  store i32 1, ptr %exit, align 4
  br label %next_unit18

leave23:                                          ; No predecessors!
  store i32 2, ptr %exit, align 4
  br label %next_unit18

then:                                             ; preds = %unit17
  %175 = sext i32 %144 to i64
  %176 = sext i32 %144 to i64
  %177 = icmp ult i64 %176, 4
  %178 = select i1 %177, i64 %176, i64 0
  %179 = getelementptr inbounds float, ptr %tile, i64 %178
  %180 = load float, ptr %179, align 4
  %181 = select i1 %177, float %180, float 0.000000e+00
  %182 = getelementptr inbounds i8, ptr %15, i64 0
  %183 = getelementptr inbounds i32, ptr %182, i64 %unit20
  %184 = load i32, ptr %183, align 4
  %185 = add i32 %144, %184
  %186 = sext i32 %185 to i64
  %187 = icmp ult i64 %186, 4
  %188 = select i1 %187, i64 %186, i64 0
  %189 = getelementptr inbounds float, ptr %tile, i64 %188
  %190 = load float, ptr %189, align 4
  %191 = select i1 %187, float %190, float 0.000000e+00
  %192 = fadd float %181, %191
  %193 = icmp ult i64 %175, 4
  br i1 %193, label %inside24, label %stored25

after_if:                                         ; preds = %stored25, %unit17
  br label %next_unit18

inside24:                                         ; preds = %then
  %194 = getelementptr inbounds float, ptr %tile, i64 %175
  store float %192, ptr %194, align 4
  br label %stored25

stored25:                                         ; preds = %inside24, %then
  br label %after_if

go_on26:                                          ; preds = %all_units19
  store i32 0, ptr %exit, align 4
  br label %unit27

unit27:                                           ; preds = %next_unit28, %go_on26
  %unit30 = phi i64 [ 0, %go_on26 ], [ %228, %next_unit28 ]
  %195 = trunc i64 %unit30 to i32
  %196 = udiv i32 %195, 4
  %197 = urem i32 %195, 4
  %198 = urem i32 %196, 1
  %199 = udiv i32 %196, 1
  %200 = mul i32 %20, 4
  %201 = add i32 %200, %197
  %202 = icmp slt i32 %201, %extent
  %203 = and i1 true, %202
  %204 = mul i32 %21, 1
  %205 = add i32 %204, %198
  %206 = icmp slt i32 %205, %extent4
  %207 = and i1 %203, %206
  %208 = mul i32 %22, 1
  %209 = add i32 %208, %199
  %210 = icmp slt i32 %209, %extent5
  %211 = and i1 %207, %210
  %212 = mul i32 %205, %extent
  %213 = add i32 %212, %201
  %214 = mul i32 %213, %extent5
  %215 = add i32 %214, %209
  %216 = select i1 %211, i32 %215, i32 2147483647
  %217 = mul i32 %count, %count2
  %218 = mul i32 %217, %count6
  %219 = getelementptr inbounds i8, ptr %15, i64 0
  %220 = getelementptr inbounds i32, ptr %219, i64 %unit30
  %221 = load i32, ptr %220, align 4
  %222 = sdiv i32 %221, 2
  %223 = sub i32 0, %221
  %224 = select i1 false, i32 %223, i32 %222
  %225 = select i1 false, i32 0, i32 %224
  %226 = getelementptr inbounds i8, ptr %15, i64 0
  %227 = getelementptr inbounds i32, ptr %226, i64 %unit30
  store i32 %225, ptr %227, align 4
  br label %next_unit28

next_unit28:                                      ; preds = %unit27, %leave33, %leave32, %leave31
  %228 = add i64 %unit30, 1
  %229 = icmp eq i64 %228, 4
  br i1 %229, label %all_units29, label %unit27

all_units29:                                      ; preds = %next_unit28
  %230 = load i32, ptr %exit, align 4
  switch i32 %230, label %go_on34 [
    i32 3, label %next_cube
    i32 1, label %all_after
    i32 2, label %all_while
  ]

leave31:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit28

leave32:                                          ; No predecessors!
  store i32 1, ptr %exit, align 4
  br label %next_unit28

leave33:                                          ; No predecessors!
  store i32 2, ptr %exit, align 4
  br label %next_unit28

go_on34:                                          ; preds = %all_units29
  br label %all_while

unit35:                                           ; preds = %next_unit36, %all_after
  %unit38 = phi i64 [ 0, %all_after ], [ %256, %next_unit36 ]
  %231 = trunc i64 %unit38 to i32
  %232 = udiv i32 %231, 4
  %233 = urem i32 %231, 4
  %234 = urem i32 %232, 1
  %235 = udiv i32 %232, 1
  %236 = mul i32 %20, 4
  %237 = add i32 %236, %233
  %238 = icmp slt i32 %237, %extent
  %239 = and i1 true, %238
  %240 = mul i32 %21, 1
  %241 = add i32 %240, %234
  %242 = icmp slt i32 %241, %extent4
  %243 = and i1 %239, %242
  %244 = mul i32 %22, 1
  %245 = add i32 %244, %235
  %246 = icmp slt i32 %245, %extent5
  %247 = and i1 %243, %246
  %248 = mul i32 %241, %extent
  %249 = add i32 %248, %237
  %250 = mul i32 %249, %extent5
  %251 = add i32 %250, %245
  %252 = select i1 %247, i32 %251, i32 2147483647
  %253 = mul i32 %count, %count2
  %254 = mul i32 %253, %count6
  %255 = icmp eq i32 %231, 0
  br i1 %255, label %then40, label %after_if41

next_unit36:                                      ; preds = %after_if41, %leave39
  %256 = add i64 %unit38, 1
  %257 = icmp eq i64 %256, 4
  br i1 %257, label %all_units37, label %unit35

all_units37:                                      ; preds = %next_unit36
  %258 = load i32, ptr %exit, align 4
  switch i32 %258, label %go_on44 [
    i32 3, label %next_cube
  ]

leave39:                                          ; No predecessors!
  store i32 3, ptr %exit, align 4
  br label %next_unit36

then40:                                           ; preds = %unit35
  %259 = sext i32 %18 to i64
  %260 = sext i32 %output_len to i64
  %261 = icmp ult i64 %259, %260
  %262 = getelementptr inbounds float, ptr %tile, i64 0
  %263 = load float, ptr %262, align 4
  br i1 %261, label %inside42, label %stored43

after_if41:                                       ; preds = %stored43, %unit35
  br label %next_unit36

inside42:                                         ; preds = %then40
  %264 = getelementptr inbounds float, ptr %output_data, i64 %259
  store float %263, ptr %264, align 4
  br label %stored43

stored43:                                         ; preds = %inside42, %then40
  br label %after_if41

go_on44:                                          ; preds = %all_units37
  br label %next_cube
}

declare ptr @dala_scratch(i64)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 262144}
