defmodule Dala.KernelTest do
  use ExUnit.Case, async: false
  alias Dala.Gpu.Compute
  alias Dala.Gpu.Compute.Kernel, as: Kernels

  defmodule Looks do
    use Dala.Gpu.Compute.Kernel

    kernel :looks_scale, params: [factor: 0.5, invert: false] do
      """
      fn input: Tensor<f32>, output: Tensor<f32>, params: Map {
        let x = input[ABSOLUTE_POS] * params.factor;
        output[ABSOLUTE_POS] = if params.invert { 0.0 - x } else { x };
      }
      """
    end

    kernel :looks_add do
      "fn looks_add(a: Tensor<f32>, b: Tensor<f32>, c: &mut Tensor<f32>) " <>
        "{ c[ABSOLUTE_POS] = a[ABSOLUTE_POS] + b[ABSOLUTE_POS]; }"
    end
  end

  @text "fn input: Tensor<f32>, output: Tensor<f32>, params: Map " <>
          "{ output[ABSOLUTE_POS] = input[ABSOLUTE_POS] * params.strength; }"

  setup do
    Kernels.clear_registry()
    on_exit(&Kernels.clear_registry/0)
  end

  test "registered kernels are known until the registry is cleared" do
    assert Kernels.register(:own, @text, inputs: 1, params: [:strength]) == :ok
    assert Kernels.register("other", @text, params: [strength: 2.0]) == :ok
    assert Kernels.list() == ["other", :own]
    assert {:ok, %{name: :own, source: @text, inputs: 1}} = Kernels.lookup("own")
    a = Compute.buffer([4.0], {1}, :f32)
    assert {:error, %{code: :missing_param}} = Compute.run_kernel(:own, [a], a, %{})
    assert Compute.run_kernel("own", [a], a, %{"strength" => 0.5}) == :ok
    assert Compute.run_kernel(:other, [a], a, %{}) == :ok
    assert Compute.read_list(a) == [4.0]
    assert Kernels.clear_registry() == :ok
    assert Kernels.list() == [] and Kernels.lookup(:own) == :error
    assert {:error, %{code: :unknown_kernel}} = Compute.run_kernel(:own, [a], a, %{strength: 1.0})
  end

  test "a bad source is rejected with its mistakes, and the old one stays" do
    assert Kernels.register(:own, @text, params: [:strength]) == :ok
    assert {:error, error} = Kernels.register(:own, "fn own(a: Tensor<f32>) { nonsense }")
    assert error.code == :bad_kernel and error.message =~ "nonsense"
    assert {:ok, %{source: @text}} = Kernels.lookup(:own)

    assert {:error, %{code: :wrong_arity}} =
             Kernels.register(:own, @text, inputs: 2, params: [:strength])

    assert {:error, %{code: :already_exists}} =
             Kernels.register(:relu, @text, params: [:strength])

    assert_raise ArgumentError, ~r/a parameter is a name/, fn ->
      Kernels.register(:own, @text, params: [1])
    end
  end

  # A library that is loaded by the VM is loaded for itself: its parts must find what they need alone.
  test "kernels and filters become native code inside the VM too" do
    if File.exists?(Application.app_dir(:dala, "priv/libdala-jit.so")) do
      assert Kernels.register(:own, @text, params: [:strength]) == :ok
      a = Compute.buffer([4.0], {1}, :f32)
      command = %{op: :run_kernel, kernel: :own, inputs: [a], output: a, params: %{strength: 0.5}}
      assert {:ok, explained} = Compute.explain(command)
      assert explained =~ "own on cpu by jit"
      {:ok, frames} = Dala.Media.Gpu.start_pipeline(64, 48)
      assert {:ok, explained} = Dala.Media.Gpu.explain(frames, [:sharpen])
      assert explained =~ "media_sharpen on cpu by jit"
    else
      IO.puts("skipped: native code for kernels, because this library was built without LLVM")
    end
  end

  test "kernels of a module are its functions" do
    a = Compute.buffer([4.0], {1}, :f32)
    b = Compute.buffer([0.0], {1}, :f32)
    assert Looks.looks_scale([a], b) == :ok
    assert Compute.read_list(b) == [2.0]
    assert Looks.looks_scale([a], b, %{factor: 3.0, invert: true}) == :ok
    assert Compute.read_list(b) == [-12.0]
    assert Looks.looks_add([a, a], b) == :ok
    assert Compute.read_list(b) == [8.0]
    assert Enum.map(Looks.kernels(), &elem(&1, 0)) == [:looks_scale, :looks_add]
    Kernels.clear_registry()
    assert Looks.register_kernels() == :ok
    assert Kernels.list() == [:looks_add, :looks_scale]
  end
end
