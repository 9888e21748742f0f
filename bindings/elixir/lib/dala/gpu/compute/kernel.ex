defmodule Dala.Gpu.Compute.Kernel do
  @moduledoc """
  Kernels of your own, in the kernel language (`docs/kernel-language.md`).

      iex> Dala.Gpu.Compute.Kernel.register(:times, \"\"\"
      ...>   fn input: Tensor<f32>, output: Tensor<f32>, params: Map {
      ...>     output[ABSOLUTE_POS] = input[ABSOLUTE_POS] * params.strength;
      ...>   }
      ...> \"\"\", inputs: 1, params: [:strength])
      :ok
      iex> a = Dala.Gpu.Compute.buffer([1.0, 2.0], {2}, :f32)
      iex> Dala.Gpu.Compute.run_kernel(:times, [a], a, %{strength: 0.5})
      iex> Dala.Gpu.Compute.read_list(a)
      [0.5, 1.0]

  ## In a module

  `use Dala.Gpu.Compute.Kernel` and `kernel :name, options do ... end` keep sources where they belong.
  Each becomes a function that takes inputs, output and parameters, and registers the kernel when it
  is first called:

      defmodule Looks do
        use Dala.Gpu.Compute.Kernel

        kernel :halve, params: [factor: 0.5] do
          \"\"\"
          fn input: Tensor<f32>, output: Tensor<f32>, params: Map {
            output[ABSOLUTE_POS] = input[ABSOLUTE_POS] * params.factor;
          }
          \"\"\"
        end
      end

      Looks.halve([input], output)
      Looks.halve([input], output, %{factor: 0.25})
  """
  alias Dala.Gpu.Native

  @type definition :: %{
          name: atom() | String.t(),
          source: String.t(),
          inputs: non_neg_integer(),
          params: keyword() | [atom()]
        }

  @doc """
  Registers a kernel under a name, or puts it in the place of the one it had.

  Options:

    * `:params` - its parameters. A name alone must be given with every call; with a default,
      `strength: 0.5`, it need not be. The default's type is the parameter's: a float, an integer or
      a boolean. Needed for sources with `params: Map`; others may give defaults.
    * `:inputs` - how many inputs it takes, checked against the source

  A source with mistakes is `{:error, reason}` that shows each in its place, and what was registered
  before stays.
  """
  @spec register(atom() | String.t(), String.t(), keyword()) :: :ok | {:error, term()}
  def register(name, source, options \\ []) when is_binary(source) and is_list(options) do
    options = Keyword.validate!(options, [:inputs, params: []])
    params = Enum.map(options[:params], &param/1)

    with {:ok, info} <- Native.kernel_check(source, params),
         :ok <- check_inputs(name, options[:inputs], info),
         {:ok, _} <- Native.kernel_register(name, source, params) do
      definition = %{
        name: name,
        source: source,
        inputs: length(info.inputs),
        params: options[:params]
      }

      :ets.insert(__MODULE__, {to_string(name), definition})
      :ok
    end
  end

  @doc """
  What was registered under a name.

      iex> Dala.Gpu.Compute.Kernel.lookup(:nothing_of_this_name)
      :error
  """
  @spec lookup(atom() | String.t()) :: {:ok, definition()} | :error
  def lookup(name) do
    case :ets.lookup(__MODULE__, to_string(name)) do
      [{_, definition}] -> {:ok, definition}
      [] -> :error
    end
  end

  @doc "The names of the kernels that were registered, in order."
  @spec list() :: [atom() | String.t()]
  def list, do: for({_, definition} <- Enum.sort(:ets.tab2list(__MODULE__)), do: definition.name)

  @doc "Takes all of them away again; commands on their way keep theirs."
  @spec clear_registry() :: :ok
  def clear_registry do
    for {name, _} <- :ets.tab2list(__MODULE__) do
      Native.kernel_remove(name)
      :ets.delete(__MODULE__, name)
    end

    :ok
  end

  @doc """
  What a source takes, without registering it, or its mistakes.

      iex> {:ok, info} = Dala.Gpu.Compute.Kernel.check(
      ...>   "fn twice(a: Tensor<f32>, b: &mut Tensor<f32>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS] * 2.0; }")
      iex> {info.inputs, info.outputs}
      {["a"], ["b"]}
  """
  @spec check(String.t(), keyword() | [atom()]) :: {:ok, map()} | {:error, term()}
  def check(source, params \\ []) when is_binary(source) and is_list(params),
    do: Native.kernel_check(source, Enum.map(params, &param/1))

  @doc false
  def create_table, do: :ets.new(__MODULE__, [:named_table, :public, read_concurrency: true])

  @doc false
  # Of the module's kernel, when its function is called.
  def run_defined(name, source, options, inputs, output, params) do
    with :ok <- ensure(name, source, options),
         do: Dala.Gpu.Compute.run_kernel(name, inputs, output, params)
  end

  defp ensure(name, source, options) do
    case lookup(name) do
      {:ok, %{source: ^source}} -> :ok
      _ -> register(name, source, options)
    end
  end

  defp param(name) when is_atom(name) or is_binary(name), do: {name, :number, nil}
  defp param({name, value}) when is_float(value), do: {name, :number, value}
  defp param({name, value}) when is_integer(value), do: {name, :integer, value}
  defp param({name, value}) when is_boolean(value), do: {name, :boolean, value}

  defp param(other) do
    raise ArgumentError,
          "a parameter is a name, or a name with a float, integer or boolean as its default; " <>
            "got: #{inspect(other)}"
  end

  defp check_inputs(_name, nil, _info), do: :ok
  defp check_inputs(_name, count, %{inputs: inputs}) when count == length(inputs), do: :ok

  defp check_inputs(name, count, %{inputs: inputs}) do
    {:error,
     %Dala.Error{
       code: :wrong_arity,
       message:
         "#{name} is registered with #{inspect(count)} inputs; its source has #{length(inputs)}"
     }}
  end

  @doc false
  defmacro __using__(_options) do
    quote do
      import Dala.Gpu.Compute.Kernel, only: [kernel: 2, kernel: 3]
      Module.register_attribute(__MODULE__, :dala_kernels, accumulate: true)
      @before_compile Dala.Gpu.Compute.Kernel
    end
  end

  @doc false
  defmacro __before_compile__(_env) do
    quote do
      @doc "The kernels of this module: `{name, source, options}`."
      @spec kernels() :: [{atom(), String.t(), keyword()}]
      def kernels, do: Enum.reverse(@dala_kernels)

      @doc "Registers the kernels of this module; the first call of each does so too."
      @spec register_kernels() :: :ok | {:error, term()}
      def register_kernels do
        Enum.reduce_while(kernels(), :ok, fn {name, source, options}, :ok ->
          case Dala.Gpu.Compute.Kernel.register(name, source, options) do
            :ok -> {:cont, :ok}
            error -> {:halt, error}
          end
        end)
      end
    end
  end

  @doc "Defines a kernel of a module; the block is its source. See the top of this page."
  defmacro kernel(name, options \\ [], do: body) do
    quote bind_quoted: [name: name, options: options, body: body] do
      @dala_kernels {name, body, options}
      @doc "Runs the kernel `#{name}`."
      @spec unquote(name)([Dala.Gpu.Compute.Buffer.t()], Dala.Gpu.Compute.Buffer.t(), map()) ::
              :ok | {:error, term()}
      def unquote(name)(inputs, output, params \\ %{}) do
        Dala.Gpu.Compute.Kernel.run_defined(
          unquote(name),
          unquote(body),
          unquote(Macro.escape(options)),
          inputs,
          output,
          params
        )
      end
    end
  end
end
