defmodule Dala.MixTest do
  use ExUnit.Case, async: false

  # The native library as it comes into the application, and what is said of one that cannot.
  @moduletag :tmp_dir

  defp priv, do: Application.app_dir(:dala, "priv")

  defp compile(library, folder) do
    environment = [{"DALA_NIF", library}, {"MIX_BUILD_PATH", Path.join(folder, "mix")}]
    System.cmd("mix", ["compile"], env: environment, stderr_to_stdout: true)
  end

  test "all that it loads lies beside it, as files of their own" do
    files = File.ls!(priv())
    assert "dala_nif.so" in files and Enum.any?(files, &String.starts_with?(&1, "libdala.so."))
    for file <- files, do: assert(%{type: :regular} = File.lstat!(Path.join(priv(), file)))
  end

  test "the application's version is the native library's" do
    assert to_string(Application.spec(:dala, :vsn)) == Dala.Gpu.Compute.version()
  end

  test "one that is not there, or no such library, is an error of the compiler", %{
    tmp_dir: folder
  } do
    text = Path.join(folder, "text.so")
    File.write!(text, "no library")
    alone = Path.join(folder, "dala_nif.so")
    File.cp!(Path.join(priv(), "dala_nif.so"), alone)
    [other] = Path.wildcard(Path.join(priv(), "libdala.so.*"))

    for {library, reason} <- [
          {"/nope", "DALA_NIF=/nope: /nope cannot be read (no such file or directory)"},
          {folder, "cannot be read (illegal operation on a directory)"},
          {text, "text.so is no shared library"},
          {other, "is not dala_nif.so"},
          {alone, "dala_nif.so needs #{Path.basename(other)} beside it"}
        ] do
      assert {said, 1} = compile(library, folder)
      assert said =~ reason
    end

    assert {_, 0} = compile(Path.join(priv(), "dala_nif.so"), folder)
    # A bad one takes nothing away.
    assert {_, 1} = compile("/nope", folder)
    copies = Path.join(folder, "mix/lib/dala/priv")
    assert Enum.sort(File.ls!(copies)) == Enum.sort(File.ls!(priv()))
  end
end
