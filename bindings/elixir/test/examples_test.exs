defmodule Dala.ExamplesTest do
  use ExUnit.Case, async: false
  import ExUnit.CaptureIO

  # The blocks of each page are one program; what must hold in it is matched there.
  @folder Path.expand("../examples", __DIR__)
  @pages for page <- ["docs/elixir.md", "README.md"],
             do: Path.expand("../../../" <> page, __DIR__)

  for file <- Path.wildcard(Path.join(@folder, "*.livemd")) do
    test "#{Path.basename(file)} runs" do
      code = blocks(File.read!(unquote(file)))
      assert code != ""
      capture_io(fn -> Code.eval_string(code, [], file: unquote(file)) end)
    end
  end

  for page <- @pages do
    test "the examples of #{Path.basename(page)} run" do
      found =
        Regex.scan(~r/```elixir\n(.*?)```/s, File.read!(unquote(page)), capture: :all_but_first)

      assert found != []

      for [block] <- found,
          do: capture_io(fn -> Code.eval_string(block, [], file: unquote(page)) end)
    end
  end

  defp blocks(text) do
    ~r/```elixir\n(.*?)```/s |> Regex.scan(text, capture: :all_but_first) |> Enum.join("\n")
  end
end
