defmodule Dala.Gpu.Compute do
  @moduledoc """
  Buffers, kernels, commands and pipelines on the device of this node.

      iex> a = Dala.Gpu.Compute.buffer([1.0, 2.0, 3.0], {3}, :f32)
      iex> b = Dala.Gpu.Compute.buffer([4.0, 5.0, 6.0], {3}, :f32)
      iex> c = Dala.Gpu.Compute.buffer_zeros({3}, :f32)
      iex> Dala.Gpu.Compute.add(a, b, c)
      :ok
      iex> Dala.Gpu.Compute.read_list(c)
      [5.0, 7.0, 9.0]

  Kernels go by name, an atom or a string: those of the library (`kernels/0`), those registered with
  `Dala.Gpu.Compute.Kernel`, filters (`:blur`, see `Dala.Media.Gpu.filters/0`), `:preprocess`, and
  models (`:mobilenet_v2`), which are loaded when they are first named.

  Functions that run something return `:ok` or `{:error, %Dala.Error{}}`. Arguments of another kind
  than they must be, and buffers that cannot be, raise `ArgumentError`. Nothing here keeps a
  scheduler waiting: work is done on dirty schedulers and on threads of the library.
  """
  alias Dala.Error
  alias Dala.Events
  alias Dala.Gpu.Compute.{Buffer, NxBridge, Pipeline, Queue, Waiting}
  alias Dala.Gpu.Native

  @type command_id :: non_neg_integer()

  # --- buffers ---

  @doc """
  Makes a buffer of the numbers in a list, in row-major order.

  Types are `:f32`, `:f64`, `:s32`, `:s64`, `:u32`, `:u8`, `:s8`, `:u16`, `:s16`, `:f16`, `:bf16`
  and `:bool`, or the same as Nx has them, `{:f, 32}`. Floats also take `:nan`, `:infinity` and `:neg_infinity`; elements
  of `:bool` are `true` and `false`, or numbers, of which all but 0 are true.

      iex> buf = Dala.Gpu.Compute.buffer([1, 2, 3, 4], {2, 2}, :s32)
      iex> Dala.Gpu.Compute.read_list(buf)
      [1, 2, 3, 4]
      iex> Dala.Gpu.Compute.buffer([1, 2, 3], {2, 2}, :s32)
      ** (ArgumentError) 12 bytes were given; shape {2, 2} of s32 has 16
  """
  @spec buffer(list(), tuple(), Buffer.dtype() | Buffer.nx_type()) :: Buffer.t()
  def buffer(values, shape, dtype) when is_list(values) and is_tuple(shape) do
    dtype = Buffer.dtype!(dtype)
    wrap(Native.buffer(values, shape, dtype), shape, dtype)
  end

  @doc """
  Makes a buffer of bytes, such as those of a picture: numbers in the machine's own order, which is
  little endian wherever this library runs.

      iex> buf = Dala.Gpu.Compute.buffer_from_binary(<<0, 1, 2, 255>>, {1, 1, 4}, :u8)
      iex> Dala.Gpu.Compute.read_list(buf)
      [0, 1, 2, 255]
  """
  @spec buffer_from_binary(binary(), tuple(), Buffer.dtype() | Buffer.nx_type()) :: Buffer.t()
  def buffer_from_binary(binary, shape, dtype) when is_binary(binary) and is_tuple(shape) do
    dtype = Buffer.dtype!(dtype)
    wrap(Native.buffer_from_binary(binary, shape, dtype), shape, dtype)
  end

  @doc "The same as `buffer_from_binary/3`, and the other way of `to_binary/1`."
  @spec from_binary(binary(), tuple(), Buffer.dtype() | Buffer.nx_type()) :: Buffer.t()
  def from_binary(binary, shape, dtype), do: buffer_from_binary(binary, shape, dtype)

  @doc """
  Makes a buffer in which every element is zero.

      iex> Dala.Gpu.Compute.read(Dala.Gpu.Compute.buffer_zeros({3}, :u8))
      <<0, 0, 0>>
  """
  @spec buffer_zeros(tuple(), Buffer.dtype() | Buffer.nx_type()) :: Buffer.t()
  def buffer_zeros(shape, dtype) when is_tuple(shape) do
    dtype = Buffer.dtype!(dtype)
    wrap(Native.buffer_zeros(shape, dtype), shape, dtype)
  end

  defp wrap(made, shape, dtype),
    do: %Buffer{ref: Error.unwrap!(made), shape: shape, dtype: dtype}

  @doc "The dimensions, outermost first."
  @spec shape(Buffer.t()) :: tuple()
  def shape(buffer), do: Native.buffer_shape(Buffer.ref(buffer))

  @doc "The type of the elements."
  @spec dtype(Buffer.t()) :: atom()
  def dtype(buffer), do: Native.buffer_dtype(Buffer.ref(buffer))

  @doc """
  How many bytes the elements take.

      iex> Dala.Gpu.Compute.size(Dala.Gpu.Compute.buffer_zeros({640, 480, 4}, :u8))
      1228800
  """
  @spec size(Buffer.t()) :: non_neg_integer()
  def size(buffer), do: Native.buffer_size(Buffer.ref(buffer))

  @doc """
  The contents as a binary, after every command before this one that writes the buffer.

      iex> buf = Dala.Gpu.Compute.buffer([5.0, 7.0], {2}, :f32)
      iex> Dala.Gpu.Compute.read(buf)
      <<5.0::float-little-32, 7.0::float-little-32>>
  """
  @spec read(Buffer.t()) :: binary()
  def read(buffer), do: Error.unwrap!(Native.buffer_read(Buffer.ref(buffer)))

  @doc """
  The same as `read/1`: the device writes straight into the memory of the new binary.

  A binary never changes and a buffer does, so this one copy is what there must be.
  """
  @spec read_binary(Buffer.t()) :: binary()
  def read_binary(buffer), do: read(buffer)

  @doc "The same as `read/1`, and the other way of `from_binary/3`."
  @spec to_binary(Buffer.t()) :: binary()
  def to_binary(buffer), do: read(buffer)

  @doc """
  The contents as a flat list of numbers. What is no number becomes `:nan`, `:infinity` or
  `:neg_infinity`.

      iex> Dala.Gpu.Compute.read_list(Dala.Gpu.Compute.buffer([1.5, :infinity], {2}, :f64))
      [1.5, :infinity]
  """
  @spec read_list(Buffer.t()) :: list()
  def read_list(buffer), do: Error.unwrap!(Native.buffer_read_list(Buffer.ref(buffer)))

  @doc """
  Other contents for a buffer that exists; the binary must have its size.

      iex> buf = Dala.Gpu.Compute.buffer_zeros({2}, :u8)
      iex> Dala.Gpu.Compute.write(buf, <<7, 8>>)
      iex> Dala.Gpu.Compute.read(buf)
      <<7, 8>>
  """
  @spec write(Buffer.t(), binary()) :: :ok | {:error, term()}
  def write(buffer, binary) when is_binary(binary),
    do: Native.buffer_write(Buffer.ref(buffer), binary)

  @doc """
  Gives the memory back now. Commands on their way keep what they need; every later use is an error.

      iex> buf = Dala.Gpu.Compute.buffer_zeros({4}, :f32)
      iex> Dala.Gpu.Compute.free(buf)
      :ok
      iex> Dala.Gpu.Compute.read(buf)
      ** (ArgumentError) the buffer has been freed
  """
  @spec free(Buffer.t()) :: :ok
  def free(buffer), do: Native.buffer_free(Buffer.ref(buffer))

  @doc "Frees each of them."
  @spec free_many([Buffer.t()]) :: :ok
  def free_many(buffers) when is_list(buffers), do: Enum.each(buffers, &free/1)

  # --- Nx ---

  @doc """
  A buffer with the contents, shape and type of an Nx tensor.

  Nx is not part of this package; without it this raises `Dala.Error` with the code `:unsupported`.
  """
  @spec from_nx(term()) :: Buffer.t()
  defdelegate from_nx(tensor), to: NxBridge

  @doc """
  An Nx tensor of this shape with the contents of the buffer, which it shares no memory with. `dtype`
  is that of the buffer, as `:f32` or `{:f, 32}`; another is an `ArgumentError`. Needs Nx, as
  `from_nx/1` does.
  """
  @spec to_nx(Buffer.t(), tuple(), Buffer.dtype() | Buffer.nx_type()) :: term()
  defdelegate to_nx(buffer, shape, dtype), to: NxBridge

  # --- kernels ---

  @doc """
  Runs a kernel and waits for its end. It is cancelled when the calling process is ended meanwhile.

      iex> a = Dala.Gpu.Compute.buffer([-1.0, 2.0], {2}, :f32)
      iex> Dala.Gpu.Compute.run_kernel(:relu, [a], a, %{slope: 0.5})
      :ok
      iex> Dala.Gpu.Compute.read_list(a)
      [-0.5, 2.0]
      iex> {:error, error} = Dala.Gpu.Compute.run_kernel(:relo, [a], a, %{})
      iex> error.code
      :unknown_kernel
  """
  @spec run_kernel(atom() | String.t(), [Buffer.t()], Buffer.t(), map()) :: :ok | {:error, term()}
  def run_kernel(kernel, inputs, output, params) do
    command = command(:run_kernel, kernel, inputs, output, params)
    Events.timed([:dala, :compute, :run], %{kernel: kernel}, fn -> run_command(command) end)
  end

  @doc """
  Runs a kernel into a new buffer, whose shape and type follow from the inputs and parameters.

  Where the kernel leaves them open, `:dtype` and `:shape` say them. For kernels with one output that
  `kernels/0` lists or that were registered; filters need `run_kernel/4`.

      iex> a = Dala.Gpu.Compute.buffer([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], {2, 3}, :f32)
      iex> {:ok, sums} = Dala.Gpu.Compute.run(:sum, [a], %{axis: 1})
      iex> Dala.Gpu.Compute.read_list(sums)
      [6.0, 15.0]
      iex> {:ok, bytes} = Dala.Gpu.Compute.run(:cast, [sums], %{}, dtype: :u8)
      iex> Dala.Gpu.Compute.read(bytes)
      <<6, 15>>
      iex> {:error, error} = Dala.Gpu.Compute.run(:cast, [sums])
      iex> error.code
      :cannot_infer
  """
  @spec run(atom() | String.t(), [Buffer.t()], map(), keyword()) ::
          {:ok, Buffer.t()} | {:error, term()}
  def run(kernel, inputs, params \\ %{}, options \\ []) do
    options = Keyword.validate!(options, [:dtype, :shape])
    dtype = options[:dtype] && Buffer.dtype!(options[:dtype])
    command = command(:run_kernel, kernel, inputs, [], params)

    with {:ok, [{shape, dtype} | more]} <- Native.infer(command, dtype, options[:shape]),
         :ok <- one_output(kernel, more),
         {:ok, ref} <- Native.buffer_zeros(shape, dtype),
         output = %Buffer{ref: ref, shape: shape, dtype: dtype},
         :ok <- run_kernel(kernel, inputs, output, params),
         do: {:ok, output}
  end

  defp one_output(_kernel, []), do: :ok

  defp one_output(kernel, more) do
    message = "#{kernel} has #{1 + length(more)} outputs; pass them in a command"
    {:error, %Error{code: :wrong_arity, message: message}}
  end

  # A few numbers are added sooner than a dirty scheduler is woken.
  defp run_command(command) do
    case Native.run_small(command) do
      :busy -> Waiting.ended(Native.run(command))
      result -> result
    end
  end

  @doc """
  Submits a kernel and waits for its end; other commands may run in between, where `run_kernel/4`
  works on the calling thread.
  """
  @spec run_kernel_async(atom() | String.t(), [Buffer.t()], Buffer.t(), map()) ::
          :ok | {:error, term()}
  def run_kernel_async(kernel, inputs, output, params) do
    command = command(:run_kernel, kernel, inputs, output, params)
    with {:ok, id} <- Native.submit(command, Queue.mine(), nil, self()), do: wait(id)
  end

  @doc """
  Runs a kernel and shows its output, `u8` of `{height, width, 4}`, on a surface: one copy into its
  frame, which is presented.

      iex> {:ok, surface} = Dala.Gpu.create_surface(8, 8)
      iex> output = Dala.Gpu.Compute.buffer_zeros({8, 8, 4}, :u8)
      iex> Dala.Gpu.Compute.run_to_surface(:generate_gradient, [], output, surface, %{})
      :ok
      iex> Dala.Gpu.shown_pixels(surface) == Dala.Gpu.Compute.read(output)
      true
  """
  @spec run_to_surface(atom() | String.t(), [Buffer.t()], Buffer.t(), pid(), map()) ::
          :ok | {:error, term()}
  def run_to_surface(kernel, inputs, output, surface, params) do
    with :ok <- run_kernel(kernel, inputs, output, params),
         :ok <- Dala.Gpu.set_pixels(surface, output),
         do: Dala.Gpu.present(surface)
  end

  @doc "output = a + b, for each element; shapes broadcast as numpy's do."
  @spec add(Buffer.t(), Buffer.t(), Buffer.t()) :: :ok | {:error, term()}
  def add(a, b, output), do: run_kernel(:elementwise_add, [a, b], output, %{})

  @doc "output = a * b, for each element; shapes broadcast as numpy's do."
  @spec multiply(Buffer.t(), Buffer.t(), Buffer.t()) :: :ok | {:error, term()}
  def multiply(a, b, output), do: run_kernel(:elementwise_mul, [a, b], output, %{})

  @doc "output = input * scalar."
  @spec scale(Buffer.t(), number(), Buffer.t()) :: :ok | {:error, term()}
  def scale(input, scalar, output) when is_number(scalar),
    do: run_kernel(:scalar_mul, [input], output, %{scalar: scalar})

  @doc "output = the larger of 0 and the input."
  @spec relu(Buffer.t(), Buffer.t()) :: :ok | {:error, term()}
  def relu(input, output), do: run_kernel(:relu, [input], output, %{})

  @doc """
  The product of two matrices: `{m, k}` and `{k, n}` give `{m, n}`.

      iex> a = Dala.Gpu.Compute.buffer([1, 2, 3, 4], {2, 2}, :f32)
      iex> c = Dala.Gpu.Compute.buffer_zeros({2, 2}, :f32)
      iex> Dala.Gpu.Compute.matmul(a, a, c)
      iex> Dala.Gpu.Compute.read_list(c)
      [7.0, 10.0, 15.0, 22.0]
  """
  @spec matmul(Buffer.t(), Buffer.t(), Buffer.t()) :: :ok | {:error, term()}
  def matmul(a, b, output), do: run_kernel(:matmul, [a, b], output, %{})

  @doc "What is known of every kernel: name, family, summary, inputs, outputs, parameters."
  @spec kernels() :: [map()]
  def kernels, do: Error.unwrap!(Native.kernels())

  # --- commands ---

  @doc """
  Submits a command and returns its number at once; `poll/1` and `wait/1` ask about it. The commands
  of one process run in the order it submitted them; those of others only where they use the same
  buffers.

  A command is a map: `:op` (`:run_kernel`, `:copy_buffer` or `:barrier`), `:kernel`, `:inputs`,
  `:output` and `:params`. Buffers are given as such or by their `ref`.

  Options:

    * `:notify` - a process that gets `{:dala_command, id, :completed}` or
      `{:dala_command, id, {:error, reason}}` when the command has ended
    * `:owner` - the process that the command is for, the calling one if it is not given: when that
      ends first, the command is cancelled. With `nil` it is for nobody, and goes on.

      iex> a = Dala.Gpu.Compute.buffer([-1.0, 2.0], {2}, :f32)
      iex> spec = %{op: :run_kernel, kernel: "relu", inputs: [a.ref], output: a.ref, params: %{}}
      iex> id = Dala.Gpu.Compute.submit(spec, notify: self())
      iex> receive do {:dala_command, ^id, result} -> result end
      :completed
  """
  @spec submit(map(), keyword()) :: command_id()
  def submit(spec, options \\ []) when is_map(spec) and is_list(options) do
    options = Keyword.validate!(options, notify: nil, owner: self())
    [notify, owner] = Enum.map([:notify, :owner], &options[&1])
    Error.unwrap!(Native.submit(command(spec), Queue.mine(), notify, owner))
  end

  @doc """
  Cancels a command: one that has not begun never will, and one that runs is told to stop. It then
  fails with the code `:cancelled`, and what it should have written is damaged until it is written
  again. `{:ok, false}`: it had ended before.

      iex> {:error, error} = Dala.Gpu.Compute.cancel(1_000_000_000)
      iex> error.code
      :unknown_command
  """
  @spec cancel(command_id()) :: {:ok, boolean()} | {:error, term()}
  def cancel(id), do: Native.cancel(id)

  @doc """
  How a command stands: `:pending`, `:completed`, or the error it ended with.

      iex> {:error, error} = Dala.Gpu.Compute.poll(1_000_000_000)
      iex> error.code
      :unknown_command
  """
  @spec poll(command_id()) :: :pending | :completed | {:error, term()}
  def poll(id), do: Native.poll(id)

  @doc "Waits until the command has ended, and says how."
  @spec wait(command_id()) :: :ok | {:error, term()}
  def wait(id), do: Waiting.wait(id)

  @doc "The same for at most so many milliseconds; `{:error, reason}` with `:timeout` after that."
  @spec wait(command_id(), non_neg_integer()) :: :ok | {:error, term()}
  def wait(id, milliseconds), do: Waiting.wait(id, milliseconds)

  @doc "What would run for a command, and which other implementations rejected it and why."
  @spec explain(map()) :: {:ok, String.t()} | {:error, term()}
  def explain(spec) when is_map(spec), do: Native.explain(command(spec))

  # --- pipelines ---

  @doc """
  A new pipeline without stages.

      iex> a = Dala.Gpu.Compute.buffer([1.0, -2.0], {2}, :f32)
      iex> b = Dala.Gpu.Compute.buffer_zeros({2}, :f32)
      iex> pipeline = Dala.Gpu.Compute.pipeline()
      iex> Dala.Gpu.Compute.pipeline_add(pipeline, %{
      ...>   op: :run_kernel, kernel: :relu, inputs: [a], output: b, params: %{}})
      iex> Dala.Gpu.Compute.pipeline_run(pipeline)
      :ok
      iex> Dala.Gpu.Compute.read_list(b)
      [1.0, 0.0]
  """
  @spec pipeline() :: Pipeline.t()
  def pipeline, do: Pipeline.new()

  @doc "Adds a stage to a pipeline, which is the same one for everybody who has it."
  @spec pipeline_add(Pipeline.t(), map()) :: Pipeline.t()
  def pipeline_add(pipeline, stage), do: Pipeline.add(pipeline, stage)

  @doc "Runs all stages of a pipeline, as one command."
  @spec pipeline_run(Pipeline.t()) :: :ok | {:error, term()}
  def pipeline_run(pipeline), do: Pipeline.run(pipeline)

  @doc "Gives back what a pipeline holds to be run; its stages stay."
  @spec free_pipeline(Pipeline.t()) :: :ok
  def free_pipeline(pipeline), do: Pipeline.free(pipeline)

  # --- the device ---

  @doc """
  What the device says of itself: its `:name`, whether it is a `:gpu`, the `:version` of the library,
  and more.

      iex> %{name: name, gpu: gpu, version: _} = Dala.Gpu.Compute.device_info()
      iex> is_binary(name) and is_boolean(gpu)
      true
  """
  @spec device_info() :: map()
  def device_info, do: Error.unwrap!(Native.device_info())

  @doc "Whether kernels run on a GPU, and not on the CPU or a driver that runs on it."
  @spec gpu?() :: boolean()
  def gpu? do
    info = device_info()
    info.gpu and not info.software
  end

  @doc "The version of the native library."
  @spec version() :: String.t()
  def version, do: Native.library_version()

  # --- commands as the native side takes them ---

  @doc false
  def command(%{op: op} = spec) do
    case Map.keys(spec) -- [:op, :kernel, :inputs, :output, :outputs, :params] do
      [] -> :ok
      unknown -> raise ArgumentError, "a command has no #{inspect(unknown)}: #{inspect(spec)}"
    end

    outputs = Map.get(spec, :outputs) || Map.get(spec, :output) || []
    command(op, Map.get(spec, :kernel), Map.get(spec, :inputs, []), outputs, spec[:params] || %{})
  end

  def command(spec), do: raise(ArgumentError, "a command must have an :op: #{inspect(spec)}")

  defp command(op, kernel, inputs, outputs, params) when is_list(inputs) and is_map(params),
    do: {op, kernel, Enum.map(inputs, &Buffer.ref/1), output_refs(outputs), params}

  defp command(_op, _kernel, inputs, _outputs, params) do
    raise ArgumentError,
          "inputs must be a list and params a map: #{inspect(inputs)}, #{inspect(params)}"
  end

  defp output_refs(outputs) when is_list(outputs), do: Enum.map(outputs, &Buffer.ref/1)
  defp output_refs(output), do: [Buffer.ref(output)]
end
