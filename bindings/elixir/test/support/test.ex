defmodule Dala.Test do
  @moduledoc false
  # What several tests need: where things are, other nodes, numbers of the operating system.

  @root Path.expand("../../../..", __DIR__)

  # Test data lies beside the project; what is not there is skipped.
  def seeds_folder, do: existing(Path.join(@root, "../shared/seeds"))

  def models_folder,
    do: System.get_env("DALA_MODELS") || existing(Path.join(@root, "../shared/models"))

  defp existing(folder), do: if(File.dir?(folder), do: Path.expand(folder))

  def gles? do
    {:ok, peer} = start_peer("gles")
    match?(%{id: "gles"}, :peer.call(peer, Dala.Gpu.Compute, :device_info, [], 60_000))
  catch
    _kind, _reason -> false
  end

  # Another VM with this application, on a device of its own; it ends with the calling process.
  def start_peer(device) do
    {:ok, peer, _node} =
      :peer.start_link(%{
        connection: :standard_io,
        args: code_paths(),
        env: [{'DALA_DEVICE', to_charlist(device)}]
      })

    {:ok, _} = :peer.call(peer, Application, :ensure_all_started, [:dala], 60_000)
    {:ok, peer}
  end

  # The same as a node that is connected to this one.
  def start_node(name) do
    ensure_distributed()

    {:ok, peer, node} =
      :peer.start(%{
        name: name,
        host: '127.0.0.1',
        longnames: true,
        args: code_paths() ++ ['-setcookie', Atom.to_charlist(Node.get_cookie())],
        env: [{'DALA_DEVICE', 'cpu'}]
      })

    {:ok, _} = :erpc.call(node, Application, :ensure_all_started, [:dala])
    {peer, node}
  end

  defp ensure_distributed do
    unless Node.alive?() do
      {_, 0} = System.cmd("epmd", ["-daemon"])
      # The daemon may take a moment until it answers.
      name = :"dala_test_#{System.pid()}@127.0.0.1"
      true = eventually(fn -> match?({:ok, _}, Node.start(name, :longnames)) end)
      # :pg notices nodes that were connected before it started distributing, and later ones.
      true = Process.exit(Process.whereis(Dala.Cluster), :kill)
    end
  end

  defp code_paths, do: Enum.flat_map(:code.get_path(), &['-pa', &1])

  # Memory of this VM that is really there, in bytes.
  def resident_bytes do
    [_, pages | _] = String.split(File.read!("/proc/self/statm"))
    String.to_integer(pages) * 4096
  end

  def threads, do: length(File.ls!("/proc/self/task"))

  # Until it is true, for a while: what happens elsewhere takes its time.
  def eventually(check, tries \\ 200) do
    cond do
      check.() -> true
      tries == 0 -> false
      true -> Process.sleep(25) && eventually(check, tries - 1)
    end
  end
end

defmodule Dala.Test.Work do
  @moduledoc false
  # What items of a batch do; nodes have this module's code.

  def where(n, milliseconds) do
    Process.sleep(milliseconds)
    {n, node()}
  end

  def pause(milliseconds) do
    Process.sleep(milliseconds)
    milliseconds
  end

  def halt_on(n, n), do: System.halt(1)
  def halt_on(n, _bad), do: n
end
