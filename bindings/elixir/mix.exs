defmodule Dala.MixProject do
  use Mix.Project

  def project do
    [
      app: :dala,
      version: version(),
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

  # The project's one number: `cmake --install` puts it here, a source tree has it in CMakeLists.txt.
  defp version do
    case File.read(Path.join(__DIR__, "VERSION")) do
      {:ok, version} ->
        String.trim(version)

      {:error, :enoent} ->
        project = File.read!(Path.expand("../../CMakeLists.txt", __DIR__))
        [_, version] = Regex.run(~r/^project\(dala VERSION ([0-9.]+)/m, project)
        version
    end
  end

  defp elixirc_paths(:test), do: ["lib", "test/support"]
  defp elixirc_paths(_), do: ["lib"]
end

defmodule Mix.Tasks.Compile.DalaNif do
  @moduledoc """
  Puts the native library into the application's `priv` folder, with everything of this project that
  it loads: copies that find each other there, so that a release runs without what they are of.

  `DALA_NIF` names a library that is there already. Without it an installed package takes the one it
  was installed with, and a source tree builds it with CMake, in the folder `DALA_BUILD_DIR`
  (`build/release` of the source tree otherwise).
  """
  use Mix.Task.Compiler

  @source Path.expand("../..", __DIR__)
  # Written by `cmake --install`: where the library is, seen from here.
  @installed Path.join(__DIR__, "native_library")
  # What libdala loads when something first needs it; a build may have left some out.
  @parts ["libdala-jit.so", "libdala-video.so", "libdala-text.so"]

  @impl Mix.Task.Compiler
  def run(_args) do
    with {:ok, library} <- library() do
      priv = Path.join(Mix.Project.app_path(), "priv")
      File.mkdir_p!(priv)
      wanted = Map.new(files(library), &{Path.join(priv, Path.basename(&1)), &1})
      old = Path.wildcard(Path.join(priv, "{dala_nif.so,libdala*}")) -- Map.keys(wanted)
      Enum.each(old, &File.rm!/1)
      changed = Enum.reject(wanted, fn {target, file} -> same?(target, file) end)
      Enum.each(changed, fn {target, file} -> replace(target, file) end)
      {if(changed == [] and old == [], do: :noop, else: :ok), []}
    end
  end

  # The library, libdala under the name it asks for, and the parts, all from one folder.
  defp files(library) do
    folder = Path.dirname(library)
    [needed] = Regex.run(~r/libdala\.so[.0-9]*/, File.read!(library))
    libdala = Path.join(folder, needed)
    unless File.regular?(libdala), do: Mix.raise("#{library} needs #{needed} beside it")

    [
      library,
      libdala | @parts |> Enum.map(&Path.join(folder, &1)) |> Enum.filter(&File.exists?/1)
    ]
  end

  defp same?(target, file),
    do:
      match?({:ok, %{type: :regular}}, File.lstat(target)) and
        File.read!(target) == File.read!(file)

  # Under another name first: the old one may be in use by a running system.
  defp replace(target, file) do
    File.cp!(file, target <> ".new")
    File.rename!(target <> ".new", target)
  end

  defp library do
    cond do
      file = System.get_env("DALA_NIF") -> {:ok, given("DALA_NIF=#{file}", Path.expand(file))}
      File.exists?(@installed) -> {:ok, given(@installed, installed())}
      true -> build(System.get_env("DALA_BUILD_DIR") || Path.join(@source, "build/release"))
    end
  end

  defp installed, do: Path.expand(String.trim(File.read!(@installed)), __DIR__)

  # Looks at the file now: a bad one would first be noticed when the application starts.
  defp given(source, file) do
    case File.read(file) do
      {:ok, <<0x7F, "ELF", _::binary>> = content} ->
        if String.contains?(content, "Elixir.Dala.Gpu.Native") do
          file
        else
          Mix.raise("#{source}: #{file} is not dala_nif.so, the native library of this package")
        end

      {:ok, _} ->
        Mix.raise("#{source}: #{file} is no shared library; dala_nif.so is wanted")

      {:error, reason} ->
        Mix.raise(
          "#{source}: #{file} cannot be read (#{:file.format_error(reason)}); it is the path of " <>
            "dala_nif.so, as CMake builds or installs it"
        )
    end
  end

  defp build(folder) do
    folder = Path.expand(folder)

    unless System.find_executable("cmake") do
      Mix.raise(
        "the native library is built with cmake, which is not installed; DALA_NIF may name one " <>
          "that is built already"
      )
    end

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
