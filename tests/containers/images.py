"""Images from the working tree and from an earlier commit, built from copies of them."""

import shutil
import subprocess
import time
from pathlib import Path

from tests.containers.engine import BUILD_SECONDS, PULL_SECONDS, ROOT, Failed, Unavailable, build, has_image, run

# What an image is made by is always that of the working tree; an earlier commit gives its code.
OF_THE_BUILD = ("Dockerfile", ".dockerignore", "deploy/image")
# Of packages, what an older commit may not have yet.
OF_PACKAGES = ("requirements-locked.txt",)
BASES = {"python:3.11-slim", "postgres:18", "valkey/valkey:9-alpine", "nginx:1.28-alpine"}


def need_bases(script: str) -> str:
    """Pull the images that ours and the compose file build on, or have a script make them; gives how. Raise Unavailable
    where neither is possible.
    """
    missing = sorted(name for name in BASES if not has_image(name))
    if not missing:
        return "as they were on this machine"
    try:
        for name in missing:
            run("docker", "pull", "--quiet", name, limit=PULL_SECONDS)
    except Failed as error:
        if not script:
            reason = str(error).strip().splitlines()[-1]
            remedy = "Name a script that makes it: BASE_IMAGES=…"
            raise Unavailable(f"{missing[0]} cannot be pulled ({reason}). {remedy}") from error
        run(str(Path(script).resolve()), limit=BUILD_SECONDS)
        return f"made by {script}"
    return "pulled"


def copy_tree(folder: Path) -> None:
    """Copy what git knows of the working tree, and what it does not ignore, as it is now."""
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in names:
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def copy_commit(commit: str, folder: Path) -> None:
    """Copy the code of a commit beside what images are made by now."""
    with subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE) as archive:
        run("tar", "-x", "-C", str(folder), stdin=archive.stdout)
    for name in OF_THE_BUILD:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / name, folder / name)
    for name in OF_PACKAGES:
        if not (folder / name).exists():
            shutil.copy2(ROOT / name, folder / name)


def find_commit_before() -> str:
    """Return the last released version, or, before there is any, the oldest commit with the tables of today; empty
    where there is no history.
    """
    try:
        tags = run("git", "tag", "--merged", "HEAD", "--sort=-creatordate").split()
        return tags[0] if tags else run("git", "log", "-1", "--format=%h", "--", "*/migrations/*").strip()
    except Failed:
        return ""


def build_twice(folder: Path, tag: str) -> str:
    """Build once more, after a change of one module of a tree that was built; gives what the build printed."""
    changed = folder / "annotation_site" / "urls.py"
    changed.write_text(f"{changed.read_text()}\n# An ordinary change: {time.time()}.\n")
    return build(folder, f"{tag}-changed")
