defmodule Dala.Gpu.Command do
  @moduledoc """
  The commands of a surface as bytes: an opcode and its fields, little endian (`docs/protocol.md`).
  There is one function for each line of the library's own list, with the arguments in its order.

  Colours are names (`:red`), `{r, g, b}` or `{r, g, b, a}`. A number that does not fit its field is
  an `ArgumentError`, so bytes that come from here are always good.

      iex> Dala.Gpu.Command.encode_fill_rect(1, 2, 3, 4, :red)
      <<0x02, 1::little-32, 2::little-32, 3::little-32, 4::little-32, 255, 0, 0, 255>>
      iex> Dala.Gpu.Command.encode_present()
      <<0x05>>
      iex> Dala.Gpu.Command.encode_set_uniform("r", <<5.0::float-little-32>>)
      <<0x0C, 1::little-32, "r", 4::little-32, 0, 0, 160, 64>>
  """
  alias Dala.Gpu.Protocol

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

  # --- commands whose arguments are not those of the list, one for one ---

  @doc "Puts a sprite of RGBA pixels into the atlas."
  @spec encode_load_sprite(non_neg_integer(), binary(), non_neg_integer(), non_neg_integer()) ::
          binary()
  def encode_load_sprite(id, rgba, width, height),
    do: picture(Protocol.opcode(:load_sprite), id, rgba, width, height)

  @doc "Keeps an image of RGBA pixels."
  @spec encode_load_image(non_neg_integer(), binary(), non_neg_integer(), non_neg_integer()) ::
          binary()
  def encode_load_image(id, rgba, width, height),
    do: picture(Protocol.opcode(:load_image), id, rgba, width, height)

  @doc "Runs a kernel, by its source or the name of a loaded one, on the frame."
  @spec encode_dispatch_compute(
          String.t(),
          binary(),
          {non_neg_integer(), non_neg_integer(), non_neg_integer()}
        ) :: binary()
  def encode_dispatch_compute(shader, params, {x, y, z}) do
    <<Protocol.opcode(:dispatch_compute), text(shader)::binary, blob(params)::binary,
      u32(x)::binary, u32(y)::binary, u32(z)::binary>>
  end

  @doc """
  Several commands, all or none.

      iex> Dala.Gpu.Command.encode_batch([Dala.Gpu.Command.encode_present()])
      <<0x15, 1::little-32, 0x05>>
  """
  @spec encode_batch([binary()]) :: binary()
  def encode_batch(commands) when is_list(commands),
    do: IO.iodata_to_binary([Protocol.opcode(:batch), u32(length(commands)) | commands])

  # --- all others ---

  types = %{
    i32: quote(do: integer()),
    u32: quote(do: non_neg_integer()),
    u64: quote(do: non_neg_integer()),
    rgba: quote(do: color()),
    flag: quote(do: boolean()),
    text: quote(do: String.t()),
    blob: quote(do: binary())
  }

  for {opcode, name, fields, summary} <- Protocol.commands(),
      name not in [:load_sprite, :load_image, :dispatch_compute, :batch] do
    function = :"encode_#{name}"
    arguments = for {field, _type} <- fields, do: Macro.var(field, __MODULE__)

    bytes =
      for {field, type} <- fields,
          do: quote(do: unquote(type)(unquote(Macro.var(field, __MODULE__))) :: binary)

    @doc String.capitalize(String.first(summary)) <> String.slice(summary, 1..-1//1) <> "."
    @spec unquote(function)(
            unquote_splicing(for {_field, type} <- fields, do: Map.fetch!(types, type))
          ) :: binary()
    def unquote(function)(unquote_splicing(arguments)),
      do: <<unquote(opcode), unquote_splicing(bytes)>>
  end

  @doc """
  What the native side reads in a message, as text; `{:error, reason}` says at which byte it is bad.

      iex> {:ok, text} = Dala.Gpu.Command.describe(Dala.Gpu.Command.encode_clear(:red))
      iex> String.trim(text)
      "Clear color=#FF0000FF"
  """
  @spec describe(binary()) :: {:ok, String.t()} | {:error, term()}
  def describe(message) when is_binary(message), do: Dala.Gpu.Native.command_text(message)

  # --- fields, by their types ---

  defp u32(value) when is_u32(value), do: <<value::little-32>>
  defp u32(value), do: bad_number(value, "0 to 4294967295")
  defp i32(value) when is_i32(value), do: <<value::little-signed-32>>
  defp i32(value), do: bad_number(value, "-2147483648 to 2147483647")
  defp u64(value) when is_u64(value), do: <<value::little-64>>
  defp u64(value), do: bad_number(value, "0 to 18446744073709551615")

  defp bad_number(value, range) do
    raise ArgumentError, "#{inspect(value)} is no whole number from #{range}"
  end

  defp rgba(color), do: encode_color(color)

  defp flag(true), do: <<1>>
  defp flag(false), do: <<0>>
  defp flag(other), do: raise(ArgumentError, "#{inspect(other)} is neither true nor false")

  defp text(bytes), do: blob(bytes)

  defp blob(bytes) when is_binary(bytes), do: u32(byte_size(bytes)) <> bytes
  defp blob(other), do: raise(ArgumentError, "a binary was expected, not #{inspect(other)}")

  defp picture(opcode, id, rgba, width, height) do
    if is_binary(rgba) and byte_size(rgba) == width * height * 4 do
      <<opcode, u64(id)::binary, u32(width)::binary, u32(height)::binary, blob(rgba)::binary>>
    else
      raise ArgumentError,
            "#{width} x #{height} pixels of RGBA are #{width * height * 4} bytes; got " <>
              if(is_binary(rgba), do: "#{byte_size(rgba)}", else: inspect(rgba))
    end
  end
end
