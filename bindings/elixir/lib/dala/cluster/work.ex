defmodule Dala.Cluster.Work do
  @moduledoc false
  # What one node does with one item. References are of one node only, so what is costly to make is
  # made on each and kept there.

  alias Dala.Media.Gpu, as: Media

  def filter(rgba, width, height, filters), do: Media.apply_filters(rgba, width, height, filters)

  def ask(picture, model, question) do
    case apply(Dala.ML.Gpu, question, [loaded(model), picture]) do
      {:ok, answer} -> answer
      {:error, error} -> raise error
    end
  end

  def transcode({source, target}, filters) do
    case Media.transcode(source, target, filters) do
      {:ok, report} -> report
      {:error, error} -> raise error
    end
  end

  defp loaded(model) do
    key = {__MODULE__, model}

    :persistent_term.get(key, nil) ||
      :global.trans({key, self()}, fn -> :persistent_term.get(key, nil) || load(key, model) end, [
        node()
      ])
  end

  defp load(key, model) do
    {:ok, loaded} = Dala.ML.Gpu.load_model(model)
    :persistent_term.put(key, loaded)
    loaded
  end
end
