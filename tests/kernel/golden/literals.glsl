kernel `literals`: tensor `output` holds f64, a type that GLSL ES 3.10 does not have
