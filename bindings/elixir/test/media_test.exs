defmodule Dala.MediaTest do
  use ExUnit.Case, async: false
  alias Dala.Media.Gpu
  alias Dala.Media.Gpu.Processor
  alias Dala.Media.Scene

  @moduletag :tmp_dir

  defp frame(width, height, pixel \\ <<100, 150, 200, 255>>),
    do: :binary.copy(pixel, width * height)

  test "filters are written in any of their forms" do
    for filters <- [
          [{:blur, %{radius: 2}}],
          [{:blur, radius: 2}],
          ["blur:radius=2"],
          [{"blur", %{"radius" => 2}}]
        ],
        do: assert(Gpu.apply_filters(frame(8, 8), 8, 8, filters) == frame(8, 8))

    assert_raise ArgumentError, ~r/a filter is a name/, fn ->
      Gpu.apply_filters(frame(1, 1), 1, 1, [1])
    end

    assert_raise ArgumentError, ~r/needs? 16|need 16/, fn ->
      Gpu.apply_filters("short", 2, 2, [:invert])
    end
  end

  test "masks and backgrounds are given as pictures or buffers" do
    mask = Dala.Gpu.Compute.buffer_from_binary(<<0, 0, 0, 0>>, {2, 2}, :u8)
    background = {1, 1, <<1, 2, 3, 255>>}
    filter = {:background_replace, %{mask: mask, background: background}}
    assert Gpu.apply_filters(frame(2, 2), 2, 2, [filter]) == frame(2, 2, <<1, 2, 3, 255>>)
  end

  test "filters that change the size" do
    {:ok, context} = Gpu.start_pipeline(8, 4)
    assert {4, 2, small} = Gpu.process_picture(context, frame(8, 4), [{:resize, width: 4}])
    assert small == frame(4, 2)
    assert {:ok, plan} = Gpu.explain(context, [:invert, :sepia])
    assert plan =~ "invert"
    assert Gpu.stop_pipeline(context) == :ok
    assert_raise Dala.Error, fn -> Gpu.process_frame(context, frame(8, 4), []) end
  end

  test "pictures in files", %{tmp_dir: folder} do
    file = Path.join(folder, "red.png")
    red = {2, 1, <<255, 0, 0, 255, 200, 0, 0, 255>>}
    assert Gpu.write_picture(file, red) == :ok
    assert Gpu.read_picture(file) == {:ok, red}
    assert Gpu.decode_picture(File.read!(file)) == {:ok, red}
    assert {:error, %{code: :bad_file}} = Gpu.decode_picture("no picture")
    assert {:error, %{code: :io}} = Gpu.read_picture(Path.join(folder, "none.png"))
  end

  test "videos", %{tmp_dir: folder} do
    if System.find_executable("ffmpeg") do
      source = Path.join(folder, "in.mp4")
      make = ~w(-loglevel error -f lavfi -i testsrc=size=64x48:rate=10:duration=1) ++ [source]
      {_, 0} = System.cmd("ffmpeg", make)
      target = Path.join(folder, "out.mp4")
      assert {:ok, report} = Gpu.transcode(source, target, [:grayscale])
      assert %{frames: 10, width: 64, height: 48, damaged: 0} = report
      assert report.losses == []
      assert File.exists?(target)

      assert {:error, %{code: :io}} =
               Gpu.transcode(source, target, [], folders: [Path.join(folder, "other")])

      graph = "lavfi:testsrc=size=64x48:rate=10:duration=1"
      assert {:error, %{message: message}} = Gpu.transcode(graph, target, [])
      assert message =~ "only opened where they are named"

      {:ok, scene} = Scene.new(8, 8)
      assert {:error, %{message: ^message}} = Scene.add_video(scene, stream: graph)

      assert {:error, %{message: _}} = Scene.add_video(scene, stream: "http://127.0.0.1:1/a.mp4")

      assert Scene.losses(scene) == []
    else
      IO.puts("skipped: videos, because this machine has no ffmpeg to make one")
    end
  end

  test "a processor answers in order and forgets what is late" do
    {:ok, camera} = Processor.start(32, 32, filters: [:invert])
    for _ <- 1..50, do: assert({:ok, _} = Processor.submit(camera, frame(32, 32)))
    assert Processor.flush(camera) == :ok
    counts = Processor.counts(camera)
    assert counts.submitted == 50 and counts.done + counts.dropped == 50 and counts.failed == 0
    numbers = for _ <- 1..counts.done, do: receive_frame(camera)
    assert numbers == Enum.sort(numbers) and List.last(numbers) == 50
    assert {:error, %{code: :unknown_filter}} = Processor.set_filters(camera, [:none_such])
    assert Processor.set_filters(camera, [:grayscale]) == :ok
    assert Processor.stop(camera) == :ok
    assert Processor.stop(camera) == :ok
    assert_raise ArgumentError, fn -> Processor.submit(camera, frame(32, 32)) end
  end

  defp receive_frame(camera) do
    assert_receive {:dala_frame, ^camera, {number, 32, 32, rgba}}, 5_000
    assert rgba == frame(32, 32, <<155, 105, 55, 255>>)
    number
  end

  test "a processor ends with its owner" do
    test = self()
    owner = spawn(fn -> send(test, Processor.start(4, 4)) && Process.sleep(:infinity) end)
    assert_receive {:ok, camera}, 5_000
    monitor = Process.monitor(camera)
    Process.exit(owner, :kill)
    assert_receive {:DOWN, ^monitor, :process, _, :normal}, 5_000
  end
end
