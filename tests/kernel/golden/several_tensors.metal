kernel `blend`: variable `a` is f64, a type that Metal does not have
