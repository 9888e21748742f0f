defmodule Dala.MLTest do
  use ExUnit.Case, async: false
  alias Dala.ML
  alias Dala.ML.Gpu

  @moduletag :models

  defp photo(name), do: File.read!(Path.join(Dala.Test.models_folder(), "photos/#{name}"))

  test "what is on a photograph" do
    {:ok, model} = Gpu.load_model(:mobilenet_v2)
    assert %{name: "mobilenet_v2", task: :classify, inputs: [%{dims: [_, 3, 224, 224]}]} = model

    assert {:ok, [%{id: 263, label: label, score: score}, _]} =
             Gpu.classify(model, photo("dog1.jpg"), k: 2)

    assert label =~ "Pembroke"
    assert_in_delta score, 0.84, 0.02
    # As the card says, and as the same by hand.
    by_card = ML.preprocess(photo("dog1.jpg"), model: model)
    by_hand = ML.preprocess(photo("dog1.jpg"))
    assert Dala.Gpu.Compute.read(by_card) == Dala.Gpu.Compute.read(by_hand)

    assert {:error, %{code: code}} =
             Gpu.predict(model, Dala.Gpu.Compute.buffer_zeros({1, 3, 5, 5}, :f32))

    assert code in [:shape_mismatch, :invalid_shape]
    assert {:error, _} = Gpu.detect(model, photo("dog1.jpg"))
  end

  test "who is on it, for a background" do
    {:ok, model} = Gpu.load_model(:deeplab)
    assert {:ok, found} = Gpu.segment(model, photo("person1.jpg"))
    assert byte_size(found.map) == found.width * found.height
    %{id: person} = Enum.find(found.classes, &(&1.label == "person"))
    assert {:ok, mask} = Gpu.segment_mask(model, photo("person1.jpg"), person)
    assert mask.shape == {found.height, found.width}
    bytes = Dala.Gpu.Compute.read(mask)

    assert for(<<class <- found.map>>, into: <<>>, do: <<if(class == person, do: 255, else: 0)>>) ==
             bytes
  end

  test "what is no model is an error" do
    assert {:error, %{code: :io}} = Gpu.load_model("none.onnx")
    assert_raise ArgumentError, ~r/no precision/, fn -> Gpu.load_model("a", precision: :f8) end
    assert_raise ArgumentError, ~r/a picture is/, fn -> ML.preprocess(:no_picture) end
    assert_raise Dala.Error, fn -> ML.preprocess("no picture") end
  end
end
