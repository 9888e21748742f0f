defmodule Dala.Gpu do
  @moduledoc """
  Surfaces: frames that are drawn by commands and shown.

      iex> {:ok, surface} = Dala.Gpu.create_surface(64, 48)
      iex> Dala.Gpu.clear(surface, :black)
      iex> Dala.Gpu.fill_rect(surface, 10, 10, 20, 20, :red)
      iex> Dala.Gpu.present(surface)
      :ok
      iex> Dala.Gpu.read_pixels(surface, 10, 10, 1, 1)
      {:ok, <<255, 0, 0, 255>>}
      iex> Dala.Gpu.destroy_surface(surface)
      :ok

  Drawing returns at once with `:ok`, or `{:error, reason}` for what can be told at once; it is
  carried out in order by the surface's own thread. What turns out later, such as a sprite that is
  not there, is in `errors/1`. Pixels are RGBA, eight bits each, rows from the top, alpha not
  premultiplied. Colours are those of `Dala.Gpu.Command`.
  """
  alias Dala.Gpu.{Command, Surface}
  alias Dala.Gpu.Compute.Buffer

  @type surface :: pid()
  @type result :: :ok | {:error, term()}
  @type color :: Command.color()

  # --- lifetime ---

  @doc """
  Makes a surface that belongs to the calling process and ends with it. `Dala.Gpu.Surface` says what
  the options are.
  """
  @spec create_surface(pos_integer(), pos_integer(), keyword()) ::
          {:ok, surface()} | {:error, term()}
  def create_surface(width, height, options \\ [])
      when is_integer(width) and is_integer(height),
      do: Surface.start(self(), width, height, options)

  @doc "Ends a surface, after what was submitted to it. One that is gone, however it went, is `:ok`."
  @spec destroy_surface(surface()) :: :ok
  def destroy_surface(surface) when is_pid(surface) do
    GenServer.call(surface, :destroy, :infinity)
  catch
    :exit, {_reason, {GenServer, :call, _}} -> :ok
  end

  @doc """
  The width and height of the frame.

      iex> {:ok, surface} = Dala.Gpu.create_surface(64, 48)
      iex> Dala.Gpu.size(surface)
      {64, 48}
  """
  @spec size(surface()) :: {pos_integer(), pos_integer()} | {:error, term()}
  def size(surface), do: Surface.native(surface, :surface_size)

  @doc "A new size; what overlaps stays, the rest is transparent."
  @spec resize(surface(), pos_integer(), pos_integer()) :: result()
  def resize(surface, width, height),
    do: Surface.command(surface, Command.encode_resize(width, height))

  # --- drawing ---

  @doc "Replaces every pixel."
  @spec clear(surface(), color()) :: result()
  def clear(surface, color), do: Surface.command(surface, Command.encode_clear(color))

  @doc "Fills a rectangle."
  @spec fill_rect(
          surface(),
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          color()
        ) :: result()
  def fill_rect(surface, x, y, w, h, color),
    do: Surface.command(surface, Command.encode_fill_rect(x, y, w, h, color))

  @doc "Draws a line with both of its ends."
  @spec draw_line(surface(), integer(), integer(), integer(), integer(), color()) :: result()
  def draw_line(surface, x1, y1, x2, y2, color),
    do: Surface.command(surface, Command.encode_draw_line(x1, y1, x2, y2, color))

  @doc "Draws the outline of a circle."
  @spec draw_circle(surface(), integer(), integer(), non_neg_integer(), color()) :: result()
  def draw_circle(surface, cx, cy, radius, color),
    do: Surface.command(surface, Command.encode_draw_circle(cx, cy, radius, color))

  @doc "Fills a circle."
  @spec fill_circle(surface(), integer(), integer(), non_neg_integer(), color()) :: result()
  def fill_circle(surface, cx, cy, radius, color),
    do: Surface.command(surface, Command.encode_fill_circle(cx, cy, radius, color))

  @doc "Draws the outline of a triangle."
  @spec draw_triangle(
          surface(),
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          color()
        ) :: result()
  def draw_triangle(surface, x1, y1, x2, y2, x3, y3, color),
    do: Surface.command(surface, Command.encode_draw_triangle(x1, y1, x2, y2, x3, y3, color))

  @doc "Fills a triangle."
  @spec fill_triangle(
          surface(),
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          color()
        ) :: result()
  def fill_triangle(surface, x1, y1, x2, y2, x3, y3, color),
    do: Surface.command(surface, Command.encode_fill_triangle(x1, y1, x2, y2, x3, y3, color))

  @doc "Draws the outline of a rectangle with round corners."
  @spec draw_round_rect(
          surface(),
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer(),
          color()
        ) :: result()
  def draw_round_rect(surface, x, y, w, h, radius, color),
    do: Surface.command(surface, Command.encode_draw_round_rect(x, y, w, h, radius, color))

  @doc "Fills a rectangle with round corners."
  @spec fill_round_rect(
          surface(),
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer(),
          color()
        ) :: result()
  def fill_round_rect(surface, x, y, w, h, radius, color),
    do: Surface.command(surface, Command.encode_fill_round_rect(x, y, w, h, radius, color))

  @doc "Keeps later drawing inside a rectangle, while enabled; `clear/2` does not care."
  @spec set_clip(
          surface(),
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          boolean()
        ) :: result()
  def set_clip(surface, x, y, w, h, enabled),
    do: Surface.command(surface, Command.encode_set_clip(x, y, w, h, enabled))

  @doc "Lets later drawing cover the whole frame again."
  @spec reset_clip(surface()) :: result()
  def reset_clip(surface), do: Surface.command(surface, Command.encode_reset_clip())

  @doc "Shows what was drawn; the picture stays, and drawing goes on from it."
  @spec present(surface()) :: result()
  def present(surface), do: Surface.command(surface, Command.encode_present())

  # --- sprites and images; ids are the caller's ---

  @doc "Puts a small picture into the atlas, for drawing it often."
  @spec load_sprite(surface(), non_neg_integer(), binary(), pos_integer(), pos_integer()) ::
          result()
  def load_sprite(surface, id, rgba, width, height),
    do: Surface.command(surface, Command.encode_load_sprite(id, rgba, width, height))

  @doc "Draws a sprite at its own size."
  @spec blit(surface(), non_neg_integer(), integer(), integer()) :: result()
  def blit(surface, sprite_id, x, y),
    do: Surface.command(surface, Command.encode_blit(sprite_id, x, y))

  @doc "Gives a sprite's place back."
  @spec remove_sprite(surface(), non_neg_integer()) :: result()
  def remove_sprite(surface, id), do: Surface.command(surface, Command.encode_remove_sprite(id))

  @doc "Keeps an image, for drawing it at any size."
  @spec load_image(surface(), non_neg_integer(), binary(), pos_integer(), pos_integer()) ::
          result()
  def load_image(surface, id, rgba, width, height),
    do: Surface.command(surface, Command.encode_load_image(id, rgba, width, height))

  @doc "Draws an image, scaled to `w` x `h`."
  @spec draw_image(
          surface(),
          non_neg_integer(),
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer()
        ) :: result()
  def draw_image(surface, image_id, x, y, w, h),
    do: Surface.command(surface, Command.encode_image_blit(image_id, x, y, w, h))

  @doc "Gives an image's memory back."
  @spec remove_image(surface(), non_neg_integer()) :: result()
  def remove_image(surface, id), do: Surface.command(surface, Command.encode_remove_image(id))

  # --- several at once ---

  @doc """
  Carries out commands of `Dala.Gpu.Command`, all or none, with nothing of anybody else in between.

      iex> {:ok, surface} = Dala.Gpu.create_surface(8, 8)
      iex> {:error, error} = Dala.Gpu.batch(surface, [Dala.Gpu.Command.encode_clear(:red), <<99>>])
      iex> error.code
      :invalid_argument
  """
  @spec batch(surface(), [binary()]) :: result()
  def batch(surface, commands), do: Surface.command(surface, Command.encode_batch(commands))

  # --- kernels on the frame ---

  @doc """
  Runs a kernel on the frame: its source, or the name of one that was loaded. `params` are the bytes of
  its parameters, in order.
  """
  @spec dispatch_compute(
          surface(),
          String.t(),
          binary(),
          {non_neg_integer(), non_neg_integer(), non_neg_integer()}
        ) :: result()
  def dispatch_compute(surface, shader, params, workgroups),
    do: Surface.command(surface, Command.encode_dispatch_compute(shader, params, workgroups))

  @doc "Compiles a kernel under a name. Mistakes are in `errors/1`, and the old one stays."
  @spec load_shader(surface(), String.t(), String.t()) :: result()
  def load_shader(surface, name, source),
    do: Surface.command(surface, Command.encode_load_shader(name, source))

  @doc "A value for the parameters of this name, for all kernels of the surface."
  @spec set_uniform(surface(), String.t(), binary()) :: result()
  def set_uniform(surface, name, data),
    do: Surface.command(surface, Command.encode_set_uniform(name, data))

  @doc "Whether kernels can run on the frame."
  @spec supports_compute(surface()) :: boolean()
  def supports_compute(surface), do: Surface.native(surface, :surface_supports_compute) == true

  # --- pixels; these wait for everything submitted before ---

  @doc """
  What was drawn so far.

      iex> {:ok, surface} = Dala.Gpu.create_surface(1, 2)
      iex> Dala.Gpu.clear(surface, {1, 2, 3, 4})
      iex> Dala.Gpu.get_pixels(surface)
      <<1, 2, 3, 4, 1, 2, 3, 4>>
  """
  @spec get_pixels(surface()) :: binary()
  def get_pixels(surface),
    do: Dala.Error.unwrap!(Surface.native(surface, :surface_get_pixels))

  @doc "What was presented last."
  @spec shown_pixels(surface()) :: binary()
  def shown_pixels(surface),
    do: Dala.Error.unwrap!(Surface.native(surface, :surface_shown_pixels))

  @doc "The pixels of a rectangle inside the frame."
  @spec read_pixels(
          surface(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer()
        ) :: {:ok, binary()} | {:error, term()}
  def read_pixels(surface, x, y, w, h),
    do: Surface.native(surface, :surface_read_pixels, [x, y, w, h])

  @doc "Replaces the whole frame: by a binary, or by a buffer, `u8` of `{height, width, 4}`."
  @spec set_pixels(surface(), binary() | Buffer.t()) :: result()
  def set_pixels(surface, rgba) when is_binary(rgba),
    do: Surface.native(surface, :surface_set_pixels, [rgba])

  def set_pixels(surface, %Buffer{ref: ref}) when node(surface) == node(),
    do: Surface.native(surface, :surface_set_buffer, [ref])

  # Buffers are of one node only.
  def set_pixels(surface, %Buffer{} = picture),
    do: set_pixels(surface, Dala.Gpu.Compute.read(picture))

  @doc """
  Replaces the frame by what `change` makes of it.

      iex> {:ok, surface} = Dala.Gpu.create_surface(1, 1)
      iex> Dala.Gpu.with_pixels(surface, fn <<_, rest::binary>> -> <<9, rest::binary>> end)
      iex> Dala.Gpu.get_pixels(surface)
      <<9, 0, 0, 0>>
  """
  @spec with_pixels(surface(), (binary() -> binary())) :: result()
  def with_pixels(surface, change) when is_function(change, 1),
    do: set_pixels(surface, change.(get_pixels(surface)))

  # --- what happened ---

  @doc "Waits until everything submitted before is done."
  @spec flush(surface()) :: result()
  def flush(surface), do: Surface.native(surface, :surface_flush)

  @doc "How many frames were presented."
  @spec frames_presented(surface()) :: non_neg_integer() | {:error, term()}
  def frames_presented(surface), do: Surface.native(surface, :surface_frames)

  @doc """
  What went wrong since the last call, oldest first.

      iex> {:ok, surface} = Dala.Gpu.create_surface(8, 8)
      iex> Dala.Gpu.blit(surface, 7, 0, 0)
      iex> Dala.Gpu.flush(surface)
      iex> [%{command: "Blit", error: error}] = Dala.Gpu.errors(surface)
      iex> error.code
      :unknown_picture
  """
  @spec errors(surface()) :: [Surface.error()] | {:error, term()}
  def errors(surface), do: Surface.native(surface, :surface_take_errors)
end
