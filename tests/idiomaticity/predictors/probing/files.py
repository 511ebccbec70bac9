"""Files of vectors for tests."""

from io import BytesIO
from typing import Any

import numpy as np


def write_npz(**arrays: Any) -> BytesIO:
    """Return an .npz of these arrays, lists of numbers as 32-bit floats."""
    file = BytesIO()
    np.savez(file, **{name: _convert(values) for name, values in arrays.items()})
    file.seek(0)
    return file


def _convert(values: Any) -> Any:
    if isinstance(values, np.ndarray):
        return values
    array = np.asarray(values)
    return array.astype(np.float32) if array.dtype.kind == "f" else array
