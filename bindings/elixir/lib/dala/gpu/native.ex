defmodule Dala.Gpu.Native do
  @moduledoc """
  The functions of the native library, as they are; `Dala.Gpu`, `Dala.Gpu.Compute`,
  `Dala.Media.Gpu`, `Dala.ML.Gpu` and `Dala.Media.Scene` are what programs call.

  They take references, give `:ok`, `{:ok, value}` or `{:error, %Dala.Error{}}`, and raise
  `ArgumentError` for terms of another kind. Whatever may take longer than a millisecond runs on
  dirty schedulers.

  The device is that of `config :dala, device: "gles"`, or of the environment variable
  `DALA_DEVICE`, or the best there is; the folder of models that of `config :dala, models: folder`,
  or of `DALA_MODELS`, or the user's own.
  """
  @on_load :load

  @functions [
    buffer: 3,
    buffer_from_binary: 3,
    buffer_zeros: 2,
    buffer_shape: 1,
    buffer_dtype: 1,
    buffer_size: 1,
    buffer_free: 1,
    buffer_read: 1,
    buffer_read_list: 1,
    buffer_write: 2,
    run: 1,
    run_small: 1,
    infer: 3,
    kernels: 0,
    kernel_check: 2,
    kernel_register: 3,
    kernel_remove: 1,
    queue_new: 0,
    submit: 4,
    cancel: 1,
    poll: 1,
    wait_for: 2,
    explain: 1,
    configure: 2,
    device_info: 0,
    library_version: 0,
    pipeline_new: 0,
    pipeline_add: 3,
    pipeline_stages: 1,
    pipeline_run: 1,
    pipeline_submit: 4,
    pipeline_explain: 1,
    pipeline_free: 1,
    surface_new: 3,
    surface_command: 2,
    surface_command_wait: 2,
    surface_get_pixels: 1,
    surface_shown_pixels: 1,
    surface_read_pixels: 5,
    surface_set_pixels: 2,
    surface_set_buffer: 2,
    surface_flush: 1,
    surface_size: 1,
    surface_frames: 1,
    surface_supports_compute: 1,
    surface_take_errors: 1,
    surface_destroy: 1,
    command_text: 1,
    frames_start: 2,
    frames_process: 3,
    frames_explain: 2,
    frames_stop: 1,
    processor_start: 5,
    processor_set_filters: 2,
    processor_submit: 2,
    processor_flush: 1,
    processor_counts: 1,
    processor_stop: 1,
    filters: 0,
    picture_read: 1,
    picture_decode: 1,
    picture_write: 2,
    transcode: 4,
    models: 0,
    model_load: 2,
    model_info: 1,
    model_predict: 2,
    model_preprocess: 2,
    model_classify: 3,
    model_detect: 2,
    model_faces: 2,
    model_pose: 2,
    model_segment: 2,
    model_mask: 3,
    top_k: 2,
    scene_new: 3,
    scene_types: 0,
    scene_add: 3,
    scene_set_transform: 3,
    scene_set_pip: 3,
    scene_remove: 2,
    scene_nodes: 1,
    scene_load_image: 5,
    scene_remove_image: 2,
    scene_render: 2,
    scene_pixels: 1,
    scene_record: 5,
    scene_losses: 1,
    scene_seek: 3,
    scene_pause: 3,
    scene_stats: 1,
    scene_events: 1,
    stream_new: 0,
    stream_push: 4,
    stream_finish: 1,
    textures_new: 3,
    textures_acquire: 1,
    textures_release: 2,
    textures_in_use: 1
  ]

  for {name, arity} <- @functions do
    arguments = Macro.generate_arguments(arity, __MODULE__)
    @doc false
    def unquote(name)(unquote_splicing(arguments)) do
      _ = unquote(arguments)
      :erlang.nif_error(:nif_not_loaded)
    end
  end

  @doc "Every native function with its arity."
  @spec functions() :: keyword(arity())
  def functions, do: @functions

  @doc false
  def load do
    file = Application.app_dir(:dala, "priv/dala_nif")
    :erlang.load_nif(String.to_charlist(file), 0)
  end
end
