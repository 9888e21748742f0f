defmodule Dala.EventsTest do
  use ExUnit.Case, async: false
  import ExUnit.CaptureLog
  alias Dala.Events
  alias Dala.Gpu.Compute

  setup do
    on_exit(fn -> for id <- [:bad, :good], do: Events.detach(id) end)
    a = Compute.buffer([1.0, 2.0], {2}, :f32)
    %{a: a, add: fn -> Compute.add(a, a, a) end}
  end

  for {kind, fail} <- [raises: &:erlang.error/1, throws: &:erlang.throw/1, exits: &:erlang.exit/1] do
    test "a handler that #{kind} is detached, and what it was told of is done", %{a: a, add: add} do
      me = self()
      fail = unquote(Macro.escape(fail))
      Events.attach(:good, fn event, _, _, _ -> send(me, event) end)
      Events.attach(:bad, fn _, _, _, _ -> fail.(:handler_failed) end)
      log = capture_log(fn -> assert add.() == :ok end)
      assert log =~ "the handler :bad of Dala.Events failed" and log =~ "handler_failed"
      assert Compute.read_list(a) == [2.0, 4.0]
      assert_received [:dala, :compute, :run]
      # It is told of nothing more; the others are.
      assert capture_log(fn -> assert add.() == :ok end) == ""
      assert_received [:dala, :compute, :run]
    end
  end

  test "a handler that raises does not end a surface" do
    Events.attach(:bad, fn _, _, _, _ -> raise "no events, please" end)
    {:ok, surface} = Dala.Gpu.create_surface(4, 4, notify: self())

    log =
      capture_log(fn ->
        assert Dala.Gpu.blit(surface, 7, 0, 0) == :ok
        assert_receive {:dala_surface_error, ^surface, %{command: "Blit"}}, 5_000
      end)

    assert log =~ "no events, please"
    assert Dala.Gpu.clear(surface, :red) == :ok
    assert Dala.Gpu.flush(surface) == :ok
    assert Process.alive?(surface)
  end
end
