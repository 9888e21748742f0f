defmodule Dala.Gpu.Compute.Queue do
  @moduledoc false
  # The queue that the calling process submits to, which goes with it. With one for all of them a
  # command of one that never ends would keep those of others waiting.
  alias Dala.Gpu.Native

  def mine do
    Process.get(__MODULE__) ||
      Native.queue_new() |> Dala.Error.unwrap!() |> tap(&Process.put(__MODULE__, &1))
  end
end
