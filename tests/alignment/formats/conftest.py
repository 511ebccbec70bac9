"""Files to convert."""

import pytest


@pytest.fixture
def folder(tmp_path):
    class Folder:
        def write(self, name, text, encoding="utf-8"):
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode(encoding))
            return path

        def path(self, name):
            return tmp_path / name

        def names(self):
            return sorted(path.name for path in tmp_path.iterdir())

    return Folder()
