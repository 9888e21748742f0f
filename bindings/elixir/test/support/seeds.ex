defmodule Dala.Seeds.Names do
  @moduledoc false
  # Functions that snippets call and do not define.
  def handle_error(reason), do: raise(reason)
  def retry_later, do: :later
end

defmodule Dala.Seeds do
  @moduledoc false
  # The snippets of the documents this package implements, as they are printed there, each with what
  # its free names stand for and what must come of it.
  #
  # Where the documents differ, the page of `Dala.Gpu.Compute` counts: `read/1` gives a binary. So the
  # guide's `read(output_buf) |> :erlang.list_to_binary()` is here as that page has it.
  import ExUnit.Assertions
  import Dala.Seeds.Names, warn: false

  alias Dala.Gpu.Compute

  def names(tag), do: for({name, ^tag, _code, _binding, _check} <- snippets(), do: name)

  def codes, do: for({name, _tag, code, _binding, _check} <- snippets(), do: {name, code})

  # On whichever node this is called.
  def run(name) do
    {_name, _tag, code, binding, check} = List.keyfind!(snippets(), name, 0)
    {value, after_it} = Code.eval_string(code, binding.(), __ENV__)
    check.(value, Map.new(after_it))
    :ok
  end

  defp f32(values), do: for(value <- values, into: <<>>, do: <<value::float-little-32>>)
  defp vector(values), do: Compute.buffer(values, {length(values)}, :f32)
  defp picture(width, height), do: Compute.buffer_zeros({height, width, 4}, :u8)

  defp photo(width, height) do
    frame = picture(width, height)
    :ok = Compute.run_kernel(:generate_gradient, [], frame, %{})
    frame
  end

  defp pixel(pixels, width, x, y), do: :binary.part(pixels, (y * width + x) * 4, 4)

  defp surface(width \\ 320, height \\ 240) do
    {:ok, surface} = Dala.Gpu.create_surface(width, height)
    surface
  end

  defp at(surface, x, y) do
    {width, _} = Dala.Gpu.size(surface)
    pixel(Dala.Gpu.get_pixels(surface), width, x, y)
  end

  defp no_errors(surface) do
    :ok = Dala.Gpu.flush(surface)
    assert Dala.Gpu.errors(surface) == []
  end

  defp snippets do
    compute_guide() ++
      media_guide() ++
      ml_guide() ++
      compute_page() ++
      surface_guide() ++
      scene_guide() ++
      pipeline_page()
  end

  # --- the guide to compute ---

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

  # --- the page of Dala.Gpu.Compute ---

  defp compute_page do
    [
      {"page: quick start", :any,
       """
       # Check GPU availability
       Dala.Gpu.Compute.device_info()
       # %{name: "ExCubecl CPU (Rust NIF)", gpu: false, version: "0.3.0"}
       # Create buffers
       a = Dala.Gpu.Compute.buffer([1.0, 2.0, 3.0], {3}, :f32)
       b = Dala.Gpu.Compute.buffer([4.0, 5.0, 6.0], {3}, :f32)
       c = Dala.Gpu.Compute.buffer([0.0, 0.0, 0.0], {3}, :f32)
       # Run a kernel
       Dala.Gpu.Compute.run_kernel(:elementwise_add, [a, b], c, %{})
       # Read results
       Dala.Gpu.Compute.read(c)
       # <<5.0, 7.0, 9.0>> (binary)
       """, fn -> [] end, fn value, _names -> assert value == f32([5, 7, 9]) end},
      {"page: async", :any,
       """
       cmd_id = Dala.Gpu.Compute.submit(%{
       op: :run_kernel,
       kernel: "relu",
       inputs: [a.ref],
       output: b.ref,
       params: %{}
       })
       Dala.Gpu.Compute.poll(cmd_id) # :pending | :completed | {:error, reason}
       Dala.Gpu.Compute.wait(cmd_id) # blocks until done
       """, fn -> [a: vector([-1.0, 2.0]), b: vector([0.0, 0.0])] end,
       fn value, names ->
         assert value == :ok
         assert is_integer(names.cmd_id) and names.cmd_id >= 0
         assert Compute.read(names.b) == f32([0, 2])
       end},
      {"page: pipeline", :any,
       """
       pipeline = Dala.Gpu.Compute.pipeline()
       pipeline
       |> Dala.Gpu.Compute.pipeline_add(%{
       op: :run_kernel,
       kernel: :blur,
       inputs: [input_buf],
       output: temp_buf,
       params: %{radius: 3}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
       op: :run_kernel,
       kernel: :relu,
       inputs: [temp_buf],
       output: output_buf,
       params: %{}
       })
       Dala.Gpu.Compute.pipeline_run(pipeline)
       """,
       fn ->
         [input_buf: photo(32, 16), temp_buf: picture(32, 16), output_buf: picture(32, 16)]
       end,
       fn value, names ->
         assert value == :ok
         soft = Dala.Media.Gpu.blur(Compute.read(names.input_buf), 32, 16, radius: 3)
         # Bytes are never below zero.
         assert Compute.read(names.output_buf) == soft
       end},
      {"page: surfaces", :any,
       """
       {:ok, surface} = Dala.Gpu.create_surface(640, 480)
       # Run compute → read buffer → upload to surface
       Dala.Gpu.Compute.run_kernel(:generate_gradient, [], output_buf, %{})
       pixels = Dala.Gpu.Compute.read(output_buf)
       Dala.Gpu.set_pixels(surface, pixels)
       Dala.Gpu.present(surface)
       """, fn -> [output_buf: picture(640, 480)] end,
       fn value, names ->
         assert value == :ok
         assert Dala.Gpu.shown_pixels(names.surface) == names.pixels
         :ok = Dala.Gpu.destroy_surface(names.surface)
       end},
      {"page: add", :any,
       """
       c = Dala.Gpu.Compute.buffer_zeros({3}, :f32)
       Dala.Gpu.Compute.add(a, b, c)
       """, fn -> [a: vector([1.0, 2.0, 3.0]), b: vector([1.0, 1.0, 1.0])] end,
       fn value, names ->
         assert value == :ok
         assert Compute.read_list(names.c) == [2.0, 3.0, 4.0]
       end},
      {"page: buffer_from_binary", :any,
       """
       buf = Dala.Gpu.Compute.buffer_from_binary(binary_data, {640, 480, 4}, :u8)
       """, fn -> [binary_data: :binary.copy(<<7>>, 640 * 480 * 4)] end,
       fn value, names ->
         assert Compute.read_binary(value) == names.binary_data
       end},
      {"page: matmul", :any,
       """
       a = Dala.Gpu.Compute.buffer(list_4, {2, 2}, :f32)
       b = Dala.Gpu.Compute.buffer(list_4, {2, 2}, :f32)
       c = Dala.Gpu.Compute.buffer_zeros({2, 2}, :f32)
       Dala.Gpu.Compute.matmul(a, b, c)
       """, fn -> [list_4: [1, 2, 3, 4]] end,
       fn value, names ->
         assert value == :ok
         assert Compute.read_list(names.c) == [7.0, 10.0, 15.0, 22.0]
       end},
      {"page: multiply", :any, "Dala.Gpu.Compute.multiply(a, b, output)\n",
       fn -> [a: vector([2.0]), b: vector([3.0]), output: vector([0.0])] end,
       fn value, names ->
         assert value == :ok
         assert Compute.read_list(names.output) == [6.0]
       end},
      {"page: run_kernel", :any,
       """
       Dala.Gpu.Compute.run_kernel(:elementwise_add, [a, b], c, %{})
       Dala.Gpu.Compute.run_kernel(:relu, [a], b, %{slope: 0.1})
       Dala.Gpu.Compute.run_kernel(:blur, [image_buf], out_buf, %{radius: 3, sigma: 1.5})
       """,
       fn ->
         [
           a: vector([-10.0, 1.0]),
           b: vector([1.0, 1.0]),
           c: vector([0.0, 0.0]),
           image_buf: photo(16, 16),
           out_buf: picture(16, 16)
         ]
       end,
       fn value, names ->
         assert value == :ok
         assert Compute.read_list(names.c) == [-9.0, 2.0]
         assert Compute.read_list(names.b) == [-1.0, 1.0]
         rgba = Compute.read(names.image_buf)

         assert Compute.read(names.out_buf) ==
                  Dala.Media.Gpu.blur(rgba, 16, 16, radius: 3, sigma: 1.5)
       end},
      {"page: run_to_surface", :any,
       """
       {:ok, surface} = Dala.Gpu.create_surface(640, 480)
       Dala.Gpu.Compute.run_to_surface(kernel, [input_buf], output_buf, surface, %{})
       """,
       fn -> [kernel: :invert, input_buf: photo(640, 480), output_buf: picture(640, 480)] end,
       fn value, names ->
         assert value == :ok
         assert at(names.surface, 639, 0) == <<0, 255, 127, 255>>
         :ok = Dala.Gpu.destroy_surface(names.surface)
       end},
      {"page: scale", :any, "Dala.Gpu.Compute.scale(input, 2.5, output)\n",
       fn -> [input: vector([2.0]), output: vector([0.0])] end,
       fn value, names ->
         assert value == :ok
         assert Compute.read_list(names.output) == [5.0]
       end},
      {"page: submit", :any,
       """
       cmd_id = Dala.Gpu.Compute.submit(%{
       op: :run_kernel,
       kernel: "relu",
       inputs: [a.ref],
       output: b.ref,
       params: %{}
       })
       # Later...
       case Dala.Gpu.Compute.poll(cmd_id) do
       :completed -> Dala.Gpu.Compute.read(b)
       {:error, reason} -> handle_error(reason)
       :pending -> retry_later()
       end
       """, fn -> [a: vector([-1.0, 2.0]), b: vector([9.0, 9.0])] end,
       fn value, names ->
         assert value in [:later, f32([0, 2])]
         assert Compute.wait(names.cmd_id) == :ok
         assert Compute.read(names.b) == f32([0, 2])
       end}
    ]
  end

  # --- the guide to surfaces ---

  defp surface_guide do
    [
      {"render: lifecycle", :any,
       """
       # Create a GPU surface (spawns GenServer + Rust render thread)
       {:ok, surface} = Dala.Gpu.create_surface(1920, 1080)

       # Issue render commands (async, queued)
       Dala.Gpu.clear(surface, :transparent)
       Dala.Gpu.fill_rect(surface, 10, 10, 100, 100, :red)
       Dala.Gpu.present(surface)  # flush queue, swap buffers, upload to GPU

       # Cleanup
       Dala.Gpu.destroy_surface(surface)
       """, fn -> [] end,
       fn value, names ->
         assert value == :ok
         refute Process.alive?(names.surface)
         assert {:error, %{code: :shut_down}} = Dala.Gpu.present(names.surface)
       end},
      {"render: primitives", :any,
       """
       # Clear
       Dala.Gpu.clear(surface, :black)
       Dala.Gpu.clear(surface, {255, 0, 0, 128})  # RGBA tuple

       # Rectangle
       Dala.Gpu.fill_rect(surface, x, y, w, h, :red)

       # Line (Bresenham's algorithm)
       Dala.Gpu.draw_line(surface, x1, y1, x2, y2, :white)

       # Circle outline (midpoint circle algorithm)
       Dala.Gpu.draw_circle(surface, cx, cy, radius, :blue)

       # Filled circle
       Dala.Gpu.fill_circle(surface, cx, cy, radius, :green)

       # Triangle outline
       Dala.Gpu.draw_triangle(surface, x1, y1, x2, y2, x3, y3, :yellow)

       # Filled triangle (scanline rasterization)
       Dala.Gpu.fill_triangle(surface, x1, y1, x2, y2, x3, y3, :cyan)

       # Rounded rectangle
       Dala.Gpu.draw_round_rect(surface, x, y, w, h, corner_radius, :white)
       Dala.Gpu.fill_round_rect(surface, x, y, w, h, corner_radius, {0, 0, 0, 128})

       # Clipping
       Dala.Gpu.set_clip(surface, x, y, w, h, true)
       Dala.Gpu.reset_clip(surface)
       """,
       fn ->
         [surface: surface(), x: 10, y: 10, w: 60, h: 40, corner_radius: 8] ++
           [x1: 200, y1: 40, x2: 240, y2: 40, x3: 220, y3: 80, cx: 150, cy: 60, radius: 20]
       end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 300, 200) == <<255, 0, 0, 128>>
         assert at(surface, 10, 10) == <<255, 0, 0, 255>>
         # Half of black over red.
         assert at(surface, 40, 30) == <<127, 0, 0, 255>>
         assert at(surface, 150, 60) == <<0, 255, 0, 255>>
         assert at(surface, 170, 60) == <<0, 255, 0, 255>>
         assert at(surface, 220, 60) == <<0, 255, 255, 255>>
       end},
      {"render: images", :any,
       """
       # Load an image from RGBA8888 binary data
       Dala.Gpu.load_image(surface, image_id, rgba_data, width, height)

       # Draw at position with scaling
       Dala.Gpu.draw_image(surface, image_id, x, y, dest_w, dest_h)

       # Remove when done
       Dala.Gpu.remove_image(surface, image_id)
       """,
       fn ->
         [surface: surface(), image_id: 42, rgba_data: :binary.copy(<<200, 100, 50, 255>>, 16)] ++
           [width: 4, height: 4, x: 10, y: 20, dest_w: 80, dest_h: 60]
       end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 10, 20) == <<200, 100, 50, 255>>
         assert at(surface, 89, 79) == <<200, 100, 50, 255>>
         assert at(surface, 90, 79) == <<0, 0, 0, 0>>
       end},
      {"render: sprites", :any,
       """
       Dala.Gpu.load_sprite(surface, sprite_id, rgba_data, width, height)
       Dala.Gpu.blit(surface, sprite_id, x, y)
       Dala.Gpu.remove_sprite(surface, sprite_id)
       """,
       fn ->
         [surface: surface(), sprite_id: 1, rgba_data: :binary.copy(<<255>>, 256)] ++
           [width: 8, height: 8, x: 100, y: 50]
       end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 107, 57) == <<255, 255, 255, 255>>
         assert at(surface, 108, 57) == <<0, 0, 0, 0>>
       end},
      {"render: batch", :any,
       """
       commands = [
         Dala.Gpu.Command.encode_clear(:transparent),
         Dala.Gpu.Command.encode_fill_rect(0, 0, 100, 100, :red),
         Dala.Gpu.Command.encode_draw_circle(50, 50, 25, :blue),
       ]
       Dala.Gpu.batch(surface, commands)
       """, fn -> [surface: surface()] end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 50, 50) == <<255, 0, 0, 255>>
         assert at(surface, 75, 50) == <<0, 0, 255, 255>>
         assert at(surface, 100, 100) == <<0, 0, 0, 0>>
       end},
      {"render: compute", :any,
       """
       Dala.Gpu.dispatch_compute(surface, shader_source, params_binary, {wg_x, wg_y, wg_z})
       Dala.Gpu.load_shader(surface, "blur", new_shader_source)
       Dala.Gpu.set_uniform(surface, "radius", <<5.0::float-little-32>>)
       Dala.Gpu.supports_compute(surface)  # true | false
       """,
       fn ->
         surface = surface()
         :ok = Dala.Gpu.clear(surface, :white)

         text =
           "fn darken(pixels: &mut Tensor<u8>, radius: f32) {" <>
             "  pixels[ABSOLUTE_POS] = ((pixels[ABSOLUTE_POS] as f32) / radius) as u8; }"

         [surface: surface, shader_source: text, new_shader_source: text] ++
           [params_binary: <<2.0::float-little-32>>, wg_x: 40, wg_y: 30, wg_z: 1]
       end,
       fn value, %{surface: surface} ->
         assert value == true
         assert at(surface, 0, 0) == <<127, 127, 127, 127>>
         # The shader by its name, with the value that was set.
         :ok = Dala.Gpu.dispatch_compute(surface, "blur", <<>>, {1, 1, 1})
         no_errors(surface)
         assert at(surface, 0, 0) == <<25, 25, 25, 25>>
       end},
      {"render: pixels", :any,
       """
       pixels = Dala.Gpu.get_pixels(surface)
       Dala.Gpu.set_pixels(surface, rgba_binary)

       Dala.Gpu.with_pixels(surface, fn pixels ->
         # Modify and return
         modified_pixels
       end)
       """,
       fn ->
         [surface: surface(2, 1), rgba_binary: <<1, 2, 3, 4, 5, 6, 7, 8>>] ++
           [modified_pixels: <<8, 7, 6, 5, 4, 3, 2, 1>>]
       end,
       fn value, names ->
         assert value == :ok
         assert names.pixels == <<0::64>>
         assert Dala.Gpu.get_pixels(names.surface) == names.modified_pixels
       end}
    ]
  end

  defp scene_guide do
    [
      {"render: scene", :any,
       """
       {:ok, scene} = Dala.Media.Scene.new(1920, 1080)

       # Add video node (full screen)
       {:ok, video} = Dala.Media.Scene.add_video(scene,
         stream: video_stream,
         size: {1920, 1080},
         z_index: 0
       )

       # Add PiP video overlay
       {:ok, pip} = Dala.Media.Scene.add_video(scene,
         stream: pip_stream,
         pip: true,
         pip_position: {1700, 20},
         pip_size: {200, 150},
         z_index: 100
       )

       # Add image overlay
       {:ok, img} = Dala.Media.Scene.add_image(scene,
         image_id: loaded_image_id,
         position: {100, 100},
         size: {300, 200},
         z_index: 50
       )

       # Composite all nodes and render
       Dala.Media.Scene.render(scene)
       """,
       fn ->
         [
           video_stream: stream(<<10, 20, 30, 255>>),
           pip_stream: stream(<<200, 0, 0, 255>>),
           loaded_image_id:
             Dala.Media.Texture.load_image(:binary.copy(<<0, 255, 0, 255>>, 4), 2, 2)
         ]
       end,
       fn value, %{scene: scene} ->
         assert value == {:ok, :rendered}
         assert scene_at(scene, 5, 5) == <<10, 20, 30, 255>>
         assert scene_at(scene, 1700, 20) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1899, 169) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1900, 170) == <<10, 20, 30, 255>>
         assert scene_at(scene, 100, 100) == <<0, 255, 0, 255>>
         assert scene_at(scene, 399, 299) == <<0, 255, 0, 255>>
         assert scene_at(scene, 400, 300) == <<10, 20, 30, 255>>
         assert Dala.Media.Scene.render(scene) == {:ok, :unchanged}
       end},
      {"render: picture in picture", :any,
       """
       # Auto PiP (top-right corner, 200x150)
       Dala.Media.Scene.add_video(scene, stream: stream, pip: true, z_index: 100)

       # Custom PiP position and size
       Dala.Media.Scene.add_video(scene, stream: stream,
         pip: true,
         pip_position: {50, 50},
         pip_size: {320, 240},
         z_index: 100
       )

       # Update PiP transform at runtime
       Dala.Media.Scene.set_pip_transform(scene, pip_node_id,
         position: {100, 80},
         size: {400, 300}
       )
       """,
       fn ->
         {:ok, scene} = Dala.Media.Scene.new(1280, 720)

         {:ok, id} =
           Dala.Media.Scene.add_video(scene, stream: stream(<<0, 0, 9, 255>>), pip: true)

         [scene: scene, stream: stream(<<200, 0, 0, 255>>), pip_node_id: id]
       end,
       fn value, %{scene: scene} ->
         assert value == :ok
         assert Dala.Media.Scene.render(scene) == {:ok, :rendered}
         # In the corner, 20 pixels in.
         assert scene_at(scene, 1060, 20) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1259, 169) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1260, 170) == <<0, 0, 0, 255>>
         assert scene_at(scene, 50, 50) == <<200, 0, 0, 255>>
         assert scene_at(scene, 369, 289) == <<200, 0, 0, 255>>
         assert scene_at(scene, 370, 290) == <<0, 0, 9, 255>>
         assert scene_at(scene, 499, 379) == <<0, 0, 9, 255>>
         assert scene_at(scene, 500, 380) == <<0, 0, 0, 255>>
       end}
    ]
  end

  defp stream(pixel) do
    stream = Dala.Media.Stream.new()
    :ok = Dala.Media.Stream.push(stream, :binary.copy(pixel, 16), 4, 4)
    stream
  end

  defp scene_at(scene, x, y), do: pixel(Dala.Media.Scene.pixels(scene), scene.width, x, y)

  # --- the page of Dala.Gpu.Compute.Pipeline ---

  defp pipeline_page do
    [
      {"pipeline: image processing", :any,
       """
       pipeline = Dala.Gpu.Compute.pipeline()
       pipeline
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :blur,
         inputs: [input_buf],
         output: blurred_buf,
         params: %{radius: 3, sigma: 1.5}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :sharpen,
         inputs: [blurred_buf],
         output: sharpened_buf,
         params: %{amount: 0.5}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :grayscale,
         inputs: [sharpened_buf],
         output: output_buf,
         params: %{}
       })
       Dala.Gpu.Compute.pipeline_run(pipeline)
       """,
       fn ->
         [input_buf: photo(64, 48), blurred_buf: picture(64, 48)] ++
           [sharpened_buf: picture(64, 48), output_buf: picture(64, 48)]
       end,
       fn value, names ->
         assert value == :ok
         rgba = Compute.read(names.input_buf)

         expected =
           Dala.Media.Gpu.apply_filters(rgba, 64, 48, [
             {:blur, radius: 3, sigma: 1.5},
             {:sharpen, amount: 0.5},
             :grayscale
           ])

         assert Compute.read(names.output_buf) == expected
         stages = Compute.Pipeline.stages(names.pipeline)
         assert Enum.map(stages, & &1.kernel) == [:blur, :sharpen, :grayscale]
         assert hd(stages).inputs == [names.input_buf.ref]
       end},
      {"pipeline: inference", :models,
       """
       pipeline = Dala.Gpu.Compute.pipeline()
       pipeline
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :preprocess,
         inputs: [camera_buf],
         output: preprocessed_buf,
         params: %{normalize: true, size: {224, 224}}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :mobilenet_v2,
         inputs: [preprocessed_buf],
         output: logits_buf,
         params: %{}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :softmax,
         inputs: [logits_buf],
         output: probs_buf,
         params: %{}
       })
       Dala.Gpu.Compute.pipeline_run(pipeline)
       """,
       fn ->
         file = Path.join(Dala.Test.models_folder(), "photos/dog1.jpg")
         {:ok, {width, height, rgba}} = Dala.Media.Gpu.read_picture(file)

         [
           camera_buf: Compute.buffer_from_binary(rgba, {height, width, 4}, :u8),
           preprocessed_buf: Compute.buffer_zeros({1, 3, 224, 224}, :f32),
           logits_buf: Compute.buffer_zeros({1, 1000}, :f32),
           probs_buf: Compute.buffer_zeros({1, 1000}, :f32)
         ]
       end,
       fn value, names ->
         assert value == :ok
         assert [{263, score} | _] = Dala.ML.Gpu.top_k(names.probs_buf)
         assert_in_delta score, 0.84, 0.02
         assert_in_delta Enum.sum(Compute.read_list(names.probs_buf)), 1.0, 1.0e-3
       end}
    ]
  end
end
