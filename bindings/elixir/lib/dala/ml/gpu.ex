defmodule Dala.ML.Gpu do
  @moduledoc """
  Models by name: load one, give it tensors or pictures, look at its answers.

      {:ok, model} = Dala.ML.Gpu.load_model(:mobilenet_v2)
      {:ok, logits} = Dala.ML.Gpu.predict(model, Dala.ML.preprocess(File.read!("dog.jpg")))
      Dala.ML.Gpu.top_k(logits, k: 5)
      {:ok, [%{label: label, score: score} | _]} = Dala.ML.Gpu.classify(model, File.read!("dog.jpg"))

  The files of models lie in the folder `DALA_MODELS`, or in `dala/models` of the user's data
  directory; see `docs/models.md`.
  """
  alias Dala.Error
  alias Dala.Gpu.Compute.Buffer
  alias Dala.Gpu.Native
  alias Dala.ML.Gpu.Inference

  # Those that this library was first made for, in the order in which people know them.
  @first [:mobilenet_v2, :yolo_v5, :blazeface, :posenet, :deeplab]

  @doc """
  The names of the models that are known, whether their files are there or not; those that were
  added to the store come last.

      iex> Enum.take(Dala.ML.Gpu.available_models(), 5)
      [:mobilenet_v2, :yolo_v5, :blazeface, :posenet, :deeplab]
  """
  @spec available_models() :: [atom()]
  def available_models do
    known = Native.models() |> Error.unwrap!() |> Enum.map(&String.to_atom/1)
    Enum.filter(@first, &(&1 in known)) ++ Enum.sort(known -- @first)
  end

  @doc """
  Loads a model by its name, or an `.onnx` file by its path. Options: `:precision`, what products
  are multiplied in: `:f32`, or on CUDA `:tf32` or `:f16`, which are faster and less exact.

      iex> {:error, error} = Dala.ML.Gpu.load_model(:no_such_model)
      iex> error.message =~ "no model is called"
      true
  """
  @spec load_model(atom() | Path.t(), keyword()) :: {:ok, Inference.t()} | {:error, term()}
  defdelegate load_model(name_or_path, options \\ []), to: Inference, as: :load

  @doc "The model's output for a tensor; see `Dala.ML.Gpu.Inference.predict/2`."
  @spec predict(Inference.t(), Buffer.t() | [Buffer.t()]) ::
          {:ok, Buffer.t() | [Buffer.t()]} | {:error, term()}
  defdelegate predict(model, input), to: Inference

  @doc """
  The largest values of a buffer with their positions, the largest first. Options: `:k` (5).

      iex> scores = Dala.Gpu.Compute.buffer([0.1, 0.7, 0.2], {3}, :f64)
      iex> [{1, _}, {2, _}] = Dala.ML.Gpu.top_k(scores, k: 2)
      iex> Enum.map(Dala.ML.Gpu.top_k(scores), &elem(&1, 0))
      [1, 2, 0]
  """
  @spec top_k(Buffer.t(), keyword()) :: [{non_neg_integer(), float()}]
  defdelegate top_k(values, options \\ []), to: Inference

  @doc "What a picture shows: the best classes with label and score. Options: `:k` (5)."
  @spec classify(Inference.t(), Dala.ML.picture(), keyword()) ::
          {:ok, [map()]} | {:error, term()}
  def classify(%Inference{ref: ref}, picture, options \\ []) do
    [k: count] = Keyword.validate!(options, k: 5)
    Native.model_classify(ref, Dala.ML.seen(picture), count)
  end

  @doc "What is where: label, score and `{x0, y0, x1, y1}` in pixels of the picture."
  @spec detect(Inference.t(), Dala.ML.picture()) :: {:ok, [map()]} | {:error, term()}
  def detect(%Inference{ref: ref}, picture), do: Native.model_detect(ref, Dala.ML.seen(picture))

  @doc "Faces: score, box and points."
  @spec faces(Inference.t(), Dala.ML.picture()) :: {:ok, [map()]} | {:error, term()}
  def faces(%Inference{ref: ref}, picture), do: Native.model_faces(ref, Dala.ML.seen(picture))

  @doc "How the person in the picture stands: score and points with label, score and `{x, y}`."
  @spec pose(Inference.t(), Dala.ML.picture()) :: {:ok, map()} | {:error, term()}
  def pose(%Inference{ref: ref}, picture), do: Native.model_pose(ref, Dala.ML.seen(picture))

  @doc "A class for each pixel of a map that is stretched over the picture, and which there are."
  @spec segment(Inference.t(), Dala.ML.picture()) :: {:ok, map()} | {:error, term()}
  def segment(%Inference{ref: ref}, picture), do: Native.model_segment(ref, Dala.ML.seen(picture))

  @doc """
  Where a class is, as a buffer that stays on the device: 255 there and 0 elsewhere, as the filters
  `:background_blur` and `:background_replace` take it.
  """
  @spec segment_mask(Inference.t(), Dala.ML.picture(), non_neg_integer()) ::
          {:ok, Buffer.t()} | {:error, term()}
  def segment_mask(%Inference{ref: ref}, picture, class) do
    with {:ok, mask} <- Native.model_mask(ref, Dala.ML.seen(picture), class),
         do: {:ok, Buffer.wrap(mask)}
  end
end
