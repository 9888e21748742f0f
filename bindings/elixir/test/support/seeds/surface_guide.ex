defmodule Dala.Seeds.SurfaceGuide do
  @moduledoc false
  # The guide to surfaces.
  import ExUnit.Assertions
  import Dala.Seeds.Tools

  def snippets do
    [
      {"render: lifecycle", :any,
       """
       # Create a GPU surface (spawns GenServer + Rust render thread)
       {:ok, surface} = Dala.Gpu.create_surface(1920, 1080)

       # Issue render commands (async, queued)
       Dala.Gpu.clear(surface, :transparent)
       Dala.Gpu.fill_rect(surface, 10, 10, 100, 100, :red)
       Dala.Gpu.present(surface)  # flush queue, swap buffers, upload to GPU

       # Cleanup
       Dala.Gpu.destroy_surface(surface)
       """, fn -> [] end,
       fn value, names ->
         assert value == :ok
         refute Process.alive?(names.surface)
         assert {:error, %{code: :shut_down}} = Dala.Gpu.present(names.surface)
       end},
      {"render: primitives", :any,
       """
       # Clear
       Dala.Gpu.clear(surface, :black)
       Dala.Gpu.clear(surface, {255, 0, 0, 128})  # RGBA tuple

       # Rectangle
       Dala.Gpu.fill_rect(surface, x, y, w, h, :red)

       # Line (Bresenham's algorithm)
       Dala.Gpu.draw_line(surface, x1, y1, x2, y2, :white)

       # Circle outline (midpoint circle algorithm)
       Dala.Gpu.draw_circle(surface, cx, cy, radius, :blue)

       # Filled circle
       Dala.Gpu.fill_circle(surface, cx, cy, radius, :green)

       # Triangle outline
       Dala.Gpu.draw_triangle(surface, x1, y1, x2, y2, x3, y3, :yellow)

       # Filled triangle (scanline rasterization)
       Dala.Gpu.fill_triangle(surface, x1, y1, x2, y2, x3, y3, :cyan)

       # Rounded rectangle
       Dala.Gpu.draw_round_rect(surface, x, y, w, h, corner_radius, :white)
       Dala.Gpu.fill_round_rect(surface, x, y, w, h, corner_radius, {0, 0, 0, 128})

       # Clipping
       Dala.Gpu.set_clip(surface, x, y, w, h, true)
       Dala.Gpu.reset_clip(surface)
       """,
       fn ->
         [surface: surface(), x: 10, y: 10, w: 60, h: 40, corner_radius: 8] ++
           [x1: 200, y1: 40, x2: 240, y2: 40, x3: 220, y3: 80, cx: 150, cy: 60, radius: 20]
       end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 300, 200) == <<255, 0, 0, 128>>
         assert at(surface, 10, 10) == <<255, 0, 0, 255>>
         # Half of black over red.
         assert at(surface, 40, 30) == <<127, 0, 0, 255>>
         assert at(surface, 150, 60) == <<0, 255, 0, 255>>
         assert at(surface, 170, 60) == <<0, 255, 0, 255>>
         assert at(surface, 220, 60) == <<0, 255, 255, 255>>
       end},
      {"render: images", :any,
       """
       # Load an image from RGBA8888 binary data
       Dala.Gpu.load_image(surface, image_id, rgba_data, width, height)

       # Draw at position with scaling
       Dala.Gpu.draw_image(surface, image_id, x, y, dest_w, dest_h)

       # Remove when done
       Dala.Gpu.remove_image(surface, image_id)
       """,
       fn ->
         [surface: surface(), image_id: 42, rgba_data: :binary.copy(<<200, 100, 50, 255>>, 16)] ++
           [width: 4, height: 4, x: 10, y: 20, dest_w: 80, dest_h: 60]
       end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 10, 20) == <<200, 100, 50, 255>>
         assert at(surface, 89, 79) == <<200, 100, 50, 255>>
         assert at(surface, 90, 79) == <<0, 0, 0, 0>>
       end},
      {"render: sprites", :any,
       """
       Dala.Gpu.load_sprite(surface, sprite_id, rgba_data, width, height)
       Dala.Gpu.blit(surface, sprite_id, x, y)
       Dala.Gpu.remove_sprite(surface, sprite_id)
       """,
       fn ->
         [surface: surface(), sprite_id: 1, rgba_data: :binary.copy(<<255>>, 256)] ++
           [width: 8, height: 8, x: 100, y: 50]
       end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 107, 57) == <<255, 255, 255, 255>>
         assert at(surface, 108, 57) == <<0, 0, 0, 0>>
       end},
      {"render: batch", :any,
       """
       commands = [
         Dala.Gpu.Command.encode_clear(:transparent),
         Dala.Gpu.Command.encode_fill_rect(0, 0, 100, 100, :red),
         Dala.Gpu.Command.encode_draw_circle(50, 50, 25, :blue),
       ]
       Dala.Gpu.batch(surface, commands)
       """, fn -> [surface: surface()] end,
       fn value, %{surface: surface} ->
         assert value == :ok
         no_errors(surface)
         assert at(surface, 50, 50) == <<255, 0, 0, 255>>
         assert at(surface, 75, 50) == <<0, 0, 255, 255>>
         assert at(surface, 100, 100) == <<0, 0, 0, 0>>
       end},
      {"render: compute", :any,
       """
       Dala.Gpu.dispatch_compute(surface, shader_source, params_binary, {wg_x, wg_y, wg_z})
       Dala.Gpu.load_shader(surface, "blur", new_shader_source)
       Dala.Gpu.set_uniform(surface, "radius", <<5.0::float-little-32>>)
       Dala.Gpu.supports_compute(surface)  # true | false
       """,
       fn ->
         surface = surface()
         :ok = Dala.Gpu.clear(surface, :white)

         text =
           "fn darken(pixels: &mut Tensor<u8>, radius: f32) {" <>
             "  pixels[ABSOLUTE_POS] = ((pixels[ABSOLUTE_POS] as f32) / radius) as u8; }"

         [surface: surface, shader_source: text, new_shader_source: text] ++
           [params_binary: <<2.0::float-little-32>>, wg_x: 40, wg_y: 30, wg_z: 1]
       end,
       fn value, %{surface: surface} ->
         assert value == true
         assert at(surface, 0, 0) == <<127, 127, 127, 127>>
         # The shader by its name, with the value that was set.
         :ok = Dala.Gpu.dispatch_compute(surface, "blur", <<>>, {1, 1, 1})
         no_errors(surface)
         assert at(surface, 0, 0) == <<25, 25, 25, 25>>
       end},
      {"render: pixels", :any,
       """
       pixels = Dala.Gpu.get_pixels(surface)
       Dala.Gpu.set_pixels(surface, rgba_binary)

       Dala.Gpu.with_pixels(surface, fn pixels ->
         # Modify and return
         modified_pixels
       end)
       """,
       fn ->
         [surface: surface(2, 1), rgba_binary: <<1, 2, 3, 4, 5, 6, 7, 8>>] ++
           [modified_pixels: <<8, 7, 6, 5, 4, 3, 2, 1>>]
       end,
       fn value, names ->
         assert value == :ok
         assert names.pixels == <<0::64>>
         assert Dala.Gpu.get_pixels(names.surface) == names.modified_pixels
       end}
    ]
  end
end
