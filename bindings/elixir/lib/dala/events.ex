defmodule Dala.Events do
  @moduledoc """
  Who wants to know what the library does.

  A handler is a function of an event's name, its measurements and its metadata, as `:telemetry`'s
  are; it runs in the process that caused the event. One that raises, throws or exits is detached and
  logged, and whoever caused the event goes on as if it had not been there. Where nobody listens an
  event costs a look-up.

  | event | measurements | metadata |
  |---|---|---|
  | `[:dala, :compute, :run]` | `duration` | `kernel`, `result` |
  | `[:dala, :pipeline, :run]` | `duration` | `result` |
  | `[:dala, :media, :frame]` | `duration` | `width`, `height` |
  | `[:dala, :ml, :predict]` | `duration` | `model`, `result` |
  | `[:dala, :surface, :error]` | | `surface`, `command`, `error` |
  | `[:dala, :cluster, :progress]` | `done`, `total` | `node` |

  Durations are in native time units. `Dala.Events.log/4` is a handler that writes to `Logger`.

      iex> me = self()
      iex> Dala.Events.attach(:doc, fn event, _, meta, _ -> send(me, {event, meta.kernel}) end)
      iex> a = Dala.Gpu.Compute.buffer([1.0], {1}, :f32)
      iex> Dala.Gpu.Compute.relu(a, a)
      iex> Dala.Events.detach(:doc)
      iex> receive do event -> event end
      {[:dala, :compute, :run], :relu}
  """
  require Logger

  @type handler :: ([atom()], map(), map(), term() -> term())

  @doc "Calls `handler` with every event from now on; `config` is its last argument."
  @spec attach(term(), handler(), term()) :: :ok
  def attach(id, handler, config \\ nil) when is_function(handler, 4) do
    change(&[{id, handler, config} | List.keydelete(&1, id, 0)])
  end

  @doc "Ends what `attach/3` began."
  @spec detach(term()) :: :ok
  def detach(id), do: change(&List.keydelete(&1, id, 0))

  @doc "A handler that writes events to `Logger`, at the level given as its config (`:debug`)."
  @spec log([atom()], map(), map(), term()) :: :ok
  def log(event, measurements, metadata, level) do
    Logger.log(level || :debug, fn ->
      "#{Enum.join(event, ".")} #{inspect(measurements)} #{inspect(metadata)}"
    end)
  end

  @doc false
  def emit(event, measurements, metadata) do
    Enum.each(handlers(), &tell(&1, event, measurements, metadata))
  end

  defp tell({id, handler, config} = attached, event, measurements, metadata) do
    handler.(event, measurements, metadata, config)
  catch
    kind, reason ->
      change(&List.delete(&1, attached))

      Logger.error(
        "the handler #{inspect(id)} of Dala.Events failed on #{inspect(event)} and is detached: " <>
          Exception.format(kind, reason, __STACKTRACE__)
      )
  end

  @doc false
  # Runs `work`; looks at the clock only where somebody listens.
  def timed(event, metadata, work) do
    case handlers() do
      [] ->
        work.()

      _ ->
        start = System.monotonic_time()
        result = work.()
        duration = System.monotonic_time() - start
        emit(event, %{duration: duration}, Map.put_new(metadata, :result, result))
        result
    end
  end

  defp handlers, do: :persistent_term.get(__MODULE__, [])

  defp change(how) do
    :global.trans(
      {__MODULE__, self()},
      fn ->
        :persistent_term.put(__MODULE__, how.(handlers()))
      end,
      [node()]
    )

    :ok
  end
end
