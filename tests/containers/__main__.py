"""`make containers`: builds the image, brings the compose file up, uses it, updates, scales and hurts it, restores it
elsewhere, and prints what each step took, held and lost (R25 of docs/reliability.md).

Ends with 0 where the promise is kept, with 1 where it is broken, and with 2 and the reason where containers cannot be
tried on this machine.
"""

import argparse
import fcntl
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.containers.engine import Failed, Stack, Unavailable, count_steps, engine, megabytes, run
from tests.containers.images import BASES, build, build_twice, copy_commit, copy_tree, find_commit_before, need_bases
from tests.containers.installation import Installation
from tests.containers.leftovers import Holdings, remove_images
from tests.containers.table import Table
from tests.containers.trial import RESTORED, Trial

NAME = "interlineatrial"
NOW, BEFORE, CHANGED = f"{NAME}:now", f"{NAME}:before", f"{NAME}:now-changed"
MOST_MEGABYTES = 650


def main() -> int:
    """Try it all, or the small form, and remove what was made, also where a step fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="the form that the test suite plays")
    parser.add_argument("--people", type=int, default=0, help="how many save (20; 5 in the small form)")
    parser.add_argument("--before", default="", help="the commit or tag to update from; the last release without it")
    parser.add_argument("--base-images", default="", help="a script that makes base images where no registry answers")
    parser.add_argument("--image", default="", help="take this image instead of building one")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    table = Table()
    try:
        with alone(), engine(), ExitStack() as stack:
            table_of_trial(stack, table, given)
    except Unavailable as error:
        print(f"Containers are not tried here. {error}", file=sys.stderr)
        return 2
    except Failed as error:
        table.require("a step failed (see below)", is_kept=False)
        table.show()
        print(f"FAILED  {error}", file=sys.stderr)
        return 1
    except BaseException:
        table.require("a step failed (see below)", is_kept=False)
        table.show()
        raise
    table.show()
    return 1 if table.broken else 0


@contextmanager
def alone() -> Iterator[None]:
    """Keep other trials away, which would have the same names. Raise Unavailable where one runs."""
    with (Path(tempfile.gettempdir()) / f"{NAME}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Unavailable("Another trial runs on this machine.") from error
        yield


def table_of_trial(stack: ExitStack, table: Table, given: argparse.Namespace) -> None:
    """Fill the table, step by step."""
    before = Holdings.now()
    stack.callback(clear_images, table, before)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"{NAME}-")))
    how = need_bases(given.base_images)
    print(f"Base images {', '.join(sorted(BASES))}: {how}.", flush=True)
    make_images(table, given, folder)
    begin_with = BEFORE if has_before(given) else NOW
    installation = Installation.make(folder, NAME)
    # A trial that was killed has left what this one would take for its own.
    for suffix in ("", RESTORED):
        installation.stack(begin_with, suffix).clear()
    trial = Trial(installation, installation.stack(begin_with), table, given.people or (5 if given.small else 20))
    stack.callback(lambda: trial.stack.clear())
    for step in list_steps(trial, given):
        step()


def list_steps(trial: Trial, given: argparse.Namespace) -> list[Callable[[], None]]:
    """Return the steps in their order."""
    steps = [trial.start, trial.bring_text, trial.annotate]
    if has_before(given):
        steps.append(lambda: trial.update(NOW))
    steps.append(trial.use_image)
    if given.small:
        return [*steps, trial.kill_web, trial.kill_database, trial.back_up]
    steps += [trial.release, trial.scale, trial.kill_web, trial.kill_worker, trial.kill_database, trial.back_up]
    return [*steps, lambda: trial.restore(NOW, Stack.clear)]


def has_before(given: argparse.Namespace) -> bool:
    return not given.small and not given.image and bool(given.before or find_commit_before())


def make_images(table: Table, given: argparse.Namespace, folder: Path) -> None:
    """Build the image of this working tree, once more after a change, and the image before."""
    tree = folder / "tree"
    tree.mkdir()
    with table.step("image") as row:
        if given.image:
            run("docker", "tag", given.image, NOW)
        else:
            copy_tree(tree)
            cached, steps = count_steps(build(tree, NOW))
            row.notes.append(f"{cached} of {steps} steps from the cache")
        size = megabytes(NOW)
        row.notes.append(f"{size:.0f} MB")
        table.require(f"the image has {size:.0f} MB, more than {MOST_MEGABYTES}", is_kept=size < MOST_MEGABYTES)
    if given.small or given.image:
        return
    with table.step("image after a change of one module") as row:
        cached, steps = count_steps(build_twice(tree, NOW))
        row.notes.append(f"{cached} of {steps} steps from the cache")
    commit = given.before or find_commit_before()
    if not commit:
        print("There is no commit before this one here: no update is tried.")
        return
    with table.step(f"image before ({commit})") as row:
        before = folder / "before"
        before.mkdir()
        copy_commit(commit, before)
        build(before, BEFORE)
        row.notes.append(f"{megabytes(BEFORE):.0f} MB")


def clear_images(table: Table, before: Holdings) -> None:
    """Remove the images that were built or pulled, and require that the engine holds what it held before."""
    with table.step("cleared away") as row:
        remove_images({NOW, BEFORE, CHANGED, *(BASES - before.names["name of an image"])}, before)
        left = Holdings.now().list_added(before)
        table.require(f"the trial leaves {', '.join(left)}", is_kept=not left)
        row.notes.append(f"{len(left)} containers, networks, volumes, images left")


if __name__ == "__main__":
    sys.exit(main())
