defmodule Dala.SchedulerTest do
  use ExUnit.Case, async: false
  alias Dala.Ticker

  @moduletag :timing

  test "timers come on time while four processes run heavy kernels" do
    Ticker.start_kernels(4)
    assert Ticker.percentile(Ticker.ticks(1_000), 99) < 3_000
  end
end
