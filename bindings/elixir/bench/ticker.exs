# How late a timer of one millisecond is while four processes run heavy kernels, and without them:
# `mix run bench/ticker.exs`
alias Dala.Gpu.Compute

defmodule Ticker do
  # Microseconds from one tick to the next.
  def ticks(count) do
    for _ <- 1..count do
      start = System.monotonic_time(:microsecond)
      :erlang.send_after(1, self(), :tick)

      receive do
        :tick -> System.monotonic_time(:microsecond) - start
      end
    end
  end

  def show(name, times) do
    sorted = Enum.sort(times)
    at = fn percent -> Enum.at(sorted, div(length(sorted) * percent, 100)) end
    IO.puts("#{name}: median #{at.(50)} us, 99th percentile #{at.(99)} us")
  end

  def multiply_for_ever(a, b, c) do
    :ok = Compute.matmul(a, b, c)
    multiply_for_ever(a, b, c)
  end
end

Ticker.show("without kernels", Ticker.ticks(1_000))

for _ <- 1..4 do
  spawn_link(fn ->
    [a, b, c] = for _ <- 1..3, do: Compute.buffer_zeros({768, 768}, :f32)
    Ticker.multiply_for_ever(a, b, c)
  end)
end

Process.sleep(300)
Ticker.show("with kernels", Ticker.ticks(1_000))
