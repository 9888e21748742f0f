kernel `blend`: variable `a` is f64, a type that GLSL ES 3.10 does not have
