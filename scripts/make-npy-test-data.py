#!/usr/bin/env python3
"""Writes tests/data/npy: the small files, made by NumPy itself, that the .npy tests read.

Run it by hand (needs python3-numpy) after adding a case; the files are kept in the repository.
"""

import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "tests" / "data" / "npy"
folder.mkdir(parents=True, exist_ok=True)

values = np.arange(6).reshape(2, 3)  # every good file but the odd shapes holds 0..5


def save(name, array, version=None):
    with open(folder / f"{name}.npy", "wb") as file:
        np.lib.format.write_array(file, array, version=version)


little = ["<f4", "<f8", "<i4", "<i8", "<u4", "<i2", "<u2", "<f2"]
for dtype in little + ["|u1", "|i1"] + [name.replace("<", ">") for name in little]:
    order = {"<": "little", ">": "big", "|": "bytes"}[dtype[0]]
    save(f"{dtype[1:]}_{order}", values.astype(dtype))

save("fortran_f4", np.asfortranarray(values.astype("<f4")))
save("fortran_big_i8", np.asfortranarray(values.astype(">i8")))
save("fortran_rank3_u1", np.asfortranarray(np.arange(24, dtype="u1").reshape(2, 3, 4)))
save("version2_f4", values.astype("<f4"), version=(2, 0))
save("version3_f4", values.astype("<f4"), version=(3, 0))
save("scalar_f8", np.float64(2.5).reshape(()))
save("empty_f4", np.zeros((0, 3), "<f4"))
save("rank9_u1", np.zeros((1,) * 9, "u1"))
save("bool", values.astype(bool))
save("complex", values.astype("<c8"))
save("record", np.zeros(2, [("x", "<f4"), ("y", "<i4")]))
