defmodule Program do
  @moduledoc false
  # What a program does in a release: something with every part of the native library. Compiled by
  # run-installed-tests, and not with the tests.

  def check do
    {:ok, _} = Application.ensure_all_started(:dala)
    priv = Application.app_dir(:dala, "priv")
    kernels()
    if part?(priv, "text"), do: text()
    if part?(priv, "video"), do: video()
    if part?(priv, "jit"), do: native_code()
    from_one_folder(priv)
    IO.puts("a release of its own: #{Enum.join(Enum.sort(File.ls!(priv)), ", ")}")
  end

  defp part?(priv, name), do: File.exists?(Path.join(priv, "libdala-#{name}.so"))

  defp kernels do
    a = Dala.Gpu.Compute.buffer([1.0, 2.0], {2}, :f32)
    :ok = Dala.Gpu.Compute.add(a, a, a)
    [2.0, 4.0] = Dala.Gpu.Compute.read_list(a)
  end

  defp native_code do
    {:ok, frames} = Dala.Media.Gpu.start_pipeline(64, 48)
    {:ok, plan} = Dala.Media.Gpu.explain(frames, [:sharpen])
    true = plan =~ "by jit" or raise("no native code: #{plan}")
  end

  defp text do
    {:ok, scene} = Dala.Media.Scene.new(64, 64)
    {:ok, _} = Dala.Media.Scene.add_text(scene, text: "Dala", font_size: 32, color: :white)
    {:ok, :rendered} = Dala.Media.Scene.render(scene)
    true = :binary.match(Dala.Media.Scene.pixels(scene), <<255, 255, 255, 255>>) != :nomatch
  end

  # Without the part the file would not be looked at.
  defp video do
    {:error, %{code: :io}} = Dala.Media.Gpu.transcode("/nope.mp4", "/tmp/nope.mp4", [:invert])
  end

  # Whatever of the library is in memory is the release's own.
  defp from_one_folder(priv) do
    mapped = Regex.scan(~r{/\S*(?:libdala|dala_nif)\S*}, File.read!("/proc/self/maps"))
    [^priv] = mapped |> List.flatten() |> Enum.map(&Path.dirname/1) |> Enum.uniq()
  end
end
