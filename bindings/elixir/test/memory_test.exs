defmodule Dala.MemoryTest do
  use ExUnit.Case, async: false
  import Dala.Test, only: [resident_bytes: 0, eventually: 1]
  alias Dala.Gpu.Compute

  defp in_use, do: Compute.device_info().memory_in_use

  # In a process that keeps nothing, and is never collected by anybody but the VM itself.
  defp make_and_drop(count, bytes) do
    Task.await(
      Task.async(fn ->
        Enum.each(1..count, fn _ -> Compute.buffer_zeros({bytes}, :u8) end)
      end),
      :infinity
    )
  end

  test "100,000 buffers made and dropped leave memory as it was" do
    before = in_use()
    make_and_drop(2_000, 4096)
    :erlang.garbage_collect()
    memory = resident_bytes()
    make_and_drop(100_000, 4096)
    # 400 MB went through.
    assert resident_bytes() - memory < 32 * 1024 * 1024
    assert eventually(fn -> in_use() <= before end)
  end

  test "the collector knows of large buffers, which it sees only small references of" do
    before = in_use()
    test = self()

    make = fn ->
      Enum.each(1..100, fn _ -> Compute.buffer_zeros({8 * 1024 * 1024}, :u8) end)
      send(test, :made)
      Process.sleep(:infinity)
    end

    # With so much room for terms nothing else would make it collect.
    maker = Process.spawn(make, [:link, min_heap_size: 1_000_000])
    assert_receive :made, 60_000
    # Of 800 MiB; what was found goes in the background.
    assert eventually(fn -> in_use() - before < 200 * 1024 * 1024 end)
    assert Process.alive?(maker)
    Process.unlink(maker)
    Process.exit(maker, :kill)
  end

  test "free gives memory back at once" do
    before = in_use()
    buffer = Compute.buffer_zeros({512 * 1024}, :u8)
    assert in_use() - before >= 512 * 1024
    Compute.free(buffer)
    assert in_use() <= before
    assert_raise ArgumentError, fn -> Compute.read(buffer) end
  end

  test "what is read belongs to the VM and goes with it" do
    buffer = Compute.buffer_zeros({16 * 1024 * 1024}, :u8)
    before = :erlang.memory(:binary)
    binary = Compute.read(buffer)
    # Other binaries go meanwhile.
    assert :erlang.memory(:binary) - before >= 15 * 1024 * 1024
    Compute.free(buffer)
    assert :binary.at(binary, 16 * 1024 * 1024 - 1) == 0
  end
end
