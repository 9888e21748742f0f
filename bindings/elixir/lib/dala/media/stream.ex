defmodule Dala.Media.Stream do
  @moduledoc """
  Frames that a program gives to a scene: a camera, a call, anything that comes by itself.

      iex> stream = Dala.Media.Stream.new()
      iex> Dala.Media.Stream.push(stream, <<1, 2, 3, 255>>, 1, 1)
      :ok

  The newest frame is shown. Sizes may change from frame to frame.
  """
  alias Dala.Gpu.Native

  @enforce_keys [:ref]
  defstruct [:ref]
  @type t :: %__MODULE__{ref: reference()}

  @doc "A stream without frames."
  @spec new() :: t()
  def new, do: %__MODULE__{ref: Native.stream_new()}

  @doc "The next frame, RGBA."
  @spec push(t(), binary(), pos_integer(), pos_integer()) :: :ok | {:error, term()}
  def push(%__MODULE__{ref: ref}, rgba, width, height) when is_binary(rgba),
    do: Native.stream_push(ref, rgba, width, height)

  @doc "There will be no more."
  @spec finish(t()) :: :ok
  def finish(%__MODULE__{ref: ref}), do: Native.stream_finish(ref)
end
