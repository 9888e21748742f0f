defmodule Dala.Gpu.Compute.Waiting do
  @moduledoc false
  # Native calls that wait keep a thread of the VM, of which there are few. So nobody waits long at a
  # time, and those who wait for commands that never end leave room for others.
  alias Dala.Error
  alias Dala.Gpu.Native

  # In milliseconds.
  @slice 50

  # What a native call came to that gives `{:pending, id}` for what takes longer.
  def ended({:pending, id}), do: wait(id)
  def ended(result), do: result

  def wait(id) do
    case Native.wait_for(id, @slice) do
      {:error, %{code: :timeout}} -> if(pending?(id), do: wait(id), else: result(id))
      result -> result
    end
  end

  def wait(id, milliseconds) when is_integer(milliseconds) and milliseconds >= 0,
    do: wait_until(id, milliseconds, System.monotonic_time(:millisecond) + milliseconds)

  def wait(_id, other) do
    raise ArgumentError, "a time to wait is a whole number of milliseconds, not #{inspect(other)}"
  end

  defp wait_until(id, milliseconds, deadline) do
    left = max(deadline - System.monotonic_time(:millisecond), 0)

    case Native.wait_for(id, min(left, @slice)) do
      {:error, %{code: :timeout}} ->
        cond do
          not pending?(id) -> result(id)
          left > @slice -> wait_until(id, milliseconds, deadline)
          true -> {:error, timeout(id, milliseconds)}
        end

      result ->
        result
    end
  end

  defp pending?(id), do: Native.poll(id) == :pending

  # Of a command that ended just after the wait for it.
  defp result(id), do: with(:completed <- Native.poll(id), do: :ok)

  defp timeout(id, milliseconds) do
    %Error{
      code: :timeout,
      message: "command #{id} is still pending after #{milliseconds} ms"
    }
  end
end
