kernel `k`: it has indices of 64 bits, which GLSL ES 3.10 does not have
