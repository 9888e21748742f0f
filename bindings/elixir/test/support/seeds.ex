defmodule Dala.Seeds.Names do
  @moduledoc false
  # Functions that snippets call and do not define.
  def handle_error(reason), do: raise(reason)
  def retry_later, do: :later
end

defmodule Dala.Seeds do
  @moduledoc false
  # The snippets of the documents this package implements, as they are printed there, each with what
  # its free names stand for and what must come of it.
  #
  # Where the documents differ, the page of `Dala.Gpu.Compute` counts: `read/1` gives a binary. So the
  # guide's `read(output_buf) |> :erlang.list_to_binary()` is here as that page has it.
  #
  # One module for each document, under `seeds/`.
  import Dala.Seeds.Names, warn: false

  alias Dala.Seeds.{ComputePage, Guide, PipelinePage, SceneGuide, SurfaceGuide}

  def names(tag), do: for({name, ^tag, _code, _binding, _check} <- snippets(), do: name)

  def codes, do: for({name, _tag, code, _binding, _check} <- snippets(), do: {name, code})

  # On whichever node this is called.
  def run(name) do
    {_name, _tag, code, binding, check} = List.keyfind!(snippets(), name, 0)
    {value, after_it} = Code.eval_string(code, binding.(), __ENV__)
    check.(value, Map.new(after_it))
    :ok
  end

  defp snippets do
    Enum.flat_map([Guide, ComputePage, SurfaceGuide, SceneGuide, PipelinePage], & &1.snippets())
  end
end
