defmodule Dala.Seeds.PipelinePage do
  @moduledoc false
  # The page of Dala.Gpu.Compute.Pipeline.
  import ExUnit.Assertions
  import Dala.Seeds.Tools

  alias Dala.Gpu.Compute

  def snippets do
    [
      {"pipeline: image processing", :any,
       """
       pipeline = Dala.Gpu.Compute.pipeline()
       pipeline
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :blur,
         inputs: [input_buf],
         output: blurred_buf,
         params: %{radius: 3, sigma: 1.5}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :sharpen,
         inputs: [blurred_buf],
         output: sharpened_buf,
         params: %{amount: 0.5}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :grayscale,
         inputs: [sharpened_buf],
         output: output_buf,
         params: %{}
       })
       Dala.Gpu.Compute.pipeline_run(pipeline)
       """,
       fn ->
         [input_buf: photo(64, 48), blurred_buf: picture(64, 48)] ++
           [sharpened_buf: picture(64, 48), output_buf: picture(64, 48)]
       end,
       fn value, names ->
         assert value == :ok
         rgba = Compute.read(names.input_buf)

         expected =
           Dala.Media.Gpu.apply_filters(rgba, 64, 48, [
             {:blur, radius: 3, sigma: 1.5},
             {:sharpen, amount: 0.5},
             :grayscale
           ])

         assert Compute.read(names.output_buf) == expected
         stages = Compute.Pipeline.stages(names.pipeline)
         assert Enum.map(stages, & &1.kernel) == [:blur, :sharpen, :grayscale]
         assert hd(stages).inputs == [names.input_buf.ref]
       end},
      {"pipeline: inference", :models,
       """
       pipeline = Dala.Gpu.Compute.pipeline()
       pipeline
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :preprocess,
         inputs: [camera_buf],
         output: preprocessed_buf,
         params: %{normalize: true, size: {224, 224}}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :mobilenet_v2,
         inputs: [preprocessed_buf],
         output: logits_buf,
         params: %{}
       })
       |> Dala.Gpu.Compute.pipeline_add(%{
         op: :run_kernel,
         kernel: :softmax,
         inputs: [logits_buf],
         output: probs_buf,
         params: %{}
       })
       Dala.Gpu.Compute.pipeline_run(pipeline)
       """,
       fn ->
         file = Path.join(Dala.Test.models_folder(), "photos/dog1.jpg")
         {:ok, {width, height, rgba}} = Dala.Media.Gpu.read_picture(file)

         [
           camera_buf: Compute.buffer_from_binary(rgba, {height, width, 4}, :u8),
           preprocessed_buf: Compute.buffer_zeros({1, 3, 224, 224}, :f32),
           logits_buf: Compute.buffer_zeros({1, 1000}, :f32),
           probs_buf: Compute.buffer_zeros({1, 1000}, :f32)
         ]
       end,
       fn value, names ->
         assert value == :ok
         assert [{263, score} | _] = Dala.ML.Gpu.top_k(names.probs_buf)
         assert_in_delta score, 0.84, 0.02
         assert_in_delta Enum.sum(Compute.read_list(names.probs_buf)), 1.0, 1.0e-3
       end}
    ]
  end
end
