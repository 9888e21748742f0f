kernel `blend`: variable `mixed` is f64, a type that Metal does not have
