"""Packages of a site: pinned with hashes, under listed licences, compared with advisories also without a network."""

import json
import re
from pathlib import Path

import pytest
from packaging.version import Version

from tests.linting.dependencies import ROOT, audit_offline, is_affected
from tests.linting.packages import ADVISORIES, LICENCES, LOCKED, find_licence, loosen, name_of, read_pins, repin

# Strong copyleft does not fit the project's licence where it is imported.
REFUSED = re.compile(r"\bA?GPL|GNU (Affero )?General Public", re.IGNORECASE)
ROW = re.compile(r"^\| ([\w.-]+) \| (\S+) \| (.+) \|$", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_what_a_site_installs_is_locked_as_it_is_pinned() -> None:
    """Run `make lock` after a change of requirements.txt or constraints.txt."""
    locked, constrained = read_pins(read(LOCKED)), read_pins(read("constraints.txt"))
    assert read_pins(read("requirements.txt")).items() <= locked.items()
    # Of other platforms and newer Pythons: resolved by `make lock`, installed by nobody here.
    elsewhere = {name for name, version in locked.items() if constrained.get(name) != version}
    assert all(re.search(rf"^{re.escape(name)}==\S+ ;", read(LOCKED), re.MULTILINE) for name in elsewhere), elsewhere


def test_every_locked_package_has_the_hashes_of_its_files() -> None:
    text = re.sub(r"^#.*\n", "", read(LOCKED), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip()]
    assert len(lines) > 80
    assert [line for line in lines if not re.search(r"--hash=sha256:[0-9a-f]{64}", line)] == []


def test_site_image_and_sbom_install_by_hash() -> None:
    assert re.search(r"--require-hashes[\s\\]+--requirement /build/requirements-locked.txt", read("Dockerfile"))
    assert read("Makefile").count("--require-hashes --requirement requirements-locked.txt") == 2


def test_licences_are_listed_and_none_forbids_the_use() -> None:
    _, *found = ROW.findall(LICENCES.read_text(encoding="utf-8"))
    rows = {name_of(name): (version, licence) for name, version, licence in found}
    assert {name: version for name, (version, _) in rows.items()} == read_pins(read(LOCKED))
    assert [name for name, (_, licence) in rows.items() if REFUSED.search(licence) and "Lesser" not in licence] == []
    unnamed = [name for name, (_, licence) in rows.items() if licence == "not named"]
    assert unnamed == [], "look the licence up, and name it"


def test_no_stored_advisory_concerns_a_pinned_version() -> None:
    assert audit_offline(ROOT / "constraints.txt") == 0
    stored = json.loads(ADVISORIES.read_text())
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", stored["day"])
    assert len(stored["advisories"]) > 10


def test_an_advisory_on_a_pinned_version_fails_without_a_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pinned = tmp_path / "constraints.txt"
    pinned.write_text("Jinja2==2.10\nsound==1.0\n")
    assert audit_offline(pinned) == 1
    said = capsys.readouterr().err
    assert "Jinja2 2.10: PYSEC-" in said
    assert "NOT AUDITED, but for advisories up to 20" in said


@pytest.mark.parametrize(
    ("version", "affected"),
    [("0.9", False), ("1.0", True), ("1.4.9", True), ("1.5", False), ("2.1", True), ("3", False)],
)
def test_a_version_is_affected_from_an_introduction_to_what_fixed_it(version: str, affected: bool) -> None:
    events = [{"introduced": "1.0"}, {"fixed": "1.5"}, {"introduced": "2"}, {"fixed": "2.2"}]
    assert is_affected(Version(version), {"ranges": [events], "versions": []}) is affected
    assert is_affected(Version("0.9"), {"ranges": [], "versions": ["0.9"]})


def test_an_update_takes_the_newest_but_what_is_held_and_keeps_comments() -> None:
    text = "--requirement other.txt\nDjango==5.2.19   # the framework\npkg[a,b]==1.0  # x\n"
    assert loosen(text) == "Django<6   # the framework\npkg[a,b]  # x"
    assert repin("Django==5.2.19  # x\npkg[a]==1.0\n", {"django": "5.2.20", "pkg": "2"}) == (
        "Django==5.2.20  # x\npkg[a]==2\n"
    )


def test_a_licence_is_read_from_the_metadata() -> None:
    from importlib.metadata import distribution

    assert "BSD" in find_licence(distribution("Django"))
