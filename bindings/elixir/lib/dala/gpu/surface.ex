defmodule Dala.Gpu.Surface do
  @moduledoc """
  The process that owns a native surface: its render thread, its frames, its pictures.

  `Dala.Gpu.create_surface/3` starts one for the calling process, its owner, and it ends with that
  one, however that ends. What `Dala.Gpu` draws does not pass through it: commands of this node go
  straight to the native queue, in the order of each caller.

  What goes wrong after a command was queued is kept for `Dala.Gpu.errors/1`, told to
  `Dala.Events`, and sent to the process given as `:notify`, as
  `{:dala_surface_error, surface, error}`.
  """
  use GenServer, restart: :temporary

  alias Dala.Gpu.Native

  @type error :: %{
          sequence: pos_integer(),
          index: non_neg_integer(),
          command: String.t(),
          error: Dala.Error.t()
        }

  # More than this is copied into the queue on a dirty scheduler.
  @large 64 * 1024

  @doc """
  Starts a surface of this size for `owner`. Options: `:notify`, and `:queue_bytes`, how much may
  wait to be drawn.
  """
  @spec start(pid(), pos_integer(), pos_integer(), keyword()) :: {:ok, pid()} | {:error, term()}
  def start(owner, width, height, options \\ []) do
    options = Keyword.validate!(options, notify: nil, queue_bytes: 0)
    notify = options[:notify]

    unless notify == nil or is_pid(notify),
      do: raise(ArgumentError, ":notify is a process, not #{inspect(notify)}")

    DynamicSupervisor.start_child(
      Dala.Gpu.SurfaceSupervisor,
      {__MODULE__, {owner, width, height, options}}
    )
  end

  @doc false
  def start_link(arguments), do: GenServer.start_link(__MODULE__, arguments)

  @doc "Carries out one message of the protocol, on whichever node the surface is."
  @spec command(pid(), binary()) :: :ok | {:error, term()}
  def command(surface, message) when node(surface) == node() do
    with {:ok, ref} <- ref(surface), do: queue(ref, message)
  end

  def command(surface, message), do: ask(surface, {:command, message})

  @doc "Calls a function of `Dala.Gpu.Native` with the surface's reference before `arguments`."
  @spec native(pid(), atom(), list()) :: term()
  def native(surface, function, arguments \\ [])

  def native(surface, function, arguments) when node(surface) == node() do
    with {:ok, ref} <- ref(surface), do: apply(Native, function, [ref | arguments])
  end

  def native(surface, function, arguments) do
    case ask(surface, {:native, function, arguments}) do
      {:returned, value} -> value
      {:raised, error} -> raise error
      {:error, error} -> {:error, error}
    end
  end

  # A surface of another node, through its process.
  defp ask(surface, question) do
    GenServer.call(surface, question, :infinity)
  catch
    :exit, {_reason, {GenServer, :call, _}} -> gone(surface)
  end

  defp gone(surface) do
    {:error,
     %Dala.Error{code: :shut_down, message: "#{inspect(surface)} is no surface, or it is gone"}}
  end

  # `:scheduler` calls never wait; a full queue is waited for elsewhere.
  defp queue(ref, message) when byte_size(message) > @large, do: queue_waiting(ref, message)

  defp queue(ref, message) do
    case Native.surface_command(ref, message) do
      {:ok, _sequence} -> :ok
      {:error, %{code: :queue_full}} -> queue_waiting(ref, message)
      error -> error
    end
  end

  defp queue_waiting(ref, message) do
    with {:ok, _sequence} <- Native.surface_command_wait(ref, message), do: :ok
  end

  @doc false
  # Of a surface of this node.
  def ref(surface) do
    case Registry.lookup(Dala.Handles, surface) do
      [{^surface, ref}] ->
        {:ok, ref}

      [] ->
        gone(surface)
    end
  end

  @impl GenServer
  def init({owner, width, height, options}) do
    case Native.surface_new(width, height, options[:queue_bytes]) do
      {:ok, ref} ->
        Process.monitor(owner)
        {:ok, _} = Registry.register(Dala.Handles, self(), ref)
        {:ok, %{ref: ref, owner: owner, notify: options[:notify]}}

      {:error, error} ->
        {:stop, error}
    end
  end

  @impl GenServer
  def handle_call({:command, message}, _from, state),
    do: {:reply, queue(state.ref, message), state}

  def handle_call({:native, function, arguments}, _from, state),
    do: {:reply, returned(function, [state.ref | arguments]), state}

  def handle_call(:destroy, _from, state) do
    Native.surface_destroy(state.ref)
    {:stop, :normal, :ok, state}
  end

  # What the caller did wrong is the caller's, and no reason for the surface to end.
  defp returned(function, arguments) do
    {:returned, apply(Native, function, arguments)}
  rescue
    error -> {:raised, error}
  end

  @impl GenServer
  def handle_info({:DOWN, _monitor, :process, owner, _reason}, %{owner: owner} = state) do
    Native.surface_destroy(state.ref)
    {:stop, :normal, state}
  end

  def handle_info({:dala_surface_error, error}, state) do
    metadata = %{surface: self(), command: error.command, error: error.error}
    Dala.Events.emit([:dala, :surface, :error], %{}, metadata)
    if state.notify, do: send(state.notify, {:dala_surface_error, self(), error})
    {:noreply, state}
  end

  def handle_info(_other, state), do: {:noreply, state}
end
