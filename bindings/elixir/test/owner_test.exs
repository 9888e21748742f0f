defmodule Dala.OwnerTest do
  use ExUnit.Case, async: false
  import Dala.Test, only: [eventually: 1]
  alias Dala.Gpu.Compute
  alias Dala.Gpu.Compute.{Kernel, Pipeline}

  # Ends only when it is stopped, or after the limit of a minute.
  @endless """
  fn endless(input: Tensor<f32>, output: &mut Tensor<f32>) {
    let mut x = input[0];
    while x >= 0.0 { x += 1.0; }
    output[0] = x;
  }
  """

  @wait {Dala.Gpu.Native, :wait_for, 2}

  setup do
    :ok = Kernel.register(:endless, @endless)
    on_exit(&Kernel.clear_registry/0)
    %{input: buffer(), output: buffer()}
  end

  defp buffer, do: Compute.buffer([1.0], {1}, :f32)

  defp command(input, output),
    do: %{op: :run_kernel, kernel: :endless, inputs: [input], output: output}

  # Once it waits for the end of the command, which has begun by then.
  defp start(work) do
    caller = spawn(work)
    assert eventually(fn -> where(caller) == @wait end)
    caller
  end

  defp where(process),
    do: with({_, function} <- Process.info(process, :current_function), do: function)

  defp kill(caller) do
    monitor = Process.monitor(caller)
    Process.exit(caller, :kill)
    assert_receive {:DOWN, ^monitor, :process, ^caller, :killed}, 10_000
  end

  # Long before the limit, with time for a machine that is busy.
  defp was_cancelled?(output) do
    reader = Task.async(fn -> catch_error(Compute.read(output)) end)
    assert {:ok, error} = Task.yield(reader, 20_000) || Task.shutdown(reader, :brutal_kill)
    error.message =~ "cancelled"
  end

  test "what a process runs is cancelled when it is killed", %{input: input, output: output} do
    kill(start(fn -> Compute.run_kernel(:endless, [input], output, %{}) end))
    assert was_cancelled?(output)
    pipeline = Pipeline.add(Compute.pipeline(), command(input, output))
    Compute.write(output, <<0::32>>)
    kill(start(fn -> Pipeline.run(pipeline) end))
    assert was_cancelled?(output)
  end

  test "kernels that never end leave other calls their turn, and end with their callers", %{
    input: a
  } do
    # More than there are threads of the VM that could wait for them.
    count = :erlang.system_info(:dirty_io_schedulers) + :erlang.system_info(:dirty_cpu_schedulers)
    outputs = for _ <- 0..count, do: buffer()
    callers = for o <- outputs, do: spawn(fn -> Compute.run_kernel(:endless, [a], o, %{}) end)
    assert eventually(fn -> Enum.any?(callers, &(where(&1) == @wait)) end)

    other =
      Task.async(fn -> Compute.run_kernel(:relu, [a], Compute.buffer_zeros({1}, :f32), %{}) end)

    assert Task.await(other, 20_000) == :ok
    other = Task.async(fn -> Compute.run_kernel_async(:relu, [a], buffer(), %{}) end)
    assert Task.await(other, 20_000) == :ok
    assert Enum.all?(callers, &Process.alive?/1)
    Enum.each(callers, &kill/1)
    for output <- outputs, do: assert(was_cancelled?(output))
  end

  test "what a process submitted is cancelled when it ends", %{input: input, output: output} do
    test = self()
    pipeline = Pipeline.add(Compute.pipeline(), command(input, output))

    for submit <- [
          &Compute.submit(command(input, output), &1),
          &Pipeline.submit(pipeline, &1)
        ] do
      owner =
        spawn(fn -> send(test, {:id, submit.(notify: test)}) && Process.sleep(:infinity) end)

      assert_receive {:id, id}, 10_000
      assert Compute.poll(id) == :pending
      Process.exit(owner, :kill)
      assert_receive {:dala_command, ^id, {:error, %{code: :cancelled}}}, 20_000
      assert {:error, %{code: :cancelled}} = Compute.wait(id)
      Compute.write(output, <<0::32>>)
      # Of one that is gone when it is named.
      id = submit.(notify: test, owner: owner)
      assert_receive {:dala_command, ^id, {:error, %{code: :cancelled}}}, 20_000
      Compute.write(output, <<0::32>>)
    end
  end

  test "what one process submitted keeps that of others from nothing", %{input: a, output: output} do
    id = Compute.submit(command(a, output))
    other = Task.async(fn -> Compute.wait(Compute.submit(%{op: :barrier})) end)
    assert Task.await(other, 20_000) == :ok
    assert Compute.poll(id) == :pending
    assert Compute.cancel(id) == {:ok, true}
  end

  test "what is for nobody goes on until it is cancelled", %{input: input, output: output} do
    submit = fn -> Compute.submit(command(input, output), owner: nil) end
    id = Task.await(Task.async(submit))
    assert {:error, %{code: :timeout}} = Compute.wait(id, 300)
    assert Compute.cancel(id) == {:ok, true}
    assert {:error, %{code: :cancelled}} = Compute.wait(id, 20_000)
    assert Compute.cancel(id) == {:ok, false}
  end

  test "commands that ended are of nobody any more" do
    a = buffer()
    relu = %{op: :run_kernel, kernel: :relu, inputs: [a], output: a}

    ids =
      Task.await(
        Task.async(fn -> for _ <- 1..100, do: Compute.submit(relu) |> tap(&Compute.wait/1) end)
      )

    for id <- ids, do: assert(Compute.poll(id) == :completed)
    assert_raise ArgumentError, ~r/a process/, fn -> Compute.submit(relu, owner: :me) end
  end
end
