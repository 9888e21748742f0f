defmodule Dala.ComputeTest do
  use ExUnit.Case, async: false
  alias Dala.Gpu.Compute
  alias Dala.Gpu.Compute.Pipeline

  defp vector(values), do: Compute.buffer(values, {length(values)}, :f32)

  test "every dtype there and back, as a list and as bytes" do
    for {dtype, values} <- [
          f32: [0.5, -2.0, :nan, :infinity, :neg_infinity],
          f64: [0.1, -1.0e300],
          s32: [-2_147_483_648, 2_147_483_647],
          s64: [-9_223_372_036_854_775_808, 9_223_372_036_854_775_807],
          u32: [0, 4_294_967_295],
          u8: [0, 255],
          s8: [-128, 127],
          u16: [0, 65_535],
          s16: [-32_768, 32_767],
          f16: [0.5, -65504.0, :nan, :infinity],
          bf16: [1.5, :neg_infinity],
          bool: [true, false]
        ] do
      buffer = Compute.buffer(values, {length(values)}, dtype)
      assert Compute.read_list(buffer) == values
      bytes = Compute.to_binary(buffer)
      assert byte_size(bytes) == Compute.size(buffer)
      assert Compute.read_list(Compute.from_binary(bytes, buffer.shape, dtype)) == values
    end
  end

  test "scalars and empty buffers" do
    assert Compute.read_list(Compute.buffer([3.0], {}, :f32)) == [3.0]
    assert Compute.read(Compute.buffer([], {0, 4}, :f32)) == ""
  end

  test "what can never be right raises ArgumentError with the reason" do
    for {message, call} <- [
          {~r/256 does not fit/, fn -> Compute.buffer([256], {1}, :u8) end},
          {~r/a whole number of 64 bits/, fn -> Compute.buffer([1.5], {1}, :s32) end},
          {~r/a number was expected/, fn -> Compute.buffer(["one"], {1}, :f32) end},
          {~r/:f8 is no dtype/, fn -> Compute.buffer([1], {1}, :f8) end},
          {~r/128 does not fit/, fn -> Compute.buffer([128], {1}, :s8) end},
          {~r/shape/, fn -> Compute.buffer_zeros({-1}, :f32) end},
          {~r/4 bytes were given/, fn -> Compute.buffer_from_binary("1234", {2}, :f32) end},
          {~r/expected a buffer or its ref/, fn -> Compute.read(:nothing) end},
          {~r/expected a reference to a buffer/, fn -> Compute.read(make_ref()) end},
          {~r/a command must have an :op/, fn -> Compute.submit(%{kernel: :relu}) end},
          {~r/has no \[:inpts\]/, fn -> Compute.submit(%{op: :barrier, inpts: []}) end},
          {~r/no kernel is called "relo"|relo/,
           fn ->
             Compute.submit(%{op: :run_kernel, kernel: :relo, inputs: [], output: vector([1])})
           end}
        ] do
      assert_raise ArgumentError, message, call
    end
  end

  test "outputs that nobody gave are made as the kernel says" do
    a = Compute.buffer([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], {2, 3}, :f32)
    assert {:ok, turned} = Compute.run(:transpose, [a])
    assert turned.shape == {3, 2} and turned.dtype == :f32
    assert Compute.shape(turned) == {3, 2}
    assert Compute.read_list(turned) == [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
    assert {:ok, product} = Compute.run(:matmul, [a, turned])
    assert Compute.read_list(product) == [14.0, 32.0, 32.0, 77.0]
    assert {:ok, wide} = Compute.run("sum", [a], %{axis: 0}, dtype: {:f, 64})
    assert wide.dtype == :f64 and Compute.read_list(wide) == [5.0, 7.0, 9.0]
    assert {:ok, picture} = Compute.run(:generate_gradient, [], %{}, shape: {2, 2, 4})
    assert Compute.size(picture) == 16

    assert {:error, %{code: :cannot_infer}} = Compute.run(:cast, [a])
    assert {:error, %{code: :cannot_infer}} = Compute.run(:generate_gradient, [])
    assert {:error, %{code: :shape_mismatch}} = Compute.run(:matmul, [a, a])
    assert {:error, %{code: :wrong_dtype}} = Compute.run(:relu, [a], %{}, dtype: :u8)
    assert {:error, %{code: :unknown_kernel}} = Compute.run(:relo, [a])

    assert_raise ArgumentError, ~r/:f8 is no dtype/, fn ->
      Compute.run(:cast, [a], %{}, dtype: :f8)
    end

    assert_raise ArgumentError, fn -> Compute.run(:cast, [a], %{}, type: :u8) end
  end

  test "errors of commands are values" do
    a = vector([1, 2])
    assert {:error, %Dala.Error{} = error} = Compute.add(a, vector([1, 2, 3]), a)
    assert error.code == :shape_mismatch
    assert error.message =~ "{2}" and error.message =~ "{3}"
    assert {:error, %{code: :unknown_param}} = Compute.run_kernel(:relu, [a], a, %{slop: 1})
    Compute.free(a)
    assert {:error, %{code: :freed_buffer}} = Compute.relu(a, a)
  end

  test "the small path gives what the long one gives, and waits for commands before it" do
    large = Compute.buffer_zeros({2_000_000}, :f32)
    small = vector([1.0])

    for _ <- 1..20 do
      Compute.write(small, <<1.0::float-little-32>>)

      id =
        Compute.submit(%{
          op: :run_kernel,
          kernel: :sum,
          inputs: [large],
          output: small,
          params: %{}
        })

      assert Compute.add(small, vector([5.0]), small) == :ok
      assert Compute.read_list(small) == [5.0]
      assert Compute.poll(id) == :completed
    end
  end

  test "commands tell the process that wants to know" do
    a = vector([-1.0, 2.0])
    spec = %{op: :run_kernel, kernel: :relu, inputs: [a], output: a}
    ids = for _ <- 1..100, do: Compute.submit(spec, notify: self())
    for id <- ids, do: assert_receive({:dala_command, ^id, :completed}, 10_000)
    # Waiting for one on a scheduler does not keep it from being told.
    id = Compute.submit(spec, notify: self())
    assert Compute.wait(id) == :ok
    assert_receive {:dala_command, ^id, :completed}, 10_000
    # Nor does it hurt when the process is gone.
    gone = spawn(fn -> :ok end)
    assert Compute.wait(Compute.submit(spec, notify: gone)) == :ok
  end

  test "waiting has an end" do
    assert {:error, %{code: :unknown_command}} = Compute.wait(1_000_000_000)
    frame = Compute.buffer_zeros({1024, 1024}, :f32)

    id =
      Compute.submit(%{
        op: :run_kernel,
        kernel: :matmul,
        inputs: [frame, frame],
        output: frame_of(frame)
      })

    case Compute.wait(id, 0) do
      {:error, error} -> assert error.code == :timeout
      :ok -> :ok
    end

    assert Compute.wait(id) == :ok
  end

  defp frame_of(%{shape: shape, dtype: dtype}), do: Compute.buffer_zeros(shape, dtype)

  test "pipelines are the same for everybody, and reject bad stages" do
    a = vector([1.0, -2.0])
    b = vector([0.0, 0.0])
    pipeline = Compute.pipeline()
    added = Pipeline.add(pipeline, %{op: :run_kernel, kernel: :relu, inputs: [a], output: b})
    assert Pipeline.stage_count(pipeline) == 1
    assert [%{op: :run_kernel, kernel: :relu, params: %{}} = stage] = added.stages
    assert stage.inputs == [a.ref] and stage.output == b.ref

    assert_raise ArgumentError, ~r/relo/, fn ->
      Pipeline.add(pipeline, %{op: :run_kernel, kernel: :relo, inputs: [a], output: b})
    end

    Pipeline.add(pipeline, %{op: :barrier})
    c = vector([9.0, 9.0])
    Pipeline.add(pipeline, %{op: :copy_buffer, inputs: [b], output: c})
    assert Pipeline.stage_count(pipeline) == 3
    assert Pipeline.run(pipeline) == :ok
    assert Compute.read_list(c) == [1.0, 0.0]
    id = Pipeline.submit(pipeline, notify: self())
    assert_receive {:dala_command, ^id, :completed}, 10_000
    assert {:ok, text} = Pipeline.explain(pipeline)
    assert text =~ "relu"
    assert Compute.free_pipeline(pipeline) == :ok
    assert Pipeline.run(pipeline) == :ok
  end

  test "filters with other pictures are kernels too" do
    frame = Compute.buffer_from_binary(<<10, 20, 30, 255>>, {1, 1, 4}, :u8)
    back = Compute.buffer_from_binary(<<200, 201, 202, 255>>, {1, 1, 4}, :u8)
    mask = Compute.buffer_from_binary(<<0>>, {1, 1}, :u8)
    out = Compute.buffer_zeros({1, 1, 4}, :u8)
    assert Compute.run_kernel(:background_replace, [frame, mask, back], out, %{}) == :ok
    assert Compute.read(out) == <<200, 201, 202, 255>>
    assert {:error, error} = Compute.run_kernel(:background_replace, [frame], out, %{})
    assert error.message == "background_replace takes 3 inputs and 1 output; 1 and 1 were given"
  end

  test "events are told to those who listen" do
    me = self()

    Dala.Events.attach(
      :test,
      fn event, measured, meta, to -> send(to, {event, measured, meta}) end,
      me
    )

    a = vector([1.0])
    Compute.relu(a, a)
    Dala.Events.detach(:test)
    Compute.relu(a, a)

    assert_received {[:dala, :compute, :run], %{duration: duration},
                     %{kernel: :relu, result: :ok}}

    assert duration > 0
    refute_received {[:dala, :compute, :run], _, _}
  end

  test "the module can be loaded again while buffers are in use" do
    a = vector([1.0, 2.0])
    spec = %{op: :run_kernel, kernel: :relu, inputs: [a], output: a}
    worker = Task.async(fn -> for _ <- 1..200, do: :ok = Compute.wait(Compute.submit(spec)) end)

    for _ <- 1..3 do
      # Not while somebody is in the old code: that would end the process.
      assert Dala.Test.eventually(fn -> :code.soft_purge(Dala.Gpu.Native) end)
      assert {:module, Dala.Gpu.Native} = :code.load_file(Dala.Gpu.Native)
      assert Compute.add(a, a, a) == :ok
      assert length(Compute.read_list(a)) == 2
    end

    Task.await(worker, 60_000)
    assert Dala.Test.eventually(fn -> :code.soft_purge(Dala.Gpu.Native) end)
    assert Compute.read_list(vector([3.0])) == [3.0]
  end
end
