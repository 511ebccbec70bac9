"""Files for tests of measures."""

import pytest

from tests.evaluation.idioms import read_idioms


@pytest.fixture
def write(tmp_path):
    def write_file(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_file


@pytest.fixture
def idioms():
    return read_idioms()
