defmodule Dala.Media.Gpu.Processor do
  @moduledoc """
  Effects on a camera's frames as they come, where a late frame is worth nothing.

  `submit/2` returns at once. A frame that comes while as many as may be are in flight waits, the
  next takes its place, and it is counted as dropped; so nothing is ever queued. Results come in
  order, as messages to the process that started the processor:

    * `{:dala_frame, processor, {number, width, height, rgba}}`
    * `{:dala_frame, processor, {:error, number, reason}}`

  The processor ends with that process.

      iex> {:ok, camera} = Dala.Media.Gpu.Processor.start(1, 1, filters: [:invert])
      iex> {:ok, 1} = Dala.Media.Gpu.Processor.submit(camera, <<0, 10, 20, 255>>)
      iex> receive do {:dala_frame, ^camera, {1, 1, 1, rgba}} -> rgba end
      <<255, 245, 235, 255>>
      iex> Dala.Media.Gpu.Processor.stop(camera)
      :ok
  """
  use GenServer, restart: :temporary

  alias Dala.Gpu.Native
  alias Dala.Media.Filter

  @type t :: pid()

  @doc """
  Starts a processor for frames of this size. Options: `:filters`, and `:in_flight` (2), how many
  frames are worked on at the same time.
  """
  @spec start(pos_integer(), pos_integer(), keyword()) :: {:ok, t()} | {:error, term()}
  def start(width, height, options \\ []) do
    options = Keyword.validate!(options, filters: [], in_flight: 2)
    filters = Filter.normalize(options[:filters])

    DynamicSupervisor.start_child(
      Dala.Media.Supervisor,
      {__MODULE__, {self(), width, height, options[:in_flight], filters}}
    )
  end

  @doc false
  def start_link(arguments), do: GenServer.start_link(__MODULE__, arguments)

  @doc "Other filters, for the frames from now on. Bad ones are an error, and those before stay."
  @spec set_filters(t(), [Filter.t()]) :: :ok | {:error, term()}
  def set_filters(processor, filters),
    do: Native.processor_set_filters(ref(processor), Filter.normalize(filters))

  @doc "Takes a frame and returns its number, from 1."
  @spec submit(t(), binary()) :: {:ok, pos_integer()} | {:error, term()}
  def submit(processor, rgba) when is_binary(rgba),
    do: Native.processor_submit(ref(processor), rgba)

  @doc "Waits until every frame submitted before is done, dropped or failed."
  @spec flush(t()) :: :ok
  def flush(processor), do: Native.processor_flush(ref(processor))

  @doc "How many frames were `:submitted`, `:done`, `:dropped` and `:failed`."
  @spec counts(t()) :: map()
  def counts(processor), do: Native.processor_counts(ref(processor))

  @doc "Lets what is in flight end, and drops the rest. One that is gone is `:ok`."
  @spec stop(t()) :: :ok
  def stop(processor) when is_pid(processor) do
    GenServer.stop(processor)
  catch
    :exit, _reason -> :ok
  end

  defp ref(processor) do
    case Registry.lookup(Dala.Handles, {__MODULE__, processor}) do
      [{^processor, ref}] -> ref
      [] -> raise ArgumentError, "#{inspect(processor)} is no processor, or gone"
    end
  end

  @impl GenServer
  def init({owner, width, height, in_flight, filters}) do
    Process.flag(:trap_exit, true)

    with {:ok, ref} <- Native.processor_start(width, height, owner, self(), in_flight),
         :ok <- Native.processor_set_filters(ref, filters) do
      Process.monitor(owner)
      {:ok, _} = Registry.register(Dala.Handles, {__MODULE__, self()}, ref)
      {:ok, %{ref: ref, owner: owner}}
    else
      {:error, error} -> {:stop, error}
    end
  end

  @impl GenServer
  def handle_info({:DOWN, _monitor, :process, owner, _reason}, %{owner: owner} = state),
    do: {:stop, :normal, state}

  def handle_info(_other, state), do: {:noreply, state}

  @impl GenServer
  def terminate(_reason, state), do: Native.processor_stop(state.ref)
end
