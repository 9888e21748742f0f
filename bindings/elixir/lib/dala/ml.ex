defmodule Dala.ML do
  @moduledoc """
  What models are given: pictures, brought to their size and range on the device.
  """
  alias Dala.Error
  alias Dala.Gpu.Compute
  alias Dala.Gpu.Compute.Buffer
  alias Dala.Gpu.Native
  alias Dala.ML.Gpu.Inference

  @typedoc """
  A picture: the bytes of a PNG, JPEG or WebP file, `{width, height, rgba}`, or a frame on the
  device, a buffer of `u8` `{height, width, 4}`.
  """
  @type picture :: binary() | {pos_integer(), pos_integer(), binary()} | Buffer.t()

  @doc """
  A picture as a tensor, `f32` of `{1, 3, height, width}`.

  With `model: model` as that model's card says. Else with

    * `:size` - `{width, height}` of the tensor (`{224, 224}`)
    * `:normalize` - by ImageNet's mean and deviation (`true`), or from 0 to 1
    * `:fit` - `"crop"`, `"letterbox"` or `"stretch"`

      iex> picture = {2, 2, :binary.copy(<<255>>, 16)}
      iex> tensor = Dala.ML.preprocess(picture, size: {4, 4}, normalize: false)
      iex> tensor.shape
      {1, 3, 4, 4}
      iex> tensor |> Dala.Gpu.Compute.read_list() |> Enum.uniq()
      [1.0]
  """
  @spec preprocess(picture(), keyword()) :: Buffer.t()
  def preprocess(picture, options \\ []) do
    options = Keyword.validate!(options, [:model, size: {224, 224}, normalize: true, fit: "crop"])

    case options[:model] do
      nil ->
        preprocess_by(options, frame(picture))

      %Inference{ref: ref} ->
        Buffer.wrap(Error.unwrap!(Native.model_preprocess(ref, seen(picture))))
    end
  end

  defp preprocess_by(options, frame) do
    {width, height} = options[:size]
    tensor = Compute.buffer_zeros({1, 3, height, width}, :f32)
    params = options |> Keyword.take([:size, :normalize, :fit]) |> Map.new()
    Error.unwrap!(Compute.run_kernel(:preprocess, [frame], tensor, params))
    tensor
  end

  defp frame(%Buffer{} = frame), do: frame

  defp frame(picture) do
    {width, height, rgba} = seen(picture)
    Compute.buffer_from_binary(rgba, {height, width, 4}, :u8)
  end

  @doc false
  # As the native side takes pictures.
  def seen(%Buffer{ref: ref}), do: ref
  def seen({_width, _height, rgba} = picture) when is_binary(rgba), do: picture
  def seen(bytes) when is_binary(bytes), do: Error.unwrap!(Native.picture_decode(bytes))

  def seen(other) do
    raise ArgumentError,
          "a picture is the bytes of a file, {width, height, rgba} or a buffer; " <>
            "got: #{inspect(other)}"
  end
end
