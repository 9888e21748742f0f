defmodule Dala.SurfaceTest do
  use ExUnit.Case, async: false
  import Dala.Test, only: [eventually: 1, threads: 0]
  alias Dala.Gpu
  alias Dala.Gpu.Command

  # Every command with arguments whose bytes tell them apart, and what the native side reads in it.
  @commands [
    {:encode_clear, [{1, 2, 3, 4}], "Clear color=#01020304"},
    {:encode_fill_rect, [1, -2, 3, 4, :red], "FillRect x=1 y=-2 w=3 h=4 color=#FF0000FF"},
    {:encode_draw_line, [-1, 2, -3, 4, {9, 8, 7}],
     "DrawLine x1=-1 y1=2 x2=-3 y2=4 color=#090807FF"},
    {:encode_blit, [7, -1, 2], "Blit sprite_id=7 x=-1 y=2"},
    {:encode_present, [], "Present"},
    {:encode_resize, [3, 4], "Resize width=3 height=4"},
    {:encode_load_sprite, [7, <<1, 2, 3, 4>>, 1, 1], "LoadSprite id=7 w=1 h=1"},
    {:encode_remove_sprite, [7], "RemoveSprite id=7"},
    {:encode_dispatch_compute, ["naïve", <<1, 2>>, {1, 2, 3}], "DispatchCompute shader="},
    {:encode_read_pixels, [1, 2, 3, 4], "ReadPixels x=1 y=2 w=3 h=4"},
    {:encode_load_shader, ["blur", "text"], "LoadShader name="},
    {:encode_set_uniform, ["radius", <<1>>], "SetUniform name="},
    {:encode_draw_circle, [-1, -2, 3, :blue], "DrawCircle cx=-1 cy=-2 radius=3 color=#0000FFFF"},
    {:encode_fill_circle, [-1, -2, 3, :blue], "FillCircle cx=-1 cy=-2 radius=3 color=#0000FFFF"},
    {:encode_draw_triangle, [1, 2, 3, 4, 5, -6, :cyan],
     "DrawTriangle x1=1 y1=2 x2=3 y2=4 x3=5 y3=-6"},
    {:encode_fill_triangle, [1, 2, 3, 4, 5, -6, :cyan],
     "FillTriangle x1=1 y1=2 x2=3 y2=4 x3=5 y3=-6"},
    {:encode_draw_round_rect, [1, 2, 3, 4, 5, :pink], "DrawRoundRect x=1 y=2 w=3 h=4 radius=5"},
    {:encode_fill_round_rect, [1, 2, 3, 4, 5, :pink], "FillRoundRect x=1 y=2 w=3 h=4 radius=5"},
    {:encode_set_clip, [1, 2, 3, 4, true], "SetClip x=1 y=2 w=3 h=4 enabled="},
    {:encode_reset_clip, [], "ResetClip"},
    {:encode_batch, [[<<0x05>>, <<0x14>>]], "Batch"},
    {:encode_image_blit, [7, -1, -2, 3, 4], "ImageBlit image_id=7 x=-1 y=-2 w=3 h=4"},
    {:encode_load_image, [7, <<1, 2, 3, 4>>, 1, 1], "LoadImage id=7 w=1 h=1"},
    {:encode_remove_image, [7], "RemoveImage id=7"}
  ]

  test "every command has its opcode, and the native side reads what was meant" do
    assert length(@commands) == length(Dala.Gpu.Protocol.commands())

    for {{function, arguments, expected}, opcode} <- Enum.with_index(@commands, 1) do
      bytes = apply(Command, function, arguments)
      assert <<^opcode, _::binary>> = bytes
      assert {:ok, text} = Command.describe(bytes)
      assert String.starts_with?(text, expected), "#{function}: #{text}"
    end
  end

  test "numbers and colours that cannot be are rejected" do
    for call <- [
          fn -> Command.encode_fill_rect(0, 0, -1, 1, :red) end,
          fn -> Command.encode_draw_line(2_147_483_648, 0, 1, 1, :red) end,
          fn -> Command.encode_clear(:no_such_colour) end,
          fn -> Command.encode_clear({256, 0, 0}) end,
          fn -> Command.encode_blit(-1, 0, 0) end,
          fn -> Command.encode_load_image(1, <<1, 2>>, 1, 1) end,
          fn -> Command.encode_set_uniform(:name, 1) end
        ],
        do: assert_raise(ArgumentError, call)

    assert {:error, %{code: :invalid_argument}} = Command.describe(<<0xFF>>)
  end

  # As the documents have them: id, sides, pixels.
  test "pictures are taken with the length of their pixels and without" do
    {:ok, surface} = Gpu.create_surface(2, 1)
    sprite = <<0x07, 7::little-64, 1::little-32, 1::little-32, 10, 20, 30, 255>>
    image = <<0x17, 9::little-64, 1::little-32, 1::little-32, 40, 50, 60, 255>>
    assert Gpu.Surface.command(surface, sprite) == :ok
    assert Gpu.batch(surface, [image, Command.encode_image_blit(9, 1, 0, 1, 1)]) == :ok
    assert Gpu.blit(surface, 7, 0, 0) == :ok
    assert Gpu.get_pixels(surface) == <<10, 20, 30, 255, 40, 50, 60, 255>>
    assert Gpu.errors(surface) == []
    with_length = Command.encode_load_sprite(7, <<10, 20, 30, 255>>, 1, 1)
    assert Command.describe(sprite) == Command.describe(with_length)
  end

  test "what a kernel makes for a surface is shown" do
    {:ok, surface} = Gpu.create_surface(4, 2)
    output = Dala.Gpu.Compute.buffer_zeros({2, 4, 4}, :u8)
    run = &Dala.Gpu.Compute.run_to_surface(&1, [], output, surface, %{})
    assert run.(:generate_gradient) == :ok
    assert Gpu.shown_pixels(surface) == Dala.Gpu.Compute.read(output)
    assert Gpu.frames_presented(surface) == 1
    assert {:error, %{code: :unknown_kernel}} = run.(:no_such_kernel)
    assert Gpu.frames_presented(surface) == 1
    Gpu.destroy_surface(surface)
    assert {:error, %{code: :shut_down}} = run.(:generate_gradient)
  end

  test "a surface that is killed while it is being destroyed is destroyed" do
    for _ <- 1..20 do
      {:ok, surface} = Gpu.create_surface(4, 4)
      :sys.suspend(surface)
      destroyer = Task.async(fn -> Gpu.destroy_surface(surface) end)

      assert eventually(fn ->
               Process.info(surface, :message_queue_len) == {:message_queue_len, 1}
             end)

      Process.exit(surface, :kill)
      assert Task.await(destroyer) == :ok
    end
  end

  test "who is to be told of errors is a process" do
    assert_raise ArgumentError, ~r/:notify is a process/, fn ->
      Gpu.create_surface(4, 4, notify: :nobody_of_this_name)
    end
  end

  test "what goes wrong later is told" do
    {:ok, surface} = Gpu.create_surface(4, 4, notify: self())
    assert Gpu.draw_image(surface, 5, 0, 0, 1, 1) == :ok
    assert_receive {:dala_surface_error, ^surface, %{command: "ImageBlit", error: error}}, 5_000
    assert error.code == :unknown_picture
    assert [%{sequence: 1}] = Gpu.errors(surface)
    assert Gpu.errors(surface) == []
  end

  test "sizes that cannot be are errors" do
    assert {:error, %Dala.Error{code: :invalid_argument}} = Gpu.create_surface(0, 4)
    assert {:error, _} = Gpu.create_surface(100_000, 100_000)
  end

  test "a full queue is waited for" do
    {:ok, surface} = Gpu.create_surface(64, 64, queue_bytes: 4096)
    for i <- 1..5000, do: assert(Gpu.fill_rect(surface, rem(i, 64), 0, 1, 1, :red) == :ok)
    assert Gpu.load_image(surface, 1, :binary.copy(<<255>>, 200 * 200 * 4), 200, 200) == :ok
    assert Gpu.flush(surface) == :ok
    assert Gpu.errors(surface) == []
  end

  test "a surface dies with its owner, and what it had goes" do
    test = self()

    owner =
      spawn(fn ->
        {:ok, surface} = Gpu.create_surface(64, 64)
        send(test, {:surface, surface})
        Process.sleep(:infinity)
      end)

    assert_receive {:surface, surface}, 5_000
    monitor = Process.monitor(surface)
    Process.exit(owner, :kill)
    assert_receive {:DOWN, ^monitor, :process, ^surface, :normal}, 5_000
    assert eventually(fn -> match?({:error, %{code: :shut_down}}, Gpu.clear(surface, :red)) end)
    assert_raise Dala.Error, fn -> Gpu.get_pixels(surface) end
    assert Gpu.destroy_surface(surface) == :ok
  end

  test "killing owners in the middle of frames leaks nothing" do
    count = 1000
    before = threads()
    {:ok, _} = kill_owners(20)
    memory = Dala.Test.resident_bytes()
    {:ok, surfaces} = kill_owners(count)
    assert eventually(fn -> not Enum.any?(surfaces, &Process.alive?/1) end)
    assert eventually(fn -> threads() <= before + 1 end), "#{threads()} threads, #{before} before"
    assert Registry.count(Dala.Handles) == 0
    assert DynamicSupervisor.count_children(Dala.Gpu.SurfaceSupervisor).active == 0
    # Each has two frames of 256 x 256: 500 MiB for all of them.
    assert Dala.Test.resident_bytes() - memory < 32 * 1024 * 1024
  end

  defp kill_owners(count) do
    test = self()

    surfaces =
      for i <- 1..count do
        owner =
          spawn(fn ->
            {:ok, surface} = Gpu.create_surface(256, 256)
            send(test, {:surface, surface})
            draw_for_ever(surface)
          end)

        surface =
          receive do
            {:surface, surface} -> surface
          end

        # Sometimes the owner, sometimes its surface.
        if rem(i, 4) == 0, do: Process.exit(surface, :kill)
        Process.exit(owner, :kill)
        surface
      end

    {:ok, surfaces}
  end

  defp draw_for_ever(surface) do
    Gpu.clear(surface, :black)
    Gpu.fill_circle(surface, 128, 128, 100, {255, 0, 0, 128})
    Gpu.present(surface)
    draw_for_ever(surface)
  end
end
