kernel `literals`: tensor `output` holds f64, a type that Metal does not have
