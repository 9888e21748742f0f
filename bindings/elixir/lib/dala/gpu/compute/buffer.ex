defmodule Dala.Gpu.Compute.Buffer do
  @moduledoc """
  A typed block of memory on the device.

  `Dala.Gpu.Compute` makes them. `ref` is the native buffer: it goes when no process has it any
  more, or at once with `Dala.Gpu.Compute.free/1`. Commands take the struct or its `ref`.

      iex> Dala.Gpu.Compute.buffer_zeros({2, 3}, :f32)
      #Dala.Gpu.Compute.Buffer<f32 {2, 3}>
  """
  @type dtype ::
          :f32 | :f64 | :s32 | :s64 | :u32 | :u8 | :s8 | :u16 | :s16 | :f16 | :bf16 | :bool
  @typedoc "A type as Nx has it."
  @type nx_type :: {:f | :bf | :s | :u, 8 | 16 | 32 | 64}
  @type t :: %__MODULE__{ref: reference(), shape: tuple(), dtype: dtype()}
  @enforce_keys [:ref, :shape, :dtype]
  defstruct [:ref, :shape, :dtype]

  @dtypes [:f32, :f64, :s32, :s64, :u32, :u8, :s8, :u16, :s16, :f16, :bf16, :bool]
  @nx_types %{
    f32: {:f, 32},
    f64: {:f, 64},
    s32: {:s, 32},
    s64: {:s, 64},
    u32: {:u, 32},
    u8: {:u, 8},
    s8: {:s, 8},
    u16: {:u, 16},
    s16: {:s, 16},
    f16: {:f, 16},
    bf16: {:bf, 16}
  }
  @from_nx Map.new(@nx_types, fn {dtype, type} -> {type, dtype} end)

  @doc false
  # The dtype that is meant by `:f32`, `"f32"` or `{:f, 32}`.
  def dtype!(dtype) when dtype in @dtypes, do: dtype
  def dtype!(type) when is_map_key(@from_nx, type), do: Map.fetch!(@from_nx, type)

  def dtype!(other) do
    Enum.find(@dtypes, &(to_string(&1) == other)) ||
      raise ArgumentError,
            "#{inspect(other)} is no dtype; those are #{Enum.map_join(@dtypes, ", ", &inspect/1)}"
  end

  @doc false
  # Nx has no type of its own for bool: it compares into bytes.
  def nx_type(:bool), do: {:u, 8}
  def nx_type(dtype), do: Map.fetch!(@nx_types, dtype)

  @doc false
  def wrap(ref),
    do: %__MODULE__{
      ref: ref,
      shape: Dala.Gpu.Native.buffer_shape(ref),
      dtype: Dala.Gpu.Native.buffer_dtype(ref)
    }

  @doc false
  def ref(%__MODULE__{ref: ref}), do: ref
  def ref(ref) when is_reference(ref), do: ref

  def ref(other),
    do: raise(ArgumentError, "expected a buffer or its ref, got: #{inspect(other)}")

  defimpl Inspect do
    def inspect(buffer, _options),
      do: "#Dala.Gpu.Compute.Buffer<#{buffer.dtype} #{Kernel.inspect(buffer.shape)}>"
  end
end
