# How late a timer of one millisecond is while four processes run heavy kernels, and without them:
# `mix run bench/ticker.exs`
Code.require_file("../test/support/ticker.ex", __DIR__)
alias Dala.Ticker

show = fn name ->
  times = Ticker.ticks(1_000)
  [median, late] = for percent <- [50, 99], do: Ticker.percentile(times, percent)
  IO.puts("#{name}: median #{median} us, 99th percentile #{late} us")
end

show.("without kernels")
Ticker.start_kernels(4)
show.("with kernels")
