defmodule Dala.DocTest do
  use ExUnit.Case, async: false

  doctest Dala.Error
  doctest Dala.Events
  doctest Dala.Gpu
  doctest Dala.Gpu.Command
  doctest Dala.Gpu.Protocol
  doctest Dala.Gpu.Compute
  doctest Dala.Gpu.Compute.Buffer
  doctest Dala.Gpu.Compute.Kernel
  doctest Dala.Gpu.Compute.Pipeline
  doctest Dala.Media.Gpu
  doctest Dala.Media.Gpu.Processor
  doctest Dala.Media.Scene
  doctest Dala.Media.Stream
  doctest Dala.Media.Texture
  doctest Dala.ML
  doctest Dala.ML.Gpu
  doctest Dala.Cluster
end
