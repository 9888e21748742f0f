defmodule Dala.SeedsTest do
  use ExUnit.Case, async: false

  # Each snippet on both devices: here on the CPU, below on a node of its own with OpenGL ES.
  for tag <- [:any, :models], name <- Dala.Seeds.names(tag) do
    if tag == :models, do: @tag(:models)

    test "cpu: #{name}" do
      assert Dala.Seeds.run(unquote(name)) == :ok
    end
  end

  describe "Nx" do
    test "without it the bridge says so" do
      buffer = Dala.Gpu.Compute.buffer([1.0], {1}, :f32)

      for call <- [
            fn -> Dala.Gpu.Compute.from_nx(:tensor) end,
            fn -> Dala.Gpu.Compute.to_nx(buffer, {1}, :f32) end
          ] do
        error = assert_raise Dala.Error, call
        assert error.code == :unsupported
        assert error.message =~ "Nx is not part of this program"
      end
    end

    test "with it" do
      with_nx(fn _nx ->
        for name <- Dala.Seeds.names(:nx), do: assert(Dala.Seeds.run(name) == :ok)
      end)
    end

    test "a tensor is of the buffer's type, and of no other" do
      buffer = Dala.Gpu.Compute.buffer([1.0, 2.0], {2}, {:f, 32})
      assert buffer.dtype == :f32

      with_nx(fn nx ->
        for type <- [:f32, {:f, 32}] do
          tensor = Dala.Gpu.Compute.to_nx(buffer, {2, 1}, type)
          assert {apply(nx, :type, [tensor]), apply(nx, :shape, [tensor])} == {{:f, 32}, {2, 1}}
          assert apply(nx, :to_binary, [tensor]) == Dala.Gpu.Compute.read(buffer)
          assert Dala.Gpu.Compute.read_list(Dala.Gpu.Compute.from_nx(tensor)) == [1.0, 2.0]
        end

        for type <- [:s32, {:s, 32}, :u32, :u8, :f64] do
          assert_raise ArgumentError, ~r/the buffer holds f32, not/, fn ->
            Dala.Gpu.Compute.to_nx(buffer, {2}, type)
          end
        end

        for type <- [{:f, 16}, {:bf, 16}] do
          assert_raise ArgumentError, ~r/the buffer holds f32, not/, fn ->
            Dala.Gpu.Compute.to_nx(buffer, {2}, type)
          end

          half = apply(nx, :from_binary, [<<0, 0>>, type])
          assert Dala.Gpu.Compute.read_list(Dala.Gpu.Compute.from_nx(half)) == [0.0]
        end

        assert_raise ArgumentError, ~r/{:f, 8} is no dtype/, fn ->
          Dala.Gpu.Compute.to_nx(buffer, {2}, {:f, 8})
        end

        odd = apply(nx, :from_binary, [<<0, 0, 0, 0, 0, 0, 0, 0>>, {:u, 64}])
        message = ~r/{:u, 64} is no dtype.*Nx.as_type/
        assert_raise ArgumentError, message, fn -> Dala.Gpu.Compute.from_nx(odd) end
      end)
    end

    defp with_nx(run) do
      [{nx, _}] = Code.compile_file("support/nx_stand_in.exs", __DIR__)

      try do
        run.(nx)
      after
        :code.purge(nx)
        :code.delete(nx)
      end
    end
  end

  # What the page of Dala.Gpu.Compute and that of its Pipeline specify.
  @functions %{
    Dala.Gpu.Compute => [
      add: 3,
      buffer: 3,
      buffer_from_binary: 3,
      buffer_zeros: 2,
      device_info: 0,
      dtype: 1,
      free: 1,
      free_many: 1,
      free_pipeline: 1,
      from_nx: 1,
      gpu?: 0,
      matmul: 3,
      multiply: 3,
      pipeline: 0,
      pipeline_add: 2,
      pipeline_run: 1,
      poll: 1,
      read: 1,
      read_binary: 1,
      read_list: 1,
      relu: 2,
      run_kernel: 4,
      run_kernel_async: 4,
      run_to_surface: 5,
      scale: 3,
      shape: 1,
      size: 1,
      submit: 1,
      to_nx: 3,
      version: 0,
      wait: 1
    ],
    Dala.Gpu.Compute.Pipeline => [add: 2, new: 0, run: 1, stage_count: 1, stages: 1],
    Dala.Gpu.Native => [surface_command: 2]
  }

  test "every function that is specified is there" do
    for {module, functions} <- @functions, {name, arity} <- functions do
      Code.ensure_loaded!(module)
      assert function_exported?(module, name, arity), "#{inspect(module)}.#{name}/#{arity}"
    end
  end

  test "every public function has a spec and a page" do
    {:ok, modules} = :application.get_key(:dala, :modules)

    for module <- modules, module != Dala.Gpu.Native, documented?(module) do
      {:ok, specs} = Code.Typespec.fetch_specs(module)
      specified = MapSet.new(specs, &elem(&1, 0))
      {:docs_v1, _, _, _, _, _, docs} = Code.fetch_docs(module)

      for {{:function, name, arity}, _, _, doc, _} <- docs, doc != :hidden do
        assert is_map(doc), "#{inspect(module)}.#{name}/#{arity} has no @doc"

        assert {name, arity} in specified or callback?(module, name, arity),
               "#{inspect(module)}.#{name}/#{arity} has no @spec"
      end
    end
  end

  defp documented?(module) do
    match?({:docs_v1, _, _, _, %{}, _, _}, Code.fetch_docs(module)) and
      module |> inspect() |> String.starts_with?("Dala")
  end

  defp callback?(module, name, arity) do
    behaviours = Keyword.get_values(module.module_info(:attributes), :behaviour) |> List.flatten()

    {name, arity} in [child_spec: 1, exception: 1, message: 1] or
      Enum.any?(behaviours, &({name, arity} in &1.behaviour_info(:callbacks)))
  end

  test "the snippets are those of the documents" do
    case Dala.Test.seeds_folder() do
      nil ->
        IO.puts("skipped: no seeds beside the project to compare the snippets with")

      folder ->
        text =
          folder |> Path.join("*.txt") |> Path.wildcard() |> Enum.map_join("\n", &File.read!/1)

        printed = squeezed(text)

        for {name, code} <- Dala.Seeds.codes() do
          assert printed =~ squeezed(code), "#{name} is not what is printed"
        end
    end
  end

  # One page lost its indentation.
  defp squeezed(text), do: text |> String.split() |> Enum.join(" ")
end

defmodule Dala.SeedsOnGlesTest do
  use ExUnit.Case, async: false

  @moduletag :gles

  setup_all do
    {:ok, peer} = Dala.Test.start_peer("gles")
    assert %{id: "gles"} = :peer.call(peer, Dala.Gpu.Compute, :device_info, [], 60_000)
    %{peer: peer}
  end

  for tag <- [:any, :models], name <- Dala.Seeds.names(tag) do
    if tag == :models, do: @tag(:models)

    test "gles: #{name}", %{peer: peer} do
      assert :peer.call(peer, Dala.Seeds, :run, [unquote(name)], 120_000) == :ok
    end
  end
end
