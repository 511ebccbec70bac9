"""Files for commands."""

import pytest


@pytest.fixture
def write(tmp_path):
    def write_file(name, content, encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write_file
