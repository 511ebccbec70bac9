"""An audit of the pinned packages: `python -m tests.linting.dependencies`.

pip-audit asks OSV for published advisories on the versions of constraints.txt. A known vulnerability fails `make lint`;
`make test`, with `--report`, only names it, so that code that did not change still builds on the day of an advisory.
Where pip-audit cannot be installed or OSV cannot be reached, the pins are compared with the advisories that came with
the last release (advisories.json), and a sentence says up to which day these go.
"""

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.version import Version

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "var" / "audit"
STORED = Path(__file__).with_name("advisories.json")
INSTALLING_SECONDS, AUDITING_SECONDS = 180, 180
UNREACHABLE = re.compile(r"connect|timed? ?out|unreachable|temporar|resolve|ServiceError|HTTPError", re.IGNORECASE)


def main() -> int:
    program = install(PLACE, "pip-audit", "requirements-audit.txt")
    if program is None:
        say("pip-audit could not be installed here.")
        found = audit_offline(ROOT / "constraints.txt")
    else:
        found = audit([str(program)], ROOT / "constraints.txt")
    return 0 if "--report" in sys.argv[1:] else found


def install(place: Path, name: str, requirements: str) -> Path | None:
    """Return a program in an environment of its own, installed if it was not; None where that is not possible."""
    program = place / "bin" / name
    if program.exists():
        return program
    # Our own pip, which takes 5 s less than to bring one into the new environment.
    pip = [sys.executable, "-m", "pip", "--python", place, "install", "--quiet", "--disable-pip-version-check"]
    packages = ["--retries", "0", "--timeout", "10", "--requirement", ROOT / requirements]
    for command in ([sys.executable, "-m", "venv", "--without-pip", place], [*pip, *packages]):
        done = run([str(word) for word in command], INSTALLING_SECONDS)
        if done.returncode:
            say(last_line(done.stderr))
            return None
    return program


def audit(program: Sequence[str], pinned: Path) -> int:
    """Return 1 with a line for each advisory, 0 if there is none or nobody could be asked."""
    options = ["--requirement", str(pinned), "--no-deps", "--disable-pip", "--format", "json"]
    options += ["--vulnerability-service", "osv", "--progress-spinner", "off", "--timeout", "10"]
    done = run([*program, *options], AUDITING_SECONDS)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        say(last_line(done.stderr))
        if UNREACHABLE.search(done.stderr):
            say("The advisory service could not be reached.")
            return audit_offline(pinned)
        say("pip-audit failed; see above.")
        return 1
    lines = [line for package in packages for line in describe(package)]
    say("\n".join(lines) or f"{len(packages)} packages audited, no known vulnerability.")
    return 1 if lines else 0


def audit_offline(pinned: Path, stored: Path = STORED) -> int:
    """Return 1 with a line for each stored advisory on a pinned version, 0 if there is none."""
    known = json.loads(stored.read_text(encoding="utf-8"))
    lines = []
    for name, version in re.findall(r"^([\w.-]+)==([^\s;#]+)", pinned.read_text(encoding="utf-8"), re.MULTILINE):
        advisories = known["advisories"].get(re.sub(r"[-_.]+", "-", name).lower(), [])
        lines += [f"{name} {version}: {each['id']}" for each in advisories if is_affected(Version(version), each)]
    say("\n".join(lines) or "No stored advisory on a pinned version.")
    say(f"NOT AUDITED, but for advisories up to {known['day']}. Run `make lint` on a machine with a network.")
    return 1 if lines else 0


def is_affected(version: Version, advisory: Mapping[str, Any]) -> bool:
    """Return whether a version is listed, or lies in a range: after an introduction, and before what fixed it."""
    if str(version) in advisory["versions"]:
        return True
    for events in advisory["ranges"]:
        is_inside = False
        for event in events:
            if "introduced" in event and version >= Version(event["introduced"]):
                is_inside = True
            if "fixed" in event and version >= Version(event["fixed"]):
                is_inside = False
            if "last_affected" in event and version > Version(event["last_affected"]):
                is_inside = False
        if is_inside:
            return True
    return False


def describe(package: dict[str, Any]) -> list[str]:
    """Return a line for each advisory on the package, and one if it was not looked up."""
    if reason := package.get("skip_reason"):
        return [f"{package['name']}: not audited ({reason})"]
    name = f"{package['name']} {package['version']}"
    return [
        f"{name}: {each['id']}, fixed in {', '.join(each.get('fix_versions', [])) or 'no version yet'}"
        for each in package.get("vulns", [])
    ]


def run(command: Sequence[str], seconds: int) -> subprocess.CompletedProcess[str]:
    """Run a command; one that takes too long or does not exist fails with a sentence."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(list(command), 1, "", f"{command[0]} timed out.")
    except OSError as error:
        return subprocess.CompletedProcess(list(command), 1, "", f"{command[0]} does not start: {error}")


def last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")


def say(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
