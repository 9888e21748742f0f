defmodule Dala.Media.Scene do
  @moduledoc """
  A compositor: videos, pictures, texts and effects in one frame after the other.

      iex> {:ok, scene} = Dala.Media.Scene.new(8, 8)
      iex> {:ok, _} = Dala.Media.Scene.add_overlay(scene, color: :red, position: {2, 2}, size: {4, 4})
      iex> Dala.Media.Scene.render(scene)
      {:ok, :rendered}
      iex> :binary.part(Dala.Media.Scene.pixels(scene), (3 * 8 + 3) * 4, 4)
      <<255, 0, 0, 255>>

  Functions that add a node return `{:ok, id}`. All of them take these options about its place:

    * `:position`, `:size`, `:scale`, `:anchor` - `{x, y}`, in pixels or in parts of the box
    * `:rotation` - in degrees, clockwise; `:corner_radius`; `:crop` - `{x, y, width, height}`
    * `:fit` - `:fill`, `:contain` or `:cover`
    * `:opacity` - 0 to 1; `:blend` - `:normal`, `:multiply`, `:screen`, `:overlay` or `:add`
    * `:z_index` - of nodes of one parent the higher is above; `:visible`
    * `:parent` - the id of a group; `:key` - a name of your own; `:mask_node` - the id of a node

  and videos and images those of picture in picture: `:pip` (`true`), `:pip_position`, `:pip_size`.
  Without a position it is in the top right corner, of 200 x 150 pixels.

  Times are in milliseconds. What did not change since the frame before is not drawn again. A scene
  belongs to whoever has it, and may be used by several processes.
  """
  alias Dala.Error
  alias Dala.Gpu.{Native, Surface}
  alias Dala.Media.{Filter, Texture}

  @enforce_keys [:ref, :width, :height]
  defstruct [:ref, :width, :height]
  @type t :: %__MODULE__{ref: reference(), width: pos_integer(), height: pos_integer()}
  @type node_id :: pos_integer()
  @type result :: :ok | {:error, term()}

  @doc """
  A scene without nodes. Options:

    * `:background` - a colour (`:black`)
    * `:target_fps` - what `render/1` counts time by (60)
    * `:realtime` - videos show what there is in time instead of waiting for the exact frame
    * `:surface` - a surface of the same size; every frame that changed is presented on it
    * `:folders`, `:network`, `:allow` - what names of videos, pictures and fonts may lead to besides
      plain files, as `Dala.Media.Gpu.transcode/4` has them
  """
  @spec new(pos_integer(), pos_integer(), keyword()) :: {:ok, t()} | {:error, term()}
  def new(width, height, options \\ []) do
    options = prepare(options)

    with {:ok, ref} <- Native.scene_new(width, height, options),
         do: {:ok, %__MODULE__{ref: ref, width: width, height: height}}
  end

  # --- nodes ---

  @doc """
  A video. `:stream` is a `Dala.Media.Stream`, or a file as a text (which may also be given as
  `:source`); a URL or camera where `new/3` was told to allow it. Further options: `:loop`, `:live`,
  `:paused`, `:rate`, `:start`, `:offset`, and for its end `:at_end` (`:last_frame`, `:nothing` or
  `:color`) and `:end_color`.
  """
  @spec add_video(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_video(scene, options), do: add_node(scene, :video, options)

  @doc """
  A picture: `:image_id`, as `load_image/5` was given it or `Dala.Media.Texture.load_image/3`
  returned it, `:file`, or `:picture`, as `{width, height, rgba}`.
  """
  @spec add_image(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_image(scene, options) do
    with :ok <- bring_image(scene, options[:image_id]), do: add_node(scene, :image, options)
  end

  # Those of the whole node become the scene's when it first shows them.
  defp bring_image(scene, id) do
    case Texture.fetch_image(id) do
      {:ok, {width, height, rgba}} -> load_image(scene, id, rgba, width, height)
      :error -> :ok
    end
  end

  @doc """
  A box of one `:color`, or from it to `:gradient_to` along `:gradient_angle` (90); `:gradient` (`true`)
  alone makes it fade.
  """
  @spec add_overlay(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_overlay(scene, options), do: add_node(scene, :overlay, options)

  @doc """
  A text. Options:

    * `:text`, `:family`, `:font_size` (32), `:weight` (400), `:italic`, `:color`, `:language`
    * `:outline_width`, `:outline_color`
    * `:shadow` (`true`), `:shadow_dx`, `:shadow_dy`, `:shadow_blur`, `:shadow_color`
    * `:background`, a colour, with `:background_radius` and `:background_padding_x` and
      `:background_padding_y`, which `:padding` sets both
    * `:align`, `:line_height`, `:wrap_width`, `:max_lines`, `:ellipsis`
  """
  @spec add_text(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_text(scene, options), do: add_node(scene, :text, options)

  @doc """
  `:filters`, as `Dala.Media.Filter` says, or a `:kernel` as source with `:params`: on the node given
  as `:target`, or on what lies under the effect's own box.
  """
  @spec add_effect(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_effect(scene, options), do: add_node(scene, :effect, options)

  @doc """
  Changes a `:property` of the `:target` with time. `:keyframes` are `{milliseconds, value}` or
  `{milliseconds, value, easing}` with `"linear"`, `"ease_out"`, `"spring(3, 0.002)"` and others;
  `:loop` is `:once`, `:repeat` or `:alternate`, `:count` says how often, `:start` when it begins.

      iex> {:ok, scene} = Dala.Media.Scene.new(8, 8)
      iex> {:ok, box} = Dala.Media.Scene.add_overlay(scene, color: :red, size: {1, 8})
      iex> {:ok, _} = Dala.Media.Scene.add_animation(scene,
      ...>   target: box, property: "position.x", keyframes: [{0, 0}, {1000, 4}])
      iex> {:ok, :rendered} = Dala.Media.Scene.render(scene, 500)
      iex> :binary.part(Dala.Media.Scene.pixels(scene), 2 * 4, 4)
      <<255, 0, 0, 255>>
  """
  @spec add_animation(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_animation(scene, options), do: add_node(scene, :animation, options)

  @doc "Nodes that are placed together; they name it as their `:parent`. `:clip` cuts them at its box."
  @spec add_group(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_group(scene, options \\ []), do: add_node(scene, :group, options)

  @doc """
  A video, with the options of `add_video/2`, or a `:picture`, whose background is blurred by
  `:strength`, or replaced by the picture `:background`. The people are found by a `:model` with the
  `:label` of the class, or given as a `:mask`.
  """
  @spec add_virtual_background(t(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_virtual_background(scene, options), do: add_node(scene, :virtual_background, options)

  @doc """
  A node of any type, by its name; `options/1` says what it takes.

      iex> {:ok, scene} = Dala.Media.Scene.new(8, 8)
      iex> {:ok, _} = Dala.Media.Scene.add_node(scene, :overlay, color: :red)
      iex> Dala.Media.Scene.render(scene)
      {:ok, :rendered}
  """
  @spec add_node(t(), atom(), keyword()) :: {:ok, node_id()} | {:error, term()}
  def add_node(%__MODULE__{ref: ref}, type, options),
    do: Native.scene_add(ref, type, prepare(options))

  @doc """
  The types of nodes that there are.

      iex> :virtual_background in Dala.Media.Scene.types()
      true
  """
  @spec types() :: [atom()]
  def types, do: for({type, _, _} <- Native.scene_types(), type != :node, do: type)

  @doc """
  The options of a type of nodes, as `{name, form, meaning}`; of `:node` those about the place, which
  all types have.

      iex> List.keyfind(Dala.Media.Scene.options(:overlay), :gradient_to, 0)
      {:gradient_to, "colour", "the colour at its end"}
  """
  @spec options(atom()) :: [{atom(), String.t(), String.t()}]
  def options(type) do
    case List.keyfind(Native.scene_types(), type, 0) do
      {_, _, options} ->
        options

      nil ->
        raise ArgumentError, "#{inspect(type)} is no type of nodes; there are #{inspect(types())}"
    end
  end

  @doc "Another place for a node; what is not given is as it is without."
  @spec set_transform(t(), node_id(), keyword()) :: result()
  def set_transform(%__MODULE__{ref: ref}, node, options),
    do: Native.scene_set_transform(ref, node, prepare(options))

  @doc "Where a picture in picture is: `:position` and `:size`. Makes a node one that was none."
  @spec set_pip_transform(t(), node_id(), keyword()) :: result()
  def set_pip_transform(%__MODULE__{ref: ref}, node, options),
    do: Native.scene_set_pip(ref, node, Map.new(options))

  @doc "Takes a node away, with everything inside it and what was for it."
  @spec remove_node(t(), node_id()) :: result()
  def remove_node(%__MODULE__{ref: ref}, node), do: Native.scene_remove(ref, node)

  @doc "The nodes, in the order they were added."
  @spec nodes(t()) :: [node_id()]
  def nodes(%__MODULE__{ref: ref}), do: Native.scene_nodes(ref)

  @doc "Keeps a picture under an id, for any number of nodes."
  @spec load_image(t(), non_neg_integer(), binary(), pos_integer(), pos_integer()) :: result()
  def load_image(%__MODULE__{ref: ref}, id, rgba, width, height),
    do: Native.scene_load_image(ref, id, rgba, width, height)

  @doc "Forgets a picture; nodes that show it show nothing from then on."
  @spec remove_image(t(), non_neg_integer()) :: result()
  def remove_image(%__MODULE__{ref: ref}, id), do: Native.scene_remove_image(ref, id)

  # --- videos ---

  @doc "Goes to a time of a video."
  @spec seek(t(), node_id(), number()) :: result()
  def seek(%__MODULE__{ref: ref}, node, milliseconds),
    do: Native.scene_seek(ref, node, nanoseconds(milliseconds))

  @doc "Holds a video where it is."
  @spec pause(t(), node_id()) :: result()
  def pause(%__MODULE__{ref: ref}, node), do: Native.scene_pause(ref, node, true)

  @doc "Lets it go on."
  @spec resume(t(), node_id()) :: result()
  def resume(%__MODULE__{ref: ref}, node), do: Native.scene_pause(ref, node, false)

  # --- frames ---

  @doc "Composites all nodes: the frame of the next time by the target rate."
  @spec render(t()) :: {:ok, :rendered | :unchanged} | {:error, term()}
  def render(%__MODULE__{ref: ref}), do: Native.scene_render(ref, nil)

  @doc "The frame of a time. Where nothing changed nothing is drawn."
  @spec render(t(), number()) :: {:ok, :rendered | :unchanged} | {:error, term()}
  def render(%__MODULE__{ref: ref}, milliseconds),
    do: Native.scene_render(ref, nanoseconds(milliseconds))

  @doc "The last frame, RGBA."
  @spec pixels(t()) :: binary()
  def pixels(%__MODULE__{ref: ref}), do: Error.unwrap!(Native.scene_pixels(ref))

  @doc "The last frame as a PNG, JPEG or WebP file."
  @spec save_picture(t(), Path.t()) :: result()
  def save_picture(scene, file),
    do: Dala.Media.Gpu.write_picture(file, {scene.width, scene.height, pixels(scene)})

  @doc """
  A video file of the scene. Options: `:start` (0) and `:duration` (10,000), in milliseconds, and
  `:frame_rate` (0: the target of the scene).
  """
  @spec record(t(), Path.t(), keyword()) :: result()
  def record(%__MODULE__{ref: ref}, file, options \\ []) do
    options = Keyword.validate!(options, start: 0, duration: 10_000, frame_rate: 0)
    [start, duration] = Enum.map([:start, :duration], &nanoseconds(options[&1]))
    Native.scene_record(ref, to_string(file), start, duration, options[:frame_rate])
  end

  @doc "What `record/3` leaves out of what the scene shows now, a sentence each: the sound of videos."
  @spec losses(t()) :: [String.t()]
  def losses(%__MODULE__{ref: ref}), do: Native.scene_losses(ref)

  # --- what happened ---

  @doc "How many frames were `:rendered` or `:unchanged`, and what that took."
  @spec stats(t()) :: map()
  def stats(%__MODULE__{ref: ref}), do: Native.scene_stats(ref)

  @doc "What happened to nodes since the last call: videos that `:ended`, `:looped` or `:failed`."
  @spec events(t()) :: [map()]
  def events(%__MODULE__{ref: ref}), do: Native.scene_events(ref)

  # --- options as the native side takes them ---

  defp prepare(options), do: options |> Enum.flat_map(&option/1) |> Map.new()

  defp option({:stream, source}) when is_binary(source), do: [source: source]
  defp option({:surface, pid}), do: [surface: surface_ref(pid)]
  defp option({:filters, filters}), do: [filters: Filter.normalize(filters)]
  defp option({:padding, size}), do: [background_padding_x: size, background_padding_y: size]
  defp option(other), do: [other]

  defp surface_ref(pid) do
    case Surface.ref(pid) do
      {:ok, ref} -> ref
      {:error, error} -> raise ArgumentError, error.message
    end
  end

  defp nanoseconds(milliseconds) when is_number(milliseconds) and abs(milliseconds) < 1.0e12,
    do: round(milliseconds * 1_000_000)

  defp nanoseconds(other),
    do: raise(ArgumentError, "a time is a number of milliseconds, not #{inspect(other)}")
end
