defmodule Dala.Seeds.Tools do
  @moduledoc false
  # What the free names of snippets stand for is made of these, and what comes of them looked at.
  import ExUnit.Assertions

  alias Dala.Gpu.Compute

  def f32(values), do: for(value <- values, into: <<>>, do: <<value::float-little-32>>)
  def vector(values), do: Compute.buffer(values, {length(values)}, :f32)
  def picture(width, height), do: Compute.buffer_zeros({height, width, 4}, :u8)

  def photo(width, height) do
    frame = picture(width, height)
    :ok = Compute.run_kernel(:generate_gradient, [], frame, %{})
    frame
  end

  def pixel(pixels, width, x, y), do: :binary.part(pixels, (y * width + x) * 4, 4)

  def surface(width \\ 320, height \\ 240) do
    {:ok, surface} = Dala.Gpu.create_surface(width, height)
    surface
  end

  def at(surface, x, y) do
    {width, _} = Dala.Gpu.size(surface)
    pixel(Dala.Gpu.get_pixels(surface), width, x, y)
  end

  def no_errors(surface) do
    :ok = Dala.Gpu.flush(surface)
    assert Dala.Gpu.errors(surface) == []
  end
end
