defmodule Dala.Media.Filter do
  @moduledoc """
  How filters are written.

  A filter is a name, `:grayscale`; a name with parameters, `{:blur, %{radius: 3}}` or
  `{:blur, radius: 3}`; or a text, `"blur:radius=3"`. Other pictures that a filter needs, such as the
  mask of `:background_blur`, are among the parameters: a buffer, or `{width, height, rgba}`.
  """
  alias Dala.Gpu.Compute.Buffer

  @type picture :: Buffer.t() | {pos_integer(), pos_integer(), binary()}
  @type t ::
          atom()
          | String.t()
          | {atom() | String.t(), %{optional(atom()) => term()} | keyword()}

  @doc false
  # As the native side takes them.
  @spec normalize([t()]) :: list()
  def normalize(filters) when is_list(filters), do: Enum.map(filters, &one/1)
  def normalize(other), do: raise(ArgumentError, "filters are a list, not #{inspect(other)}")

  defp one(text) when is_binary(text), do: text
  defp one(name) when is_atom(name), do: {name, %{}, []}

  defp one({name, params}) when is_map(params) or is_list(params) do
    {pictures, numbers} = params |> Enum.to_list() |> Enum.split_with(&picture?/1)
    {name, Map.new(numbers), Enum.map(pictures, &input/1)}
  end

  defp one(other) do
    raise ArgumentError,
          "a filter is a name, {name, params} or a text such as \"blur:radius=3\"; " <>
            "got: #{inspect(other)}"
  end

  defp picture?({_name, %Buffer{}}), do: true
  defp picture?({_name, {_width, _height, rgba}}) when is_binary(rgba), do: true
  defp picture?({_name, _value}), do: false
  defp picture?(other), do: raise(ArgumentError, "#{inspect(other)} is no parameter")

  defp input({name, %Buffer{ref: ref}}), do: {name, ref}
  defp input({name, picture}), do: {name, picture}
end
