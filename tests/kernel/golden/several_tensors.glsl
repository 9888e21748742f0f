kernel `blend`: variable `mixed` is f64, a type that GLSL ES 3.10 does not have
