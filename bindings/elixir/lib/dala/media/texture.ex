defmodule Dala.Media.Texture do
  @moduledoc """
  Pictures that are loaded once and used many times.

  Images of the whole node have ids, under which any scene shows them:

      iex> logo = Dala.Media.Texture.load_image(<<255, 0, 0, 255>>, 1, 1)
      iex> {:ok, scene} = Dala.Media.Scene.new(4, 4)
      iex> {:ok, _} = Dala.Media.Scene.add_image(scene, image_id: logo, size: {4, 4})
      iex> Dala.Media.Texture.remove_image(logo)
      :ok

  A pool is a fixed number of pictures on the device that take turns, for frames that come one after
  the other:

      iex> {:ok, pool} = Dala.Media.Texture.new(4, 4, 2)
      iex> {:ok, texture} = Dala.Media.Texture.acquire(pool)
      iex> texture.shape
      {4, 4, 4}
      iex> {:ok, _} = Dala.Media.Texture.acquire(pool)
      iex> Dala.Media.Texture.acquire(pool)
      :none
      iex> Dala.Media.Texture.release(pool, texture)
      :ok
      iex> Dala.Media.Texture.in_use(pool)
      1
  """
  alias Dala.Gpu.Compute.Buffer
  alias Dala.Gpu.Native

  @enforce_keys [:ref]
  defstruct [:ref]
  @type t :: %__MODULE__{ref: reference()}

  # Above those that programs choose for `Dala.Media.Scene.load_image/5`.
  @first_id 2 ** 32

  @doc "Keeps a picture, RGBA, and returns the id that `Dala.Media.Scene.add_image/2` takes."
  @spec load_image(binary(), pos_integer(), pos_integer()) :: pos_integer()
  def load_image(rgba, width, height)
      when is_binary(rgba) and is_integer(width) and is_integer(height) and
             byte_size(rgba) == width * height * 4 do
    id = @first_id + System.unique_integer([:positive])
    :ets.insert(__MODULE__, {id, {width, height, rgba}})
    id
  end

  def load_image(_rgba, width, height) do
    raise ArgumentError,
          "a picture of #{inspect(width)} x #{inspect(height)} is a binary with 4 bytes a pixel"
  end

  @doc "Forgets a picture; scenes that show it have their own."
  @spec remove_image(pos_integer()) :: :ok
  def remove_image(id) do
    :ets.delete(__MODULE__, id)
    :ok
  end

  @doc "A picture that was loaded, as `{width, height, rgba}`."
  @spec fetch_image(term()) :: {:ok, {pos_integer(), pos_integer(), binary()}} | :error
  def fetch_image(id) do
    case :ets.lookup(__MODULE__, id) do
      [{_, picture}] -> {:ok, picture}
      [] -> :error
    end
  end

  @doc false
  def create_table, do: :ets.new(__MODULE__, [:named_table, :public, read_concurrency: true])

  @doc "A pool of so many textures, `u8` of `{height, width, 4}`, all made now."
  @spec new(pos_integer(), pos_integer(), pos_integer()) :: {:ok, t()} | {:error, term()}
  def new(width, height, count) do
    with {:ok, ref} <- Native.textures_new(width, height, count), do: {:ok, %__MODULE__{ref: ref}}
  end

  @doc "One that is in no use, or `:none`: whoever makes frames waits until one comes back."
  @spec acquire(t()) :: {:ok, Buffer.t()} | :none
  def acquire(%__MODULE__{ref: ref}) do
    with {:ok, texture} <- Native.textures_acquire(ref), do: {:ok, Buffer.wrap(texture)}
  end

  @doc "Gives one back; what is not of this pool, or is in no use, is an error."
  @spec release(t(), Buffer.t()) :: :ok | {:error, term()}
  def release(%__MODULE__{ref: ref}, %Buffer{ref: texture}),
    do: Native.textures_release(ref, texture)

  @doc "How many are in use."
  @spec in_use(t()) :: non_neg_integer()
  def in_use(%__MODULE__{ref: ref}), do: Native.textures_in_use(ref)
end
