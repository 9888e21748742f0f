defmodule Dala.ClusterTest do
  use ExUnit.Case, async: false
  alias Dala.Cluster

  defp nodes(names) do
    started = Enum.map(names, &Dala.Test.start_node/1)
    on_exit(fn -> for {peer, _} <- started, do: catch_exit_of(peer) end)
    all = Enum.map(started, &elem(&1, 1))
    assert Dala.Test.eventually(fn -> all -- Cluster.nodes() == [] end)
    {started, all}
  end

  defp catch_exit_of(peer) do
    :peer.stop(peer)
  catch
    :exit, _ -> :ok
  end

  test "results are in order whatever ends first" do
    items = Enum.shuffle(1..40)
    work = fn n -> Process.sleep(rem(n, 5)) && n end
    assert Cluster.run(items, work, per_node: 8) == {:ok, items}
    assert Cluster.run([], work) == {:ok, []}
  end

  test "items are taken only as fast as results are" do
    {:ok, taken} = Agent.start_link(fn -> 0 end)

    items =
      Stream.map(Stream.iterate(0, &(&1 + 1)), fn n -> Agent.update(taken, &(&1 + 1)) && n end)

    slow_first = fn n -> if(n == 0, do: Process.sleep(300)) && n end
    assert items |> Cluster.stream(slow_first, window: 10) |> Enum.take(5) |> length() == 5
    assert Agent.get(taken, & &1) <= 10 + 5
  end

  test "the work's own failure is the error of its item" do
    work = fn n -> if n == 3, do: raise("no threes"), else: n end

    assert [{:ok, 1}, {:ok, 2}, {:error, error}, {:ok, 4}] =
             Enum.to_list(Cluster.stream(1..4, work))

    assert error.code == :work_failed and error.message =~ "no threes"
    assert {:error, %{code: :work_failed}} = Cluster.run(1..4, work)
  end

  test "without a node that can be reached there is an error, not an exit" do
    nobody = [nodes: [:nobody@nowhere]]
    assert {:error, %Dala.Error{code: :no_nodes} = error} = Cluster.run([1], & &1, nobody)
    assert error.message =~ "nobody@nowhere"
    assert [{:error, %{code: :no_nodes}}] = Enum.to_list(Cluster.stream([1, 2], & &1, nobody))
    assert {:error, %{code: :no_nodes}} = Cluster.run([1], & &1, nodes: [])
  end

  test "options that would wait for ever are rejected" do
    for {option, message} <- [
          {[per_node: 0], ~r/:per_node is a whole number from 1 on, not 0/},
          {[window: 0], ~r/:window is a whole number from 1 on, not 0/},
          {[attempts: 0], ~r/:attempts is a whole number/},
          {[per_node: -1], ~r/:per_node/},
          {[per_node: nil], ~r/:per_node/},
          {[window: 2.5], ~r/:window/},
          {[nodes: node()], ~r/:nodes is a list/},
          {[on_progress: :none], ~r/:on_progress is a function/}
        ] do
      assert_raise ArgumentError, message, fn -> Cluster.run([1, 2], & &1, option) end
    end

    assert_raise ArgumentError, ~r/work is a function/, fn -> Cluster.run([1], fn -> 1 end) end
    assert Cluster.run([1, 2], & &1, per_node: 1, window: 1, attempts: 1) == {:ok, [1, 2]}
  end

  test "a node that goes while its work is not wanted any more is nobody's problem" do
    {_, [node]} = nodes([:dala_seven])
    {:ok, surface} = :erpc.call(node, Dala.Gpu.Surface, :start, [self(), 2, 1])
    options = [nodes: [node], per_node: 2]

    # The second item is still with the node when the first result is all that is taken.
    taken =
      [0, 60_000]
      |> Cluster.stream({Dala.Test.Work, :pause, []}, options)
      |> Stream.each(fn _ ->
        :erpc.cast(node, System, :halt, [1])
        assert Dala.Test.eventually(fn -> node not in Node.list() end)
      end)
      |> Enum.take(1)

    assert taken == [ok: 0]
    assert {:error, %{code: :no_nodes}} = Cluster.run([1], {Dala.Test.Work, :pause, []}, options)
    assert {:error, %{code: :shut_down}} = Dala.Gpu.clear(surface, :red)
    assert Dala.Gpu.destroy_surface(surface) == :ok
  end

  test "a node that does not run the application is given nothing" do
    {_, [node]} = nodes([:dala_eight])
    :ok = :erpc.call(node, Application, :stop, [:dala])
    both = [nodes: [node, node()]]
    assert Cluster.run([1, 2, 3], & &1, both) == {:ok, [1, 2, 3]}
    assert {:error, %{code: :no_nodes}} = Cluster.run([1], & &1, nodes: [node])
  end

  test "nodes share a batch; one that is killed half way has its work done by others" do
    {[{_, first} | _] = started, all} = nodes([:dala_one, :dala_two])
    test = self()
    count = 60

    on_progress = fn %{done: done} = progress ->
      send(test, {:progress, progress})
      # Dies at once, with whatever it was doing.
      if done == div(count, 2), do: :erpc.cast(first, System, :halt, [1])
    end

    options = [nodes: all, per_node: 3, on_progress: on_progress]

    assert {:ok, results} =
             Cluster.run(Enum.to_list(1..count), {Dala.Test.Work, :where, [10]}, options)

    assert Enum.map(results, &elem(&1, 0)) == Enum.to_list(1..count)
    used = Enum.frequencies_by(results, &elem(&1, 1))
    assert Enum.sort(Map.keys(used)) == Enum.sort(all)
    refute first in Node.list()
    assert length(started) == 2

    progress = for n <- 1..count, do: assert_received({:progress, %{done: ^n, total: ^count}})
    assert length(progress) == count
    refute_received {:progress, _}
  end

  test "frames are filtered on other nodes, with their own devices" do
    {_, [node]} = nodes([:dala_three])
    frames = for n <- 1..8, do: :binary.copy(<<n, n, n, 255>>, 16)
    assert {:ok, inverted} = Cluster.filter(frames, {4, 4}, [:invert], nodes: [node])
    assert inverted == for(n <- 1..8, do: :binary.copy(<<255 - n, 255 - n, 255 - n, 255>>, 16))
    # References are of one node; a surface is a process, and works from everywhere.
    {:ok, surface} = :erpc.call(node, Dala.Gpu.Surface, :start, [self(), 2, 1])
    assert Dala.Gpu.clear(surface, :red) == :ok
    assert Dala.Gpu.get_pixels(surface) == <<255, 0, 0, 255, 255, 0, 0, 255>>
    # What a caller does wrong is the caller's.
    assert_raise ArgumentError, fn -> Dala.Gpu.read_pixels(surface, -1, 0, 1, 1) end
    picture = Dala.Gpu.Compute.buffer_from_binary(<<1, 2, 3, 4, 5, 6, 7, 8>>, {1, 2, 4}, :u8)
    assert Dala.Gpu.set_pixels(surface, picture) == :ok
    assert Dala.Gpu.get_pixels(surface) == <<1, 2, 3, 4, 5, 6, 7, 8>>
    assert Dala.Gpu.destroy_surface(surface) == :ok
    assert {:error, %{code: :shut_down}} = Dala.Gpu.clear(surface, :red)
  end

  test "an item that takes nodes down does not take them all" do
    {_, [first, second]} = nodes([:dala_four, :dala_five])
    work = {Dala.Test.Work, :halt_on, [2]}
    results = Enum.to_list(Cluster.stream([1, 2, 3], work, nodes: [first, second], attempts: 1))
    assert [{:ok, 1}, {:error, %{code: :work_failed}}, {:ok, 3}] = results
  end

  @tag :models
  test "pictures are asked about, each node with its own model" do
    {_, [node]} = nodes([:dala_six])
    photo = File.read!(Path.join(Dala.Test.models_folder(), "photos/dog1.jpg"))

    assert {:ok, answers} =
             Cluster.ask([photo, photo], :mobilenet_v2, :classify, nodes: [node()] ++ [node])

    assert [263, 263] = for([%{id: id} | _] <- answers, do: id)
  end
end
