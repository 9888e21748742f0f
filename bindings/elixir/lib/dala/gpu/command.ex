defmodule Dala.Gpu.Command do
  @moduledoc """
  The commands of a surface as bytes: an opcode and its fields, little endian (`docs/protocol.md`).

  Colours are names (`:red`), `{r, g, b}` or `{r, g, b, a}`. A number that does not fit its field is
  an `ArgumentError`, so bytes that come from here are always good.

      iex> Dala.Gpu.Command.encode_fill_rect(1, 2, 3, 4, :red)
      <<0x02, 1::little-32, 2::little-32, 3::little-32, 4::little-32, 255, 0, 0, 255>>
  """
  @type color ::
          atom() | {byte(), byte(), byte()} | {byte(), byte(), byte(), byte()}

  @colors %{
    transparent: 0x00000000,
    black: 0x000000FF,
    white: 0xFFFFFFFF,
    red: 0xFF0000FF,
    green: 0x00FF00FF,
    blue: 0x0000FFFF,
    yellow: 0xFFFF00FF,
    cyan: 0x00FFFFFF,
    magenta: 0xFF00FFFF,
    gray: 0x808080FF,
    orange: 0xFFA500FF,
    purple: 0x800080FF,
    pink: 0xFFC0CBFF,
    brown: 0xA52A2AFF
  }

  defguardp is_u32(value) when is_integer(value) and value in 0..0xFFFFFFFF
  defguardp is_u64(value) when is_integer(value) and value in 0..0xFFFFFFFFFFFFFFFF
  defguardp is_i32(value) when is_integer(value) and value in -0x80000000..0x7FFFFFFF

  @doc """
  A colour as four bytes.

      iex> Dala.Gpu.Command.encode_color({1, 2, 3})
      <<1, 2, 3, 255>>
      iex> Dala.Gpu.Command.encode_color(:transparent)
      <<0, 0, 0, 0>>
  """
  @spec encode_color(color()) :: binary()
  def encode_color({r, g, b}), do: encode_color({r, g, b, 255})

  def encode_color({r, g, b, a}) when r in 0..255 and g in 0..255 and b in 0..255 and a in 0..255,
    do: <<r, g, b, a>>

  def encode_color(name) when is_map_key(@colors, name), do: <<Map.fetch!(@colors, name)::32>>

  def encode_color(other) do
    raise ArgumentError,
          "#{inspect(other)} is no colour; those are {r, g, b} and {r, g, b, a} with numbers from " <>
            "0 to 255, and #{Enum.map_join(@colors, ", ", fn {name, _} -> inspect(name) end)}"
  end

  @doc "Replaces every pixel of the frame."
  @spec encode_clear(color()) :: binary()
  def encode_clear(color), do: <<0x01>> <> encode_color(color)

  @doc "A filled rectangle."
  @spec encode_fill_rect(
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          color()
        ) :: binary()
  def encode_fill_rect(x, y, w, h, color),
    do: <<0x02>> <> i32s([x, y]) <> u32s([w, h]) <> encode_color(color)

  @doc "A line, both ends drawn."
  @spec encode_draw_line(integer(), integer(), integer(), integer(), color()) :: binary()
  def encode_draw_line(x1, y1, x2, y2, color),
    do: <<0x03>> <> i32s([x1, y1, x2, y2]) <> encode_color(color)

  @doc "A sprite at its own size."
  @spec encode_blit(non_neg_integer(), integer(), integer()) :: binary()
  def encode_blit(sprite_id, x, y), do: <<0x04>> <> u64(sprite_id) <> i32s([x, y])

  @doc """
  Shows what was drawn.

      iex> Dala.Gpu.Command.encode_present()
      <<0x05>>
  """
  @spec encode_present() :: binary()
  def encode_present, do: <<0x05>>

  @doc "A new size for the frame."
  @spec encode_resize(non_neg_integer(), non_neg_integer()) :: binary()
  def encode_resize(width, height), do: <<0x06>> <> u32s([width, height])

  @doc "Puts a sprite of RGBA pixels into the atlas."
  @spec encode_load_sprite(non_neg_integer(), binary(), non_neg_integer(), non_neg_integer()) ::
          binary()
  def encode_load_sprite(id, rgba, width, height), do: picture(0x07, id, rgba, width, height)

  @doc "Gives a sprite's place back."
  @spec encode_remove_sprite(non_neg_integer()) :: binary()
  def encode_remove_sprite(id), do: <<0x08>> <> u64(id)

  @doc "Runs a kernel, by its text or the name of a loaded one, on the frame."
  @spec encode_dispatch_compute(
          String.t(),
          binary(),
          {non_neg_integer(), non_neg_integer(), non_neg_integer()}
        ) :: binary()
  def encode_dispatch_compute(shader, params, {x, y, z}),
    do: <<0x09>> <> blob(shader) <> blob(params) <> u32s([x, y, z])

  @doc "Hands the pixels of a rectangle to whoever listens."
  @spec encode_read_pixels(
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer()
        ) :: binary()
  def encode_read_pixels(x, y, w, h), do: <<0x0A>> <> u32s([x, y, w, h])

  @doc "Compiles a kernel under a name."
  @spec encode_load_shader(String.t(), String.t()) :: binary()
  def encode_load_shader(name, source), do: <<0x0B>> <> blob(name) <> blob(source)

  @doc """
  A value for the parameters of this name of all kernels.

      iex> Dala.Gpu.Command.encode_set_uniform("r", <<5.0::float-little-32>>)
      <<0x0C, 1::little-32, "r", 4::little-32, 0, 0, 160, 64>>
  """
  @spec encode_set_uniform(String.t(), binary()) :: binary()
  def encode_set_uniform(name, data), do: <<0x0C>> <> blob(name) <> blob(data)

  @doc "The outline of a circle."
  @spec encode_draw_circle(integer(), integer(), non_neg_integer(), color()) :: binary()
  def encode_draw_circle(cx, cy, radius, color),
    do: <<0x0D>> <> i32s([cx, cy]) <> u32s([radius]) <> encode_color(color)

  @doc "A filled circle."
  @spec encode_fill_circle(integer(), integer(), non_neg_integer(), color()) :: binary()
  def encode_fill_circle(cx, cy, radius, color),
    do: <<0x0E>> <> i32s([cx, cy]) <> u32s([radius]) <> encode_color(color)

  @doc "The outline of a triangle."
  @spec encode_draw_triangle(
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          color()
        ) :: binary()
  def encode_draw_triangle(x1, y1, x2, y2, x3, y3, color),
    do: <<0x0F>> <> i32s([x1, y1, x2, y2, x3, y3]) <> encode_color(color)

  @doc "A filled triangle."
  @spec encode_fill_triangle(
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          integer(),
          color()
        ) :: binary()
  def encode_fill_triangle(x1, y1, x2, y2, x3, y3, color),
    do: <<0x10>> <> i32s([x1, y1, x2, y2, x3, y3]) <> encode_color(color)

  @doc "The outline of a rectangle with round corners."
  @spec encode_draw_round_rect(
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer(),
          color()
        ) :: binary()
  def encode_draw_round_rect(x, y, w, h, radius, color),
    do: <<0x11>> <> i32s([x, y]) <> u32s([w, h, radius]) <> encode_color(color)

  @doc "A filled rectangle with round corners."
  @spec encode_fill_round_rect(
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          non_neg_integer(),
          color()
        ) :: binary()
  def encode_fill_round_rect(x, y, w, h, radius, color),
    do: <<0x12>> <> i32s([x, y]) <> u32s([w, h, radius]) <> encode_color(color)

  @doc "Later drawing stays inside this rectangle, while enabled."
  @spec encode_set_clip(
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer(),
          boolean()
        ) :: binary()
  def encode_set_clip(x, y, w, h, enabled) when is_boolean(enabled),
    do: <<0x13>> <> i32s([x, y]) <> u32s([w, h]) <> if(enabled, do: <<1>>, else: <<0>>)

  @doc "Later drawing covers the whole frame again."
  @spec encode_reset_clip() :: binary()
  def encode_reset_clip, do: <<0x14>>

  @doc """
  Several commands, all or none.

      iex> Dala.Gpu.Command.encode_batch([Dala.Gpu.Command.encode_present()])
      <<0x15, 1::little-32, 0x05>>
  """
  @spec encode_batch([binary()]) :: binary()
  def encode_batch(commands) when is_list(commands),
    do: IO.iodata_to_binary([<<0x15>>, u32s([length(commands)]) | commands])

  @doc "An image, scaled."
  @spec encode_image_blit(
          non_neg_integer(),
          integer(),
          integer(),
          non_neg_integer(),
          non_neg_integer()
        ) :: binary()
  def encode_image_blit(image_id, x, y, w, h),
    do: <<0x16>> <> u64(image_id) <> i32s([x, y]) <> u32s([w, h])

  @doc "Keeps an image of RGBA pixels."
  @spec encode_load_image(non_neg_integer(), binary(), non_neg_integer(), non_neg_integer()) ::
          binary()
  def encode_load_image(id, rgba, width, height), do: picture(0x17, id, rgba, width, height)

  @doc "Gives an image's memory back."
  @spec encode_remove_image(non_neg_integer()) :: binary()
  def encode_remove_image(id), do: <<0x18>> <> u64(id)

  @doc """
  What the native side reads in a message, as text; `{:error, reason}` says at which byte it is bad.

      iex> {:ok, text} = Dala.Gpu.Command.describe(Dala.Gpu.Command.encode_clear(:red))
      iex> String.trim(text)
      "Clear color=#FF0000FF"
  """
  @spec describe(binary()) :: {:ok, String.t()} | {:error, term()}
  def describe(message) when is_binary(message), do: Dala.Gpu.Native.command_text(message)

  defp u32s(values), do: for(value <- values, into: <<>>, do: u32(value))
  defp i32s(values), do: for(value <- values, into: <<>>, do: i32(value))

  defp u32(value) when is_u32(value), do: <<value::little-32>>
  defp u32(value), do: bad_number(value, "0 to 4294967295")
  defp i32(value) when is_i32(value), do: <<value::little-signed-32>>
  defp i32(value), do: bad_number(value, "-2147483648 to 2147483647")
  defp u64(value) when is_u64(value), do: <<value::little-64>>
  defp u64(value), do: bad_number(value, "0 to 18446744073709551615")

  defp bad_number(value, range) do
    raise ArgumentError, "#{inspect(value)} is no whole number from #{range}"
  end

  defp blob(bytes) when is_binary(bytes), do: u32(byte_size(bytes)) <> bytes
  defp blob(other), do: raise(ArgumentError, "a binary was expected, not #{inspect(other)}")

  defp picture(opcode, id, rgba, width, height) do
    head = <<opcode>> <> u64(id) <> u32s([width, height])

    if is_binary(rgba) and byte_size(rgba) == width * height * 4 do
      head <> blob(rgba)
    else
      raise ArgumentError,
            "#{width} x #{height} pixels of RGBA are #{width * height * 4} bytes; got " <>
              if(is_binary(rgba), do: "#{byte_size(rgba)}", else: inspect(rgba))
    end
  end
end
