defmodule Dala.Application do
  @moduledoc false
  use Application

  @impl Application
  def start(_type, _args) do
    Dala.Gpu.Compute.Kernel.create_table()
    Dala.Media.Texture.create_table()

    :ok =
      Dala.Gpu.Native.configure(setting(:device, "DALA_DEVICE"), setting(:models, "DALA_MODELS"))

    children = [
      {Registry, keys: :unique, name: Dala.Handles},
      {DynamicSupervisor, name: Dala.Gpu.SurfaceSupervisor, strategy: :one_for_one},
      {DynamicSupervisor, name: Dala.Media.Supervisor, strategy: :one_for_one},
      {Task.Supervisor, name: Dala.Cluster.Tasks},
      %{id: :pg, start: {:pg, :start_link, [Dala.Cluster]}},
      Dala.Cluster.Member
    ]

    Supervisor.start_link(children, strategy: :one_for_one, name: Dala.Supervisor)
  end

  # Of the application's configuration, or the environment.
  defp setting(key, variable),
    do: to_string(Application.get_env(:dala, key) || System.get_env(variable) || "")
end
