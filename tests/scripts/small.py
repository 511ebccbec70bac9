"""`python -m tests.scripts.small tests.faults.people.r6_many_savers …`: small forms in a row on one stage."""

import faulthandler
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from tests.scripts.script import CannotTry, Script, end_on_signal
from tests.scripts.stage import Stage, set_stage

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tests/faults", "tests/benchmarks")
END = "SMALL FORM"
# Whoever has not ended by then hangs; where it hangs stands in the output, before the test gives up waiting.
HANGING_SECONDS = 600


def list_names() -> list[str]:
    """Return the names of all modules below the folders of scripts; of a package that is one script its main module."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if path.name != "__init__.py"]
    paths = [path.relative_to(ROOT) for path in found if path.name == "__main__.py" or not is_part(path)]
    return sorted(".".join(path.with_suffix("").parts) for path in paths)


def is_part(path: Path) -> bool:
    """Return whether a module is one of several that make a script."""
    return (path.parent / "__main__.py").exists()


def find_script(name: str) -> Script:
    """Return the script that a module defines; ValueError unless it defines one."""
    module = import_module(name)
    found = [each for each in vars(module).values() if isinstance(each, Script) and each.play.__module__ == name]
    if len(found) != 1:
        raise ValueError(f"{name} defines {len(found)} scripts; put @script(small=…) on the function that it plays.")
    return found[0]


def play_small(names: Sequence[str]) -> None:
    """Play them, those that need no stage first and those that need peace last, with a line on how each ended."""
    scripts = {name: find_script(name) for name in names}
    with ExitStack() as stack:
        stage: Stage | None = None
        for name in sorted(scripts, key=lambda name: (scripts[name].needs_stage, scripts[name].needs_peace)):
            began, script = time.monotonic(), scripts[name]
            faulthandler.dump_traceback_later(HANGING_SECONDS, file=sys.stdout)
            try:
                if script.needs_stage and stage is None:
                    stage = stack.enter_context(set_stage(**script.settings_of(is_small=True)))
                ended = "kept" if script.run(stage, script.small) else "broken"
            except CannotTry as error:
                ended = "untried"
                print(error)
            except Exception:
                traceback.print_exc(file=sys.stdout)
                ended = "broken"
            finally:
                faulthandler.cancel_dump_traceback_later()
            print(f"{END} {name} {ended} {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    end_on_signal()
    play_small(sys.argv[1:])
