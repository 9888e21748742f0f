# What a call costs beside its work: `mix run bench/overhead.exs`
alias Dala.Gpu.Compute

defmodule Overhead do
  # The best of many short runs, in microseconds a call: other programs disturb long ones.
  def measure(name, call, count \\ 200) do
    for(_ <- 1..1000, do: call.())

    best =
      for _ <- 1..300 do
        {time, _} = :timer.tc(fn -> repeat(call, count) end)
        time / count
      end
      |> Enum.min()

    IO.puts("#{String.pad_trailing(name, 44)} #{:erlang.float_to_binary(best, decimals: 2)} us")
  end

  defp repeat(_call, 0), do: :ok

  defp repeat(call, count) do
    call.()
    repeat(call, count - 1)
  end
end

[a, b, c] = for _ <- 1..3, do: Compute.buffer([1.0, 2.0, 3.0], {3}, :f32)
[d, e, f] = for _ <- 1..3, do: Compute.buffer_zeros({16_384}, :f32)
{:ok, surface} = Dala.Gpu.create_surface(64, 64)
spec = %{op: :run_kernel, kernel: :relu, inputs: [a], output: b, params: %{}}

Overhead.measure("add/3 of three numbers", fn -> Compute.add(a, b, c) end)
Overhead.measure("add/3 of 16,384, on a dirty scheduler", fn -> Compute.add(d, e, f) end)
Overhead.measure("submit/1 and wait/1", fn -> Compute.wait(Compute.submit(spec)) end, 50)
Overhead.measure("read/1 of three numbers", fn -> Compute.read(a) end)
Overhead.measure("buffer_zeros/2 of 16 bytes", fn -> Compute.buffer_zeros({4}, :f32) end)

Overhead.measure("fill_rect/6 into a surface's queue", fn ->
  Dala.Gpu.fill_rect(surface, 1, 1, 1, 1, :red)
end)
