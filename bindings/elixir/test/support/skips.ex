defmodule Dala.Test.Skips do
  # Prints at the end of a run how many tests each excluded tag left out, and why, in the words that
  # scripts/run-tests counts.
  @moduledoc false
  use GenServer

  def put_reasons(reasons), do: Application.put_env(:dala, __MODULE__, reasons)

  @impl true
  def init(_options), do: {:ok, %{}}

  @impl true
  def handle_cast({:test_finished, %ExUnit.Test{state: {:excluded, _}, tags: tags}}, counts) do
    {tag, _reason} = Enum.find(reasons(), {nil, nil}, fn {tag, _} -> Map.has_key?(tags, tag) end)
    {:noreply, Map.update(counts, tag, 1, &(&1 + 1))}
  end

  def handle_cast({:suite_finished, _times}, counts) do
    for {tag, reason} <- reasons(), count = counts[tag] do
      tests = if count == 1, do: "test", else: "tests"
      IO.puts("\nskipped: #{count} #{tests} of #{tag} in Elixir, because #{reason}")
    end

    {:noreply, counts}
  end

  def handle_cast(_event, counts), do: {:noreply, counts}

  defp reasons, do: Application.get_env(:dala, __MODULE__, [])
end
