defmodule Dala.Seeds.SceneGuide do
  @moduledoc false
  # The guide to scenes.
  import ExUnit.Assertions
  import Dala.Seeds.Tools

  def snippets do
    [
      {"render: scene", :any,
       """
       {:ok, scene} = Dala.Media.Scene.new(1920, 1080)

       # Add video node (full screen)
       {:ok, video} = Dala.Media.Scene.add_video(scene,
         stream: video_stream,
         size: {1920, 1080},
         z_index: 0
       )

       # Add PiP video overlay
       {:ok, pip} = Dala.Media.Scene.add_video(scene,
         stream: pip_stream,
         pip: true,
         pip_position: {1700, 20},
         pip_size: {200, 150},
         z_index: 100
       )

       # Add image overlay
       {:ok, img} = Dala.Media.Scene.add_image(scene,
         image_id: loaded_image_id,
         position: {100, 100},
         size: {300, 200},
         z_index: 50
       )

       # Composite all nodes and render
       Dala.Media.Scene.render(scene)
       """,
       fn ->
         [
           video_stream: stream(<<10, 20, 30, 255>>),
           pip_stream: stream(<<200, 0, 0, 255>>),
           loaded_image_id:
             Dala.Media.Texture.load_image(:binary.copy(<<0, 255, 0, 255>>, 4), 2, 2)
         ]
       end,
       fn value, %{scene: scene} ->
         assert value == {:ok, :rendered}
         assert scene_at(scene, 5, 5) == <<10, 20, 30, 255>>
         assert scene_at(scene, 1700, 20) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1899, 169) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1900, 170) == <<10, 20, 30, 255>>
         assert scene_at(scene, 100, 100) == <<0, 255, 0, 255>>
         assert scene_at(scene, 399, 299) == <<0, 255, 0, 255>>
         assert scene_at(scene, 400, 300) == <<10, 20, 30, 255>>
         assert Dala.Media.Scene.render(scene) == {:ok, :unchanged}
       end},
      {"render: picture in picture", :any,
       """
       # Auto PiP (top-right corner, 200x150)
       Dala.Media.Scene.add_video(scene, stream: stream, pip: true, z_index: 100)

       # Custom PiP position and size
       Dala.Media.Scene.add_video(scene, stream: stream,
         pip: true,
         pip_position: {50, 50},
         pip_size: {320, 240},
         z_index: 100
       )

       # Update PiP transform at runtime
       Dala.Media.Scene.set_pip_transform(scene, pip_node_id,
         position: {100, 80},
         size: {400, 300}
       )
       """,
       fn ->
         {:ok, scene} = Dala.Media.Scene.new(1280, 720)

         {:ok, id} =
           Dala.Media.Scene.add_video(scene, stream: stream(<<0, 0, 9, 255>>), pip: true)

         [scene: scene, stream: stream(<<200, 0, 0, 255>>), pip_node_id: id]
       end,
       fn value, %{scene: scene} ->
         assert value == :ok
         assert Dala.Media.Scene.render(scene) == {:ok, :rendered}
         # In the corner, 20 pixels in.
         assert scene_at(scene, 1060, 20) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1259, 169) == <<200, 0, 0, 255>>
         assert scene_at(scene, 1260, 170) == <<0, 0, 0, 255>>
         assert scene_at(scene, 50, 50) == <<200, 0, 0, 255>>
         assert scene_at(scene, 369, 289) == <<200, 0, 0, 255>>
         assert scene_at(scene, 370, 290) == <<0, 0, 9, 255>>
         assert scene_at(scene, 499, 379) == <<0, 0, 9, 255>>
         assert scene_at(scene, 500, 380) == <<0, 0, 0, 255>>
       end}
    ]
  end

  defp stream(pixel) do
    stream = Dala.Media.Stream.new()
    :ok = Dala.Media.Stream.push(stream, :binary.copy(pixel, 16), 4, 4)
    stream
  end

  defp scene_at(scene, x, y), do: pixel(Dala.Media.Scene.pixels(scene), scene.width, x, y)
end
