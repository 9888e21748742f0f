defmodule Dala.FuzzTest do
  use ExUnit.Case, async: false
  alias Dala.Gpu.Native

  # Calls of every native function with terms that are mostly wrong: whatever they do, the VM stays,
  # and what they raise is an error of Elixir's.
  @calls if System.get_env("DALA_TEST_LONG"), do: 10_000, else: 2_000

  # Anew for each function: some end what they are given.
  setup do
    {:ok, surface} = Native.surface_new(8, 8, 0)
    {:ok, pipeline} = Native.pipeline_new()
    {:ok, frames} = Native.frames_start(4, 4)
    {:ok, processor} = Native.processor_start(4, 4, self(), :tag, 1)
    buffer = Dala.Gpu.Compute.buffer([1.0, 2.0], {2}, :f32).ref
    frame = Dala.Gpu.Compute.buffer_zeros({4, 4, 4}, :u8).ref
    {:ok, scene} = Native.scene_new(8, 8, %{})
    {:ok, textures} = Native.textures_new(4, 4, 2)
    stream = Native.stream_new()
    %{refs: {surface, pipeline, frames, processor, buffer, frame, scene, textures, stream}}
  end

  for {name, arity} <- Native.functions() do
    test "#{name}/#{arity}", %{refs: refs} do
      :rand.seed(:exsss, {1, 2, :erlang.phash2(unquote(name))})
      times = if unquote(arity) == 0, do: 10, else: @calls

      for _ <- 1..times do
        arguments = for _ <- 1..unquote(arity)//1, do: term(refs, 3)

        try do
          apply(Native, unquote(name), arguments)
        rescue
          error in [ArgumentError, ErlangError] -> error
        end
      end

      assert Native.buffer_shape(elem(refs, 4)) == {2}
    end
  end

  defp term(refs, 0), do: leaf(refs)

  defp term(refs, depth) do
    case :rand.uniform(10) do
      1 -> for _ <- 1..:rand.uniform(4), do: term(refs, depth - 1)
      2 -> List.to_tuple(for _ <- 1..:rand.uniform(5), do: term(refs, depth - 1))
      3 -> Map.new(1..:rand.uniform(3), fn _ -> {leaf(refs), term(refs, depth - 1)} end)
      4 -> [term(refs, depth - 1) | leaf(refs)]
      5 -> Enum.random([command(refs, depth), options(refs)])
      _ -> leaf(refs)
    end
  end

  # Nearly right ones get further.
  defp command(refs, depth) do
    kernel =
      Enum.random([:relu, :blur, :elementwise_add, "matmul", :preprocess, :none, leaf(refs)])

    op = Enum.random([:run_kernel, :copy_buffer, :barrier, leaf(refs)])

    list = fn ->
      for _ <- 1..:rand.uniform(2), do: Enum.random([elem(refs, 4), elem(refs, 5), leaf(refs)])
    end

    params = Enum.random([%{}, %{radius: leaf(refs)}, %{slope: 0.5}, term(refs, depth - 1)])
    {op, kernel, list.(), list.(), params}
  end

  @keys [:key, :parent] ++
          for({_, _, options} <- Native.scene_types(), {option, _, _} <- options, do: option)

  defp options(refs),
    do: Map.new(1..:rand.uniform(3), fn _ -> {Enum.random(@keys), leaf(refs)} end)

  defp leaf(refs) do
    case :rand.uniform(16) do
      1 ->
        Enum.random([0, 1, -1, 2, 4, 255, 65_536])

      2 ->
        Enum.random([1.0e308, -0.5, 0.0])

      3 ->
        Enum.random([2 ** 31, 2 ** 32, -(2 ** 31) - 1, 2 ** 63, 2 ** 64, 2 ** 200])

      4 ->
        Enum.random([
          :f32,
          :u8,
          nil,
          :video,
          :image,
          :overlay,
          :text,
          :effect,
          true,
          false,
          :run_kernel,
          :infinity,
          :é,
          :blur
        ])

      5 ->
        :crypto.strong_rand_bytes(:rand.uniform(64))

      6 ->
        Enum.random(["", "relu", "blur:radius=3", "fn x", <<0>>, <<5>>, <<255, 254>>])

      7 ->
        <<5::size(3)>>

      8 ->
        Enum.random([[], {}, %{}, [0], {1}, {4, 4, 4}])

      9 ->
        Enum.random([self(), make_ref(), fn -> :ok end])

      10 ->
        :binary.copy(<<:rand.uniform(255)>>, 64)

      11 ->
        Enum.random([{2}, {-1}, {2 ** 40, 2 ** 40}, {0, 0}, {1, 1, 1, 1, 1, 1, 1, 1, 1}])

      _ ->
        elem(refs, :rand.uniform(tuple_size(refs)) - 1)
    end
  end
end
