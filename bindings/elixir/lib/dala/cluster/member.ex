defmodule Dala.Cluster.Member do
  @moduledoc false
  # Stands for this node among those that take work. `:pg` tells the others when it is gone.
  use GenServer

  def start_link(_arguments), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "The nodes that take work, this one first."
  def nodes do
    others = for pid <- :pg.get_members(Dala.Cluster, :members), do: node(pid)
    [node() | Enum.sort(Enum.uniq(others) -- [node()])]
  end

  @impl GenServer
  def init(nil) do
    :ok = :pg.join(Dala.Cluster, :members, self())
    {:ok, nil}
  end
end
