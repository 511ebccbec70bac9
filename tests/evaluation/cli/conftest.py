"""Files for commands."""

import pytest


@pytest.fixture
def write(tmp_path):
    def write_file(name, text, encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return write_file
