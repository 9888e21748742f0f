defmodule Dala.Media.Gpu do
  @moduledoc """
  Filters on pictures, frames and videos. Pixels are RGBA, eight bits each, rows from the top.

      iex> white = :binary.copy(<<255>>, 8 * 8 * 4)
      iex> <<r, g, b, 255, _::binary>> = Dala.Media.Gpu.brightness(white, 8, 8, -0.2)
      iex> {r, g, b}
      {204, 204, 204}

  For many frames of one size start a pipeline; for a camera see `Dala.Media.Gpu.Processor`. Which
  filters there are and what each does is in `docs/filters.md`; `Dala.Media.Filter` says how they
  are written.
  """
  alias Dala.Error
  alias Dala.Events
  alias Dala.Gpu.Native
  alias Dala.Media.Filter

  @enforce_keys [:ref, :width, :height]
  defstruct [:ref, :width, :height]

  @typedoc "A pipeline for frames of one size."
  @type t :: %__MODULE__{ref: reference(), width: pos_integer(), height: pos_integer()}

  # --- one picture ---

  @doc """
  Blurs a picture. Options: `:radius` (3) and `:sigma` (0, for what fits the radius).

      iex> dot = :binary.copy(<<0>>, 12) <> <<255, 255, 255, 255>> <> :binary.copy(<<0>>, 20)
      iex> <<_::binary-size(12), middle, _::binary>> = Dala.Media.Gpu.blur(dot, 3, 3, radius: 1)
      iex> middle in 1..254
      true
  """
  @spec blur(binary(), pos_integer(), pos_integer(), keyword()) :: binary()
  def blur(rgba, width, height, options \\ []),
    do: apply_filters(rgba, width, height, [{:blur, options}])

  @doc "Makes edges stronger. Options: `:amount` (0.5), `:radius` and `:sigma`."
  @spec sharpen(binary(), pos_integer(), pos_integer(), keyword()) :: binary()
  def sharpen(rgba, width, height, options \\ []),
    do: apply_filters(rgba, width, height, [{:sharpen, options}])

  @doc "Takes the colours away."
  @spec grayscale(binary(), pos_integer(), pos_integer()) :: binary()
  def grayscale(rgba, width, height), do: apply_filters(rgba, width, height, [:grayscale])

  @doc "Lighter or darker, by a value from -1 to 1."
  @spec brightness(binary(), pos_integer(), pos_integer(), number()) :: binary()
  def brightness(rgba, width, height, value),
    do: apply_filters(rgba, width, height, [{:brightness, value: value}])

  @doc "More or less contrast, by a value from -1 to 1."
  @spec contrast(binary(), pos_integer(), pos_integer(), number()) :: binary()
  def contrast(rgba, width, height, value),
    do: apply_filters(rgba, width, height, [{:contrast, value: value}])

  @doc """
  Any filters, one after the other.

      iex> red = <<255, 0, 0, 255>>
      iex> Dala.Media.Gpu.apply_filters(red, 1, 1, [:invert])
      <<0, 255, 255, 255>>
      iex> Dala.Media.Gpu.apply_filters(red, 1, 1, [:blurr])
      ** (ArgumentError) no filter is called "blurr"; did you mean "blur"?
  """
  @spec apply_filters(binary(), pos_integer(), pos_integer(), [Filter.t()]) :: binary()
  def apply_filters(rgba, width, height, filters) do
    {:ok, context} = start_pipeline!(width, height)
    result = process_frame(context, rgba, filters)
    stop_pipeline(context)
    result
  end

  # --- frames ---

  @doc """
  Starts a pipeline for frames of this size. It belongs to whoever has it and goes with the last.

      iex> {:ok, context} = Dala.Media.Gpu.start_pipeline(1, 1)
      iex> Dala.Media.Gpu.process_frame(context, <<10, 20, 30, 255>>, [:invert])
      <<245, 235, 225, 255>>
      iex> Dala.Media.Gpu.stop_pipeline(context)
      :ok
  """
  @spec start_pipeline(pos_integer(), pos_integer()) :: {:ok, t()} | {:error, term()}
  def start_pipeline(width, height) do
    with {:ok, ref} <- Native.frames_start(width, height),
         do: {:ok, %__MODULE__{ref: ref, width: width, height: height}}
  end

  defp start_pipeline!(width, height), do: {:ok, Error.unwrap!(start_pipeline(width, height))}

  @doc """
  Sends a frame through filters and returns its pixels. Filters are planned when they first come;
  other values of their parameters need no new plan.
  """
  @spec process_frame(t(), binary(), [Filter.t()]) :: binary()
  def process_frame(%__MODULE__{} = context, rgba, filters) when is_binary(rgba) do
    {_width, _height, pixels} = process_picture(context, rgba, filters)
    pixels
  end

  @doc "The same with the size of the result, for filters that change it."
  @spec process_picture(t(), binary(), [Filter.t()]) :: {pos_integer(), pos_integer(), binary()}
  def process_picture(%__MODULE__{ref: ref} = context, rgba, filters) when is_binary(rgba) do
    filters = Filter.normalize(filters)
    metadata = %{width: context.width, height: context.height, result: :ok}

    Events.timed([:dala, :media, :frame], metadata, fn ->
      Error.unwrap!(Native.frames_process(ref, rgba, filters))
    end)
  end

  @doc "How filters would run, with the times of their last frame, as text."
  @spec explain(t(), [Filter.t()]) :: {:ok, String.t()} | {:error, term()}
  def explain(%__MODULE__{ref: ref}, filters),
    do: Native.frames_explain(ref, Filter.normalize(filters))

  @doc "Gives a pipeline's memory back; later frames are errors."
  @spec stop_pipeline(t()) :: :ok
  def stop_pipeline(%__MODULE__{ref: ref}), do: Native.frames_stop(ref)

  # --- which there are ---

  @doc """
  Every filter with its family, summary, parameters and other pictures.

      iex> Enum.any?(Dala.Media.Gpu.filters(), &(&1.name == "blur"))
      true
  """
  @spec filters() :: [map()]
  def filters, do: Native.filters()

  # --- files ---

  @doc "A picture from a PNG, JPEG or WebP file: `{:ok, {width, height, rgba}}`."
  @spec read_picture(Path.t()) ::
          {:ok, {pos_integer(), pos_integer(), binary()}} | {:error, term()}
  def read_picture(file), do: Native.picture_read(to_string(file))

  @doc "The same from the bytes of such a file."
  @spec decode_picture(binary()) ::
          {:ok, {pos_integer(), pos_integer(), binary()}} | {:error, term()}
  def decode_picture(bytes) when is_binary(bytes), do: Native.picture_decode(bytes)

  @doc "Writes a picture, in the format of the file's ending."
  @spec write_picture(Path.t(), {pos_integer(), pos_integer(), binary()}) ::
          :ok | {:error, term()}
  def write_picture(file, picture), do: Native.picture_write(to_string(file), picture)

  @doc """
  A whole video through filters, from file to file; audio, subtitles and tags are copied. Returns how
  many frames there were, the size of the result, and as `:losses` what it does not have of the
  source, a sentence each.

  The source is a plain file. Options say what else its name may lead to:

    * `:folders` - only files in these folders and below
    * `:network` - `true` lets it be a URL
    * `:allow` - sources that may be opened, word for word, whatever they are: `["v4l2:/dev/video0"]`
  """
  @spec transcode(Path.t(), Path.t(), [Filter.t()], keyword()) :: {:ok, map()} | {:error, term()}
  def transcode(source, file, filters, options \\ []),
    do:
      Native.transcode(
        to_string(source),
        to_string(file),
        Filter.normalize(filters),
        Map.new(options)
      )
end
