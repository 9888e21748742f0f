defmodule Dala.ML.Gpu.Inference do
  @moduledoc """
  A loaded model: tensors in, tensors out. `Dala.ML.Gpu` is the usual way to it.

  A model may be used by any number of processes. It goes with the last that has it.
  """
  alias Dala.Error
  alias Dala.Events
  alias Dala.Gpu.Compute.Buffer
  alias Dala.Gpu.Native

  @enforce_keys [:ref, :name, :task]
  defstruct [:ref, :name, :task, inputs: [], outputs: [], parameters: 0]

  @typedoc "`:task` is what it answers: `:classify`, `:detect`, `:faces`, `:pose`, `:segment` or `:none`."
  @type t :: %__MODULE__{
          ref: reference(),
          name: String.t(),
          task: atom(),
          inputs: [map()],
          outputs: [map()],
          parameters: non_neg_integer()
        }

  @doc "Loads a model; see `Dala.ML.Gpu.load_model/2`."
  @spec load(atom() | Path.t(), keyword()) :: {:ok, t()} | {:error, term()}
  def load(name_or_path, options \\ []) do
    [precision: precision] = Keyword.validate!(options, precision: :f32)

    with {:ok, ref} <- Native.model_load(to_string(name_or_path), precision),
         do: {:ok, struct!(__MODULE__, Map.put(Native.model_info(ref), :ref, ref))}
  end

  @doc """
  The output for a tensor, or the outputs in a list where the model has several. Models with several
  inputs take a list of them.
  """
  @spec predict(t(), Buffer.t() | [Buffer.t()]) ::
          {:ok, Buffer.t() | [Buffer.t()]} | {:error, term()}
  def predict(%__MODULE__{ref: ref, name: name}, inputs) do
    refs = inputs |> List.wrap() |> Enum.map(&Buffer.ref/1)

    result =
      Events.timed([:dala, :ml, :predict], %{model: name}, fn ->
        Native.model_predict(ref, refs)
      end)

    case result do
      {:ok, [output]} -> {:ok, Buffer.wrap(output)}
      {:ok, outputs} -> {:ok, Enum.map(outputs, &Buffer.wrap/1)}
      error -> error
    end
  end

  @doc "The largest values with their positions; see `Dala.ML.Gpu.top_k/2`."
  @spec top_k(Buffer.t(), keyword()) :: [{non_neg_integer(), float()}]
  def top_k(values, options \\ []) do
    [k: count] = Keyword.validate!(options, k: 5)
    Error.unwrap!(Native.top_k(Buffer.ref(values), count))
  end
end
