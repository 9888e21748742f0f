defmodule Dala.Seeds.ComputePage do
  @moduledoc false
  # The page of Dala.Gpu.Compute.
  import ExUnit.Assertions
  import Dala.Seeds.Tools

  alias Dala.Gpu.Compute

  def snippets do
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
end
