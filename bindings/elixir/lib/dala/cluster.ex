defmodule Dala.Cluster do
  @moduledoc """
  Batches of work on all connected nodes that run this application, each with its own device.

      iex> Dala.Cluster.run([1, 2, 3], fn n -> n * n end)
      {:ok, [1, 4, 9]}

  Connect nodes as usual (`Node.connect/1`); those that join while a batch runs are given work too.

    * Results come in the order of the items, each exactly once.
    * A node has at most `:per_node` items at a time, and items are taken from their source only
      while the results that wait for an earlier one fit in `:window`.
    * When a node goes, what it was doing is done by others, up to `:attempts` times an item, so that
      an item which takes nodes down does not take them all. Work may therefore be done more than
      once, and should bear that.
    * `:on_progress` is called after every item with `%{done: n, total: n or nil, node: node}`.

  Work is a function of one item, or `{module, function, arguments}` with the item as the first
  argument. An anonymous function must be of a module that all nodes have. Items and results are
  sent between nodes: buffers, surfaces and models are of one node only and are not.
  """
  alias Dala.Cluster.{Member, Run, Work}
  alias Dala.Media.Filter

  @type work :: (term() -> term()) | {module(), atom(), list()}

  @doc """
  The nodes that take work, this one first.

      iex> hd(Dala.Cluster.nodes()) == node()
      true
  """
  @spec nodes() :: [node()]
  def nodes, do: Member.nodes()

  @doc """
  Does the work for every item and returns all results, or the first error. Where none of the nodes
  can be reached that is one with the code `:no_nodes`.

  Options: `:nodes` (all that take work), `:per_node` (2), `:window` (eight times that for each node),
  `:attempts` (3), `:on_progress`. The numbers are at least 1.

      iex> {:error, error} = Dala.Cluster.run([1, 0], fn n -> div(1, n) end)
      iex> error.code
      :work_failed
  """
  @spec run(Enumerable.t(), work(), keyword()) :: {:ok, list()} | {:error, Dala.Error.t()}
  def run(items, work, options \\ []) do
    items
    |> stream(work, options)
    |> Enum.reduce_while({:ok, []}, fn
      {:ok, value}, {:ok, values} -> {:cont, {:ok, [value | values]}}
      {:error, error}, _values -> {:halt, {:error, error}}
    end)
    |> case do
      {:ok, values} -> {:ok, Enum.reverse(values)}
      error -> error
    end
  end

  @doc """
  The same as a stream of `{:ok, value}` and `{:error, error}`: items are taken as results are. It
  ends early, with an error, only when no node is left to do the rest.

      iex> Stream.iterate(1, &(&1 + 1)) |> Dala.Cluster.stream(&(&1 * 2)) |> Enum.take(3)
      [ok: 2, ok: 4, ok: 6]
  """
  @spec stream(Enumerable.t(), work(), keyword()) :: Enumerable.t()
  def stream(items, work, options \\ []) do
    options = options(options, items)
    check_work(work)
    Stream.resource(fn -> Run.start(items, work, options) end, &Run.next/1, &Run.stop/1)
  end

  @doc """
  Sends frames of one size, RGBA each, through filters.

      iex> Dala.Cluster.filter([<<0, 0, 0, 255>>], {1, 1}, [:invert])
      {:ok, [<<255, 255, 255, 255>>]}
  """
  @spec filter(Enumerable.t(), {pos_integer(), pos_integer()}, [Filter.t()], keyword()) ::
          {:ok, [binary()]} | {:error, Dala.Error.t()}
  def filter(frames, {width, height}, filters, options \\ []),
    do: run(frames, {Work, :filter, [width, height, filters]}, options)

  @doc """
  Asks a model about pictures, as `Dala.ML.Gpu` does: `question` is `:classify`, `:detect`, `:faces`,
  `:pose` or `:segment`. Each node loads the model once.
  """
  @spec ask(Enumerable.t(), atom() | Path.t(), atom(), keyword()) ::
          {:ok, list()} | {:error, Dala.Error.t()}
  def ask(pictures, model, question, options \\ [])
      when question in [:classify, :detect, :faces, :pose, :segment],
      do: run(pictures, {Work, :ask, [model, question]}, options)

  @doc """
  Sends videos through filters: a list of `{source, target}`, on files that all nodes see.
  """
  @spec transcode([{Path.t(), Path.t()}], [Filter.t()], keyword()) ::
          {:ok, [map()]} | {:error, Dala.Error.t()}
  def transcode(files, filters, options \\ []),
    do: run(files, {Work, :transcode, [filters]}, options)

  defp options(given, items) do
    options =
      Keyword.validate!(given, [
        :nodes,
        :window,
        per_node: 2,
        attempts: 3,
        on_progress: fn _ -> :ok end
      ])

    for name <- [:per_node, :attempts], do: count!(name, options[name])
    if options[:window] != nil, do: count!(:window, options[:window])
    nodes = nodes_given!(options[:nodes]) || nodes()
    progress!(options[:on_progress])

    options
    |> Keyword.put(:window, options[:window] || 8 * options[:per_node] * max(length(nodes), 1))
    |> Keyword.put(:total, if(is_list(items), do: length(items)))
  end

  defp count!(_name, value) when is_integer(value) and value >= 1, do: :ok

  defp count!(name, value) do
    raise ArgumentError, "#{inspect(name)} is a whole number from 1 on, not #{inspect(value)}"
  end

  defp nodes_given!(nil), do: nil

  defp nodes_given!(nodes) do
    if is_list(nodes) and Enum.all?(nodes, &is_atom/1),
      do: nodes,
      else: raise(ArgumentError, ":nodes is a list of names of nodes, not #{inspect(nodes)}")
  end

  defp progress!(function) when is_function(function, 1), do: :ok

  defp progress!(other) do
    raise ArgumentError, ":on_progress is a function of one argument, not #{inspect(other)}"
  end

  defp check_work(work) when is_function(work, 1), do: :ok

  defp check_work({module, function, arguments})
       when is_atom(module) and is_atom(function) and is_list(arguments),
       do: :ok

  defp check_work(other) do
    raise ArgumentError,
          "work is a function of one item or {module, function, arguments}, not #{inspect(other)}"
  end
end
