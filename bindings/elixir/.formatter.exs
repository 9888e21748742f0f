[
  inputs: ["{mix,.formatter}.exs", "{lib,test,bench,examples}/**/*.{ex,exs}"],
  locals_without_parens: [kernel: 2, kernel: 3],
  export: [locals_without_parens: [kernel: 2, kernel: 3]]
]
