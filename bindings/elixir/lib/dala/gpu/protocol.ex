defmodule Dala.Gpu.Protocol do
  @moduledoc """
  The commands of the surface protocol, read from the list that the native side is made of
  (`dala/surface/commands.inc`) when this is compiled.
  """

  # `cmake --install` puts it into the package as surface_commands.inc; a source tree has it among the
  # public headers.
  @list Enum.find(
          [
            Path.expand("../../../surface_commands.inc", __DIR__),
            Path.expand("../../../../../include/dala/surface/commands.inc", __DIR__)
          ],
          &File.exists?/1
        )
  @external_resource @list

  @commands (for "X(" <> _ = line <- File.stream!(@list), String.starts_with?(line, "X(0x") do
               [_, opcode, name, fields, summary] =
                 Regex.run(~r/^X\(0x(\w+), (\w+), (.*), "(.*)"\)$/, String.trim(line))

               fields =
                 for [_, type, field] <- Regex.scan(~r/F\((\w+), (\w+)\)/, fields),
                     do: {String.to_atom(field), String.to_atom(type)}

               {String.to_integer(opcode, 16), String.to_atom(Macro.underscore(name)), fields,
                summary}
             end)

  @type type :: :u32 | :i32 | :u64 | :rgba | :flag | :text | :blob | :pixels | :commands

  @doc """
  Each command with its opcode, its name, its fields in their order, and what it does.

      iex> hd(Dala.Gpu.Protocol.commands())
      {0x01, :clear, [color: :rgba], "replaces every pixel of the frame, whatever the clip"}
  """
  @spec commands() :: [{byte(), atom(), [{atom(), type()}], String.t()}]
  def commands, do: @commands

  @doc false
  @spec opcode(atom()) :: byte()
  for {opcode, name, _fields, _summary} <- @commands do
    def opcode(unquote(name)), do: unquote(opcode)
  end
end
