defmodule Dala.Cluster.Run do
  @moduledoc false
  # The state of one batch, in the process that wants its results: what waits, what runs where, what
  # is done and not yet handed out.
  #
  # Items are taken from their source only while few enough are between the first that is not
  # done and the last that was begun, so neither side of a slow item grows.

  alias Dala.Cluster.Member
  alias Dala.Error

  defstruct [
    :next_item,
    :work,
    :options,
    taken: 0,
    emitted: 0,
    done: 0,
    ended: false,
    again: [],
    running: %{},
    results: %{},
    unreachable: MapSet.new()
  ]

  # How a task ends when its node does, or is told to stop.
  defguardp is_lost(reason)
            when reason in [:noconnection, :noproc, :shutdown, :killed, :normal] or
                   (is_tuple(reason) and elem(reason, 0) in [:nodedown, :shutdown])

  def start(items, work, options),
    do: %__MODULE__{next_item: source(items), work: work, options: options}

  # One item at a time of any enumerable.
  defp source(items) do
    fn command -> Enumerable.reduce(items, command, fn item, _ -> {:suspend, item} end) end
  end

  @doc "Results that can be handed out, in order, or `:halt` when there are no more."
  def next(%__MODULE__{} = run) do
    run = run |> forget_gone() |> fill()

    case Map.pop(run.results, run.emitted) do
      {nil, _} when map_size(run.running) > 0 -> run |> wait() |> next()
      {nil, _} when run.ended and run.again == [] -> {:halt, run}
      {nil, _} -> {[{:error, no_nodes(run)}], %{run | ended: true, again: []}}
      {result, rest} -> {[result], %{run | results: rest, emitted: run.emitted + 1}}
    end
  end

  # Nothing runs although something is left to do.
  defp no_nodes(run) do
    %Error{
      code: :no_nodes,
      message: "none of the nodes #{inspect(nodes(run))} can be reached and runs Dala"
    }
  end

  @doc "Ends what still runs."
  def stop(%__MODULE__{running: running, next_item: next_item}) do
    for {_ref, {task, _node, _index, _item, _tries}} <- running, do: kill(task)
    next_item.({:halt, nil})
    :ok
  end

  defp kill(task) do
    Task.shutdown(task, :brutal_kill)
  catch
    # Its node went first.
    :exit, _reason -> :ok
  end

  # Gives every node as much as it may have.
  defp fill(run) do
    case free_node(run) do
      nil -> run
      node -> give(run, node)
    end
  end

  defp free_node(run) do
    busy = Enum.frequencies_by(Map.values(run.running), &elem(&1, 1))
    connected = [node() | Node.list()]

    nodes(run)
    |> Enum.filter(&(&1 in connected and &1 not in run.unreachable))
    |> Enum.filter(&(Map.get(busy, &1, 0) < run.options[:per_node]))
    |> Enum.min_by(&Map.get(busy, &1, 0), fn -> nil end)
  end

  defp nodes(run), do: run.options[:nodes] || Member.nodes()

  # One that took no work is asked again only when it has gone and come back.
  defp forget_gone(run) do
    connected = MapSet.new([node() | Node.list()])
    %{run | unreachable: MapSet.intersection(run.unreachable, connected)}
  end

  defp give(%{again: [{index, item, tries} | again]} = run, node),
    do: fill(begin(%{run | again: again}, node, index, item, tries))

  defp give(%{ended: true} = run, _node), do: run

  defp give(run, node) do
    if run.taken - run.emitted >= run.options[:window] do
      run
    else
      case run.next_item.({:cont, nil}) do
        {:suspended, item, next_item} ->
          run = %{run | next_item: next_item, taken: run.taken + 1}
          fill(begin(run, node, run.taken - 1, item, 0))

        {_done_or_halted, _} ->
          %{run | ended: true, next_item: fn _ -> :ok end}
      end
    end
  end

  defp begin(run, node, index, item, tries) do
    {module, function, arguments} = call(run.work, item)

    task = Task.Supervisor.async_nolink({Dala.Cluster.Tasks, node}, module, function, arguments)

    %{run | running: Map.put(run.running, task.ref, {task, node, index, item, tries + 1})}
  catch
    # The node went between being asked for and being used, or does not run this application.
    :exit, _reason ->
      unreachable = MapSet.put(run.unreachable, node)
      %{run | again: [{index, item, tries} | run.again], unreachable: unreachable}
  end

  defp call({module, function, arguments}, item), do: {module, function, [item | arguments]}
  defp call(work, item) when is_function(work, 1), do: {:erlang, :apply, [work, [item]]}

  defp wait(%{running: running} = run) do
    receive do
      {ref, value} when is_map_key(running, ref) ->
        Process.demonitor(ref, [:flush])
        finish(run, ref, {:ok, value})

      {:DOWN, ref, :process, _pid, reason} when is_map_key(running, ref) ->
        {_task, node, index, item, tries} = Map.fetch!(running, ref)

        if is_lost(reason) and tries < run.options[:attempts] do
          %{run | running: Map.delete(running, ref), again: [{index, item, tries} | run.again]}
        else
          finish(run, ref, {:error, failure(index, node, tries, reason)})
        end
    end
  end

  defp finish(run, ref, result) do
    {{_task, node, index, _item, _tries}, running} = Map.pop!(run.running, ref)
    done = run.done + 1
    progress = %{done: done, total: run.options[:total], node: node}
    run.options[:on_progress].(progress)
    Dala.Events.emit([:dala, :cluster, :progress], Map.delete(progress, :node), %{node: node})
    %{run | running: running, done: done, results: Map.put(run.results, index, result)}
  end

  defp failure(index, node, tries, reason) do
    %Error{
      code: :work_failed,
      message:
        "item #{index} failed on #{node} (attempt #{tries}): " <> Exception.format_exit(reason)
    }
  end
end
