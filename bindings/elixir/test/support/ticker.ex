defmodule Dala.Ticker do
  @moduledoc false
  # How late timers of one millisecond are while processes run heavy kernels.
  alias Dala.Gpu.Compute

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

  def percentile(times, percent),
    do: times |> Enum.sort() |> Enum.at(div(length(times) * percent, 100))

  # Processes that multiply until the caller ends.
  def start_kernels(processes) do
    for _ <- 1..processes do
      spawn_link(fn ->
        [a, b, c] = for _ <- 1..3, do: Compute.buffer_zeros({768, 768}, :f32)
        multiply_for_ever(a, b, c)
      end)
    end

    Process.sleep(300)
  end

  defp multiply_for_ever(a, b, c) do
    :ok = Compute.matmul(a, b, c)
    multiply_for_ever(a, b, c)
  end
end
