defmodule Dala.ExamplesTest do
  use ExUnit.Case, async: false
  import ExUnit.CaptureIO

  # The blocks of each page are one program; what must hold in it is matched there.
  @folder Path.expand("../examples", __DIR__)
  @page Path.expand("../../../docs/elixir.md", __DIR__)

  for file <- Path.wildcard(Path.join(@folder, "*.livemd")) do
    test "#{Path.basename(file)} runs" do
      code = blocks(File.read!(unquote(file)))
      assert code != ""
      capture_io(fn -> Code.eval_string(code, [], file: unquote(file)) end)
    end
  end

  test "the page's examples run" do
    for block <- Regex.scan(~r/```elixir\n(.*?)```/s, File.read!(@page), capture: :all_but_first) do
      capture_io(fn -> Code.eval_string(hd(block), [], file: @page) end)
    end
  end

  defp blocks(text) do
    ~r/```elixir\n(.*?)```/s |> Regex.scan(text, capture: :all_but_first) |> Enum.join("\n")
  end
end
