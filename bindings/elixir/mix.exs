defmodule Dala.MixProject do
  use Mix.Project

  def project do
    [
      app: :dala,
      version: "0.1.0",
      elixir: "~> 1.14",
      compilers: [:dala_nif | Mix.compilers()],
      elixirc_paths: elixirc_paths(Mix.env()),
      start_permanent: Mix.env() == :prod,
      deps: []
    ]
  end

  def application do
    [extra_applications: [:logger], mod: {Dala.Application, []}]
  end

  defp elixirc_paths(:test), do: ["lib", "test/support"]
  defp elixirc_paths(_), do: ["lib"]
end

defmodule Mix.Tasks.Compile.DalaNif do
  @moduledoc """
  Builds the native library with CMake from the source tree this project lies in, and links it into
  the application's `priv` folder.

  `DALA_NIF` names a library that is built already; `DALA_BUILD_DIR` the folder to build in
  (`build/release` of the source tree otherwise).
  """
  use Mix.Task.Compiler

  @source Path.expand("../..", __DIR__)

  @impl Mix.Task.Compiler
  def run(_args) do
    with {:ok, library} <- library() do
      priv = Path.join(Mix.Project.app_path(), "priv")
      target = Path.join(priv, "dala_nif.so")
      File.mkdir_p!(priv)

      case File.read_link(target) do
        {:ok, ^library} ->
          {:noop, []}

        _ ->
          File.rm(target)
          File.ln_s!(library, target)
          {:ok, []}
      end
    end
  end

  defp library do
    case System.get_env("DALA_NIF") do
      nil -> build(System.get_env("DALA_BUILD_DIR") || Path.join(@source, "build/release"))
      file -> {:ok, Path.expand(file)}
    end
  end

  defp build(folder) do
    folder = Path.expand(folder)

    with :ok <- configure(folder),
         :ok <- cmake(["--build", folder, "--target", "dala_nif"]) do
      {:ok, Path.join(folder, "lib/dala_nif.so")}
    end
  end

  defp configure(folder) do
    if File.exists?(Path.join(folder, "build.ninja")),
      do: :ok,
      else: cmake(["-S", @source, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"])
  end

  defp cmake(arguments) do
    case System.cmd("cmake", arguments, stderr_to_stdout: true) do
      {_output, 0} ->
        :ok

      {output, _status} ->
        Mix.shell().error(output)

        {:error,
         [
           %Mix.Task.Compiler.Diagnostic{
             compiler_name: "dala_nif",
             file: Path.join(@source, "CMakeLists.txt"),
             message: "cmake #{Enum.join(arguments, " ")} failed",
             position: nil,
             severity: :error
           }
         ]}
    end
  end
end
