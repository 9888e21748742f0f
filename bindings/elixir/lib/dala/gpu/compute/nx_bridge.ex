defmodule Dala.Gpu.Compute.NxBridge do
  @moduledoc false
  # Tensors of Nx, which is no dependency: only where the program has it.
  alias Dala.Gpu.Compute
  alias Dala.Gpu.Compute.Buffer

  def from_nx(tensor) do
    nx = nx!()
    type = apply(nx, :type, [tensor])
    shape = apply(nx, :shape, [tensor])
    Compute.buffer_from_binary(apply(nx, :to_binary, [tensor]), shape, dtype_of_tensor!(type))
  end

  def to_nx(buffer, shape, dtype) when is_tuple(shape) do
    nx = nx!()
    dtype = Buffer.dtype!(dtype)
    held = Compute.dtype(buffer)

    if dtype != held do
      raise ArgumentError,
            "the buffer holds #{held}, not #{dtype}; Nx.as_type/2 makes a tensor of another type"
    end

    # Every version of Nx takes types as tuples.
    flat = apply(nx, :from_binary, [Compute.read(buffer), Buffer.nx_type(dtype)])
    apply(nx, :reshape, [flat, shape])
  end

  defp dtype_of_tensor!(type) do
    Buffer.dtype!(type)
  rescue
    error in ArgumentError ->
      reraise %{error | message: "#{error.message}; Nx.as_type/2 makes a tensor of another type"},
              __STACKTRACE__
  end

  defp nx! do
    nx = :"Elixir.Nx"

    if Code.ensure_loaded?(nx) do
      nx
    else
      raise Dala.Error,
        code: :unsupported,
        message:
          "Nx is not part of this program; add it to its dependencies, or use from_binary/3 " <>
            "and to_binary/1"
    end
  end
end
