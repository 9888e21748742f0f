defmodule Dala.SceneTest do
  use ExUnit.Case, async: false
  alias Dala.Media.{Scene, Stream}

  @moduletag :tmp_dir

  defp at(scene, x, y), do: :binary.part(Scene.pixels(scene), (y * scene.width + x) * 4, 4)

  test "nodes of every kind are in the frame", %{tmp_dir: folder} do
    {:ok, scene} = Scene.new(64, 48, background: {1, 2, 3})
    {:ok, group} = Scene.add_group(scene, position: {10, 10}, size: {20, 20})
    {:ok, box} = Scene.add_overlay(scene, parent: group, color: {200, 100, 0}, size: {8, 8})
    picture = {1, 1, <<0, 0, 250, 255>>}
    {:ok, _} = Scene.add_image(scene, picture: picture, position: {40, 0}, size: {4, 4})
    {:ok, effect} = Scene.add_effect(scene, target: box, filters: [:invert])
    {:ok, _} = Scene.add_text(scene, text: "W", font_size: 16, color: :white, position: {40, 20})
    assert Scene.render(scene) == {:ok, :rendered}
    assert at(scene, 0, 0) == <<1, 2, 3, 255>>
    assert at(scene, 12, 12) == <<55, 155, 255, 255>>
    assert at(scene, 41, 1) == <<0, 0, 250, 255>>
    letters = for y <- 20..40, x <- 40..60, at(scene, x, y) == <<255, 255, 255, 255>>, do: {x, y}
    assert letters != []
    assert Scene.remove_node(scene, effect) == :ok
    assert Scene.render(scene) == {:ok, :rendered}
    assert at(scene, 12, 12) == <<200, 100, 0, 255>>
    assert Scene.set_transform(scene, box, position: {1, 1}, size: {8, 8}) == :ok
    assert Scene.render(scene) == {:ok, :rendered}
    assert at(scene, 10, 10) == <<1, 2, 3, 255>>
    assert at(scene, 11, 11) == <<200, 100, 0, 255>>
    assert length(Scene.nodes(scene)) == 4
    file = Path.join(folder, "frame.png")
    assert Scene.save_picture(scene, file) == :ok
    assert Dala.Media.Gpu.read_picture(file) == {:ok, {64, 48, Scene.pixels(scene)}}
    assert %{rendered: 3, unchanged: 0} = Scene.stats(scene)
  end

  test "a mask keeps the people and another picture is behind them" do
    {:ok, scene} = Scene.new(4, 4)

    {:ok, _} =
      Scene.add_virtual_background(scene,
        picture: {4, 4, :binary.copy(<<200, 0, 0, 255>>, 16)},
        mask:
          {4, 4, :binary.copy(<<255, 255, 255, 255>>, 8) <> :binary.copy(<<0, 0, 0, 255>>, 8)},
        background: {1, 1, <<0, 0, 90, 255>>},
        size: {4, 4}
      )

    assert Scene.render(scene) == {:ok, :rendered}
    assert at(scene, 1, 0) == <<200, 0, 0, 255>>
    assert at(scene, 1, 3) == <<0, 0, 90, 255>>
  end

  test "frames go to a surface" do
    {:ok, surface} = Dala.Gpu.create_surface(2, 1)
    {:ok, scene} = Scene.new(2, 1, background: :red, surface: surface)
    assert Scene.render(scene) == {:ok, :rendered}
    assert Dala.Gpu.shown_pixels(surface) == <<255, 0, 0, 255, 255, 0, 0, 255>>
  end

  test "streams show their newest frame, and end" do
    {:ok, scene} = Scene.new(2, 2)
    stream = Stream.new()
    {:ok, node} = Scene.add_video(scene, stream: stream, size: {2, 2})
    for n <- 1..3, do: assert(Stream.push(stream, :binary.copy(<<n, n, n, 255>>, 4), 2, 2) == :ok)
    assert Scene.render(scene) == {:ok, :rendered}
    assert at(scene, 0, 0) == <<3, 3, 3, 255>>
    assert Scene.render(scene) == {:ok, :unchanged}
    Stream.finish(stream)
    Scene.render(scene)
    assert [%{kind: :ended, node: ^node}] = Scene.events(scene)
    assert {:error, %{code: :wrong_length}} = Stream.push(Stream.new(), "short", 2, 2)
  end

  test "a scene becomes a video", %{tmp_dir: folder} do
    {:ok, scene} = Scene.new(64, 48)
    {:ok, box} = Scene.add_overlay(scene, color: :white, size: {8, 48})
    frames = [{0, 0}, {400, 56, "ease_in_out"}]
    {:ok, _} = Scene.add_animation(scene, target: box, property: "position.x", keyframes: frames)
    file = Path.join(folder, "out.mp4")
    assert Scene.record(scene, file, duration: 500, frame_rate: 20) == :ok
    {:ok, player} = Scene.new(64, 48)
    {:ok, _} = Scene.add_video(player, stream: file, size: {64, 48})
    assert Scene.render(player, 450) == {:ok, :rendered}
    <<right, _::binary>> = at(player, 60, 24)
    <<left, _::binary>> = at(player, 4, 24)
    assert right > 200 and left < 50
  end

  test "the functions that add nodes tell all of their options" do
    {:docs_v1, _, _, _, %{"en" => module}, _, docs} = Code.fetch_docs(Scene)

    doc = fn name ->
      Enum.find_value(docs, "", fn
        {{:function, ^name, _}, _, _, %{"en" => text}, _} -> text
        _ -> nil
      end)
    end

    told = fn text, option -> text =~ ~r/:#{option}\b/ end
    for {option, _, _} <- Scene.options(:node), do: assert(told.(module, option), "#{option}")

    for type <- Scene.types() do
      own = doc.(:"add_#{type}")
      assert own != "", "add_#{type} is not documented"
      # Those of another function, and picture in picture, which the module tells.
      text = if own =~ "add_video/2", do: own <> doc.(:add_video), else: own

      for {option, _, meaning} <- Scene.options(type) do
        assert meaning != ""
        assert told.(text <> module, option), "add_#{type}: #{option}"
      end
    end
  end

  test "every option reaches the node" do
    {:ok, scene} = Scene.new(32, 16)

    {:ok, _} =
      Scene.add_node(scene, :overlay,
        gradient_to: :blue,
        gradient_angle: 0,
        color: {200, 0, 0},
        size: {32, 16}
      )

    assert Scene.render(scene) == {:ok, :rendered}
    <<left, 0, _, 255>> = at(scene, 0, 8)
    <<right, 0, _, 255>> = at(scene, 31, 8)
    assert left > 190 and right < 10

    {:ok, text} =
      Scene.add_text(scene,
        text: "a\nb",
        align: :right,
        line_height: 1.2,
        max_lines: 1,
        ellipsis: true,
        language: "vi",
        shadow: true,
        shadow_blur: 2,
        padding: 3,
        background: :white,
        background_radius: 1
      )

    assert is_integer(text)
    assert {:ok, :rendered} = Scene.render(scene)

    assert {:error, %{message: message}} = Scene.add_text(scene, text: "a", weight: 950)
    assert message =~ "style.weight is 950; it is from 100 to 900"

    assert_raise ArgumentError, ~r/"middle" is no align; there are start/, fn ->
      Scene.add_text(scene, text: "a", align: :middle)
    end

    assert_raise ArgumentError, ~r/no type of nodes/, fn -> Scene.options(:clock) end
  end

  test "a video that ended leaves the colour that was wanted" do
    {:ok, scene} = Scene.new(2, 2)
    stream = Stream.new()
    options = [stream: stream, size: {2, 2}, at_end: :color, end_color: {9, 8, 7}]
    {:ok, _} = Scene.add_video(scene, options)
    :ok = Stream.push(stream, :binary.copy(<<1, 1, 1, 255>>, 4), 2, 2)
    Scene.render(scene)
    Stream.finish(stream)
    Scene.render(scene)
    assert at(scene, 0, 0) == <<9, 8, 7, 255>>
  end

  test "what cannot be is rejected" do
    {:ok, scene} = Scene.new(4, 4)
    assert {:error, _} = Scene.new(0, 4)
    assert {:error, _} = Scene.remove_node(scene, 99)
    assert {:error, _} = Scene.add_video(scene, stream: "none.mp4")

    assert_raise ArgumentError, ~r/options that this has none of/, fn ->
      Scene.add_image(scene, colour: 1)
    end

    assert_raise ArgumentError, ~r/is no colour/, fn -> Scene.add_overlay(scene, color: :blu) end
    assert_raise ArgumentError, fn -> Scene.add_image(scene, picture: {2, 2, <<1>>}) end
    assert_raise ArgumentError, ~r/milliseconds/, fn -> Scene.render(scene, :now) end
  end
end
