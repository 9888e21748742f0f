defmodule Dala.Gpu.Compute.Pipeline do
  @moduledoc """
  Several stages as one command: each is checked when it is added, all are planned once, and the
  whole runs many times.

  Stages are commands as `Dala.Gpu.Compute.submit/2` takes them. The pipeline itself is native and
  belongs to whoever has the struct: `add/2` changes it for all of them. `stages` in a struct are
  those it had when `add/2` returned it; `stages/1` asks the pipeline.
  """
  alias Dala.Error
  alias Dala.Events
  alias Dala.Gpu.Compute
  alias Dala.Gpu.Compute.{Buffer, Queue, Waiting}
  alias Dala.Gpu.Native

  @type stage :: %{
          op: atom(),
          kernel: atom() | nil,
          inputs: [reference()],
          output: reference() | nil,
          params: map()
        }
  @type t :: %__MODULE__{ref: reference() | nil, stages: [stage()]}
  defstruct ref: nil, stages: []

  @doc """
  A pipeline without stages.

      iex> Dala.Gpu.Compute.Pipeline.stages(Dala.Gpu.Compute.Pipeline.new())
      []
  """
  @spec new() :: t()
  def new, do: %__MODULE__{ref: Error.unwrap!(Native.pipeline_new())}

  @doc """
  Adds a stage, or raises `ArgumentError` with what is wrong with it and leaves the pipeline as it
  was.

      iex> a = Dala.Gpu.Compute.buffer([1.0], {1}, :f32)
      iex> stage = %{op: :run_kernel, kernel: :relu, inputs: [a], output: a, params: %{}}
      iex> pipeline = Dala.Gpu.Compute.Pipeline.new() |> Dala.Gpu.Compute.Pipeline.add(stage)
      iex> Dala.Gpu.Compute.Pipeline.stage_count(pipeline)
      1
  """
  @spec add(t(), map()) :: t()
  def add(%__MODULE__{ref: ref} = pipeline, spec) when is_map(spec) do
    command = Compute.command(spec)
    Error.unwrap!(Native.pipeline_add(ref, command, stage(spec)))
    %{pipeline | stages: stages(pipeline)}
  end

  @doc "Runs all stages and waits for their end."
  @spec run(t()) :: :ok | {:error, term()}
  def run(%__MODULE__{ref: ref}),
    do:
      Events.timed([:dala, :pipeline, :run], %{}, fn ->
        Waiting.ended(Native.pipeline_run(ref))
      end)

  @doc """
  Submits all stages as one command and returns its number; see `Dala.Gpu.Compute.submit/2` for
  the options.
  """
  @spec submit(t(), keyword()) :: Compute.command_id()
  def submit(%__MODULE__{ref: ref}, options \\ []) do
    options = Keyword.validate!(options, notify: nil, owner: self())
    [notify, owner] = Enum.map([:notify, :owner], &options[&1])
    Error.unwrap!(Native.pipeline_submit(ref, Queue.mine(), notify, owner))
  end

  @doc "How many stages there are."
  @spec stage_count(t()) :: non_neg_integer()
  def stage_count(pipeline), do: length(stages(pipeline))

  @doc "The stages, in their order, with references in the place of buffers."
  @spec stages(t()) :: [stage()]
  def stages(%__MODULE__{ref: ref}), do: Native.pipeline_stages(ref)

  @doc "The plan as text: which stages became one kernel, what runs them, and how long it took."
  @spec explain(t()) :: {:ok, String.t()} | {:error, term()}
  def explain(%__MODULE__{ref: ref}), do: Native.pipeline_explain(ref)

  @doc "Gives the plan's memory back; the stages stay."
  @spec free(t()) :: :ok
  def free(%__MODULE__{ref: ref}), do: Native.pipeline_free(ref)

  defp stage(spec) do
    %{
      op: spec.op,
      kernel: spec[:kernel],
      inputs: Enum.map(spec[:inputs] || [], &Buffer.ref/1),
      output: spec[:output] && Buffer.ref(spec.output),
      params: spec[:params] || %{}
    }
  end
end
