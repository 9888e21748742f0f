defmodule Dala.Seeds.Guide do
  @moduledoc false
  # The guide to compute, media and models.
  import ExUnit.Assertions
  import Dala.Seeds.Tools

  alias Dala.Gpu.Compute

  def snippets, do: compute_guide() ++ media_guide() ++ ml_guide()

  defp compute_guide do
    [
      {"guide: quick start", :any,
       """
       # Check GPU availability
       Dala.Gpu.Compute.device_info()
       # %{name: "ExCubecl CPU (Rust NIF)", gpu: false, version: "0.2.0"}

       # Create buffers
       a = Dala.Gpu.Compute.buffer([1.0, 2.0, 3.0], {3}, :f32)
       b = Dala.Gpu.Compute.buffer([4.0, 5.0, 6.0], {3}, :f32)
       c = Dala.Gpu.Compute.buffer_zeros({3}, :f32)

       # Run a kernel
       Dala.Gpu.Compute.add(a, b, c)

       # Read results
       Dala.Gpu.Compute.read(c)
       # [5.0, 7.0, 9.0]

       # Cleanup
       Dala.Gpu.Compute.free_many([a, b, c])
       """, fn -> [] end,
       fn value, %{a: a} ->
         assert value == :ok
         assert_raise ArgumentError, "the buffer has been freed", fn -> Compute.read(a) end
         assert %{name: name, gpu: gpu, version: version} = Compute.device_info()
         assert is_binary(name) and is_boolean(gpu) and version == Compute.version()
       end},
      {"guide: buffers", :any,
       """
       # From a list
       buf = Dala.Gpu.Compute.buffer([1.0, 2.0, 3.0], {3}, :f32)

       # Zero-initialized
       buf = Dala.Gpu.Compute.buffer_zeros({256, 256}, :f32)

       # From raw binary (e.g. image data)
       buf = Dala.Gpu.Compute.buffer_from_binary(rgba_binary, {640, 480, 4}, :u8)

       # Inspect
       Dala.Gpu.Compute.shape(buf)   # {640, 480, 4}
       Dala.Gpu.Compute.dtype(buf)   # :u8
       Dala.Gpu.Compute.size(buf)    # 1228800 (bytes)

       # Read back
       data = Dala.Gpu.Compute.read(buf)
       binary = Dala.Gpu.Compute.read_binary(buf)

       # Free
       Dala.Gpu.Compute.free(buf)
       """, fn -> [rgba_binary: :binary.copy(<<1, 2, 3, 4>>, 640 * 480)] end,
       fn value, names ->
         assert value == :ok
         assert names.data == names.rgba_binary and names.binary == names.rgba_binary
         assert Compute.shape(names.buf) == {640, 480, 4}
         assert Compute.dtype(names.buf) == :u8
         assert Compute.size(names.buf) == 1_228_800
       end},
      {"guide: kernels", :any,
       """
       # Built-in kernels
       Dala.Gpu.Compute.add(a, b, output)
       Dala.Gpu.Compute.relu(input, output)
       Dala.Gpu.Compute.multiply(a, b, output)
       Dala.Gpu.Compute.scale(input, 2.5, output)
       Dala.Gpu.Compute.matmul(a, b, output)

       # Custom kernels
       Dala.Gpu.Compute.run_kernel(:my_kernel, [input], output, %{param: value})

       # Async execution
       cmd_id = Dala.Gpu.Compute.submit(%{
         op: :run_kernel,
         kernel: :relu,
         inputs: [a],
         output: b,
         params: %{}
       })

       Dala.Gpu.Compute.poll(cmd_id)  # :pending | :completed | {:error, reason}
       Dala.Gpu.Compute.wait(cmd_id)   # blocks until done
       """,
       fn ->
         text =
           "fn my_kernel(x: Tensor<f32>, y: &mut Tensor<f32>, param: f32) " <>
             "{ y[ABSOLUTE_POS] = x[ABSOLUTE_POS] + param; }"

         :ok = Compute.Kernel.register(:my_kernel, text)
         matrix = fn values -> Compute.buffer(values, {2, 2}, :f32) end

         [
           a: matrix.([1, -2, 3, 4]),
           b: matrix.([5, 6, 7, 8]),
           input: matrix.([1, 2, 3, 4]),
           output: matrix.([0, 0, 0, 0]),
           value: 10.0
         ]
       end,
       fn value, names ->
         assert value == :ok
         assert Compute.poll(names.cmd_id) == :completed
         assert Compute.read(names.b) == f32([1, 0, 3, 4])
         assert Compute.read(names.output) == f32([11, 12, 13, 14])
       end},
      {"guide: pipeline", :any,
       """
       pipeline = Dala.Gpu.Compute.pipeline()
       pipeline
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :blur,
         inputs: [input_buf],
         output: temp_buf,
         params: %{radius: 3, sigma: 1.5}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :sharpen,
         inputs: [temp_buf],
         output: output_buf,
         params: %{amount: 0.5}
       })
       Dala.Gpu.Compute.pipeline_run(pipeline)
       """,
       fn ->
         [input_buf: photo(64, 48), temp_buf: picture(64, 48), output_buf: picture(64, 48)]
       end,
       fn value, names ->
         assert value == :ok
         rgba = Compute.read(names.input_buf)
         soft = Dala.Media.Gpu.blur(rgba, 64, 48, radius: 3, sigma: 1.5)
         assert Compute.read(names.temp_buf) == soft

         assert Compute.read(names.output_buf) ==
                  Dala.Media.Gpu.sharpen(soft, 64, 48, amount: 0.5)

         assert Compute.Pipeline.stage_count(names.pipeline) == 2
       end},
      {"guide: Nx", :nx,
       """
       # Nx → GPU
       tensor = Nx.tensor([1.0, 2.0, 3.0])
       buf = Dala.Gpu.Compute.from_nx(tensor)

       # GPU → Nx
       tensor = Dala.Gpu.Compute.to_nx(buf, {3}, :f32)

       # Full round-trip with processing
       input = Nx.tensor([1.0, 2.0, 3.0, 4.0, 5.0])
       buf = Dala.Gpu.Compute.from_nx(input)
       output_buf = Dala.Gpu.Compute.buffer_zeros({5}, :f32)
       Dala.Gpu.Compute.relu(buf, output_buf)
       result = Dala.Gpu.Compute.to_nx(output_buf, {5}, :f32)
       """, fn -> [] end,
       fn _value, names ->
         nx = :"Elixir.Nx"
         assert apply(nx, :to_binary, [names.tensor]) == f32([1, 2, 3])
         assert apply(nx, :shape, [names.tensor]) == {3}
         assert apply(nx, :to_binary, [names.result]) == f32([1, 2, 3, 4, 5])
       end},
      {"guide: surfaces", :any,
       """
       {:ok, surface} = Dala.Gpu.create_surface(640, 480)

       # Run compute → display on surface
       Dala.Gpu.Compute.run_to_surface(:generate_gradient, [], output_buf, surface, %{})
       """, fn -> [output_buf: picture(640, 480)] end,
       fn value, names ->
         assert value == :ok
         assert Dala.Gpu.get_pixels(names.surface) == Compute.read(names.output_buf)
         assert at(names.surface, 639, 0) == <<255, 0, 128, 255>>
         :ok = Dala.Gpu.destroy_surface(names.surface)
       end},
      {"guide: custom kernels", :any,
       """
       # Register a custom kernel
       Dala.Gpu.Compute.Kernel.register(:my_filter, \"""
         // CubeCL kernel source
         fn input: Tensor<f32>, output: Tensor<f32>, params: Map {
           // ...
         }
       \""", inputs: 1, params: [:strength])

       # Use it
       Dala.Gpu.Compute.run_kernel(:my_filter, [input], output, %{strength: 0.5})
       """, fn -> [input: vector([1.0, 2.0]), output: vector([3.0, 4.0])] end,
       fn value, names ->
         assert value == :ok
         # The text says nothing, so nothing is written.
         assert Compute.read(names.output) == f32([3, 4])
         assert {:ok, %{inputs: 1, params: [:strength]}} = Compute.Kernel.lookup(:my_filter)
       end}
    ]
  end

  defp media_guide do
    [
      {"guide: media", :any,
       """
       # One-shot filter
       blurred = Dala.Media.Gpu.blur(rgba_data, 640, 480, radius: 3, sigma: 1.5)

       # Multi-filter pipeline
       {:ok, ctx} = Dala.Media.Gpu.start_pipeline(640, 480)
       output = Dala.Media.Gpu.process_frame(ctx, rgba_data, [
         {:blur, %{radius: 3, sigma: 1.5}},
         {:sharpen, %{amount: 0.3}},
         {:brightness, %{value: 0.1}}
       ])
       Dala.Media.Gpu.stop_pipeline(ctx)

       # Individual filters
       gray = Dala.Media.Gpu.grayscale(rgba_data, 640, 480)
       bright = Dala.Media.Gpu.brightness(rgba_data, 640, 480, 0.2)
       contrast = Dala.Media.Gpu.contrast(rgba_data, 640, 480, 0.3)
       """, fn -> [rgba_data: Compute.read(photo(640, 480))] end,
       fn _value, names ->
         step = &Dala.Media.Gpu.apply_filters(&1, 640, 480, [&2])

         assert names.output ==
                  names.blurred
                  |> step.({:sharpen, amount: 0.3})
                  |> step.({:brightness, value: 0.1})

         assert pixel(names.rgba_data, 640, 639, 0) == <<255, 0, 128, 255>>
         # 0.299 r + 0.587 g + 0.114 b; + 255 * 0.2; away from 127.5 by a third.
         assert pixel(names.gray, 640, 639, 0) == <<91, 91, 91, 255>>
         assert pixel(names.bright, 640, 639, 0) == <<255, 51, 179, 255>>
         assert pixel(names.contrast, 640, 639, 0) == <<255, 0, 128, 255>>
       end}
    ]
  end

  defp ml_guide do
    [
      {"guide: models", :models,
       """
       # Load a model
       {:ok, model} = Dala.ML.Gpu.load_model(:mobilenet_v2)

       # Run inference
       input_tensor = Dala.ML.preprocess(image_data, size: {224, 224})
       {:ok, output} = Dala.ML.Gpu.predict(model, input_tensor)

       # Post-process
       top5 = Dala.ML.Gpu.top_k(output, k: 5)

       # Available models
       Dala.ML.Gpu.available_models()
       # [:mobilenet_v2, :yolo_v5, :blazeface, :posenet, :deeplab]
       """,
       fn ->
         [image_data: File.read!(Path.join(Dala.Test.models_folder(), "photos/dog1.jpg"))]
       end,
       fn value, names ->
         assert Enum.take(value, 5) == [:mobilenet_v2, :yolo_v5, :blazeface, :posenet, :deeplab]
         # A Pembroke, as the same photograph's answer from another runtime says.
         assert [{263, best} | rest] = names.top5
         assert length(rest) == 4 and Enum.all?(rest, fn {_, value} -> value <= best end)
       end}
    ]
  end
end
