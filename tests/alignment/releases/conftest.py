"""Archives of releases, built once: whoever only reads files needs no rows."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from annotation_site.projects.models import Project
from tests.alignment.releasing import save_release
from tests.running.emptying import empty_tables

SaveAll = Callable[[Callable[[], Project]], list[Path]]
_built: dict[Callable[[], Project], list[tuple[str, bytes]]] = {}


@pytest.fixture
def save_all(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> SaveAll:
    """Return a function that saves the archives of all releases of a project; the project is made once."""

    def save(make: Callable[[], Project]) -> list[Path]:
        if make not in _built:
            with django_db_blocker.unblock():
                saved = [save_release(each, tmp_path) for each in make().releases.order_by("number")]
                _built[make] = [(path.name, path.read_bytes()) for path in saved]
                empty_tables()
        paths = [tmp_path / name for name, _ in _built[make]]
        for path, (_, content) in zip(paths, _built[make], strict=True):
            path.write_bytes(content)
        return paths

    return save
