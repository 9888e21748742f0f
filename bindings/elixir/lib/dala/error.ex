defmodule Dala.Error do
  @moduledoc """
  What went wrong: a code that programs match on, and a sentence for people.

  Functions that return `{:error, reason}` return one of these as the reason. Functions whose
  result leaves no room for an error raise it, or an `ArgumentError` where the caller gave something
  that can never be right.

      iex> {:error, error} = Dala.Gpu.Compute.Kernel.check("fn broken")
      iex> error.code
      :bad_kernel
  """
  @type t :: %__MODULE__{code: atom(), message: String.t()}
  defexception [:code, :message]

  # Codes that say that the call could never have been right.
  @arguments [
    :invalid_argument,
    :wrong_dtype,
    :shape_mismatch,
    :invalid_shape,
    :wrong_length,
    :unknown_kernel,
    :unknown_filter,
    :cannot_infer,
    :wrong_arity,
    :missing_param,
    :unknown_param,
    :wrong_param_type,
    :param_out_of_range,
    :aliasing,
    :freed_buffer
  ]

  @doc false
  # The value of a native call whose caller has no `{:error, _}` to look at.
  @spec unwrap!({:ok, value} | :ok | {:error, t()}) :: value | :ok when value: term()
  def unwrap!(:ok), do: :ok
  def unwrap!({:ok, value}), do: value

  def unwrap!({:error, %__MODULE__{code: code, message: message}}) when code in @arguments,
    do: raise(ArgumentError, message)

  def unwrap!({:error, %__MODULE__{} = error}), do: raise(error)
end
