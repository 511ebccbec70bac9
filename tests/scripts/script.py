"""A script of tests/faults or tests/benchmarks in its two sizes: the full one that is asked for, and the small one that
the tests play."""

import argparse
import inspect
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from tests.scripts.report import Report
from tests.scripts.stage import Stage, set_stage
from tests.servers import PATIENT


class CannotTry(Exception):
    """A machine that does not let a script break what it wants to break: nothing was proved."""


@dataclass(frozen=True)
class Script:
    """A function that breaks or measures something; its defaults are the full size, `small` differs from them.

    `settings` are variables of the processes on its stage that differ from a real installation's; `small_settings`
    replace them in the small form, whose web servers are patient besides: other tests run beside it. A function without
    a parameter `stage` needs no servers, or sets up its own. One that `needs_peace` ends all processes on its stage,
    and so comes last there.
    """

    play: Callable[..., Report | None]
    small: Mapping[str, Any]
    settings: Mapping[str, str] = field(default_factory=dict)
    small_settings: Mapping[str, str] | None = None
    needs_peace: bool = False

    @property
    def needs_stage(self) -> bool:
        return "stage" in inspect.signature(self.play).parameters

    def settings_of(self, *, is_small: bool) -> Mapping[str, str]:
        if not is_small:
            return self.settings
        return {**PATIENT, **(self.settings if self.small_settings is None else self.small_settings)}

    def run(self, stage: Stage | None, sizes: Mapping[str, Any]) -> bool:
        """Play it, show what it counted, and return whether its promise was kept."""
        began = time.monotonic()
        report = self.play(stage, **sizes) if self.needs_stage else self.play(**sizes)
        seconds = f"{time.monotonic() - began:.0f} s"
        if report is None:
            print(f"  whole script: {seconds}", flush=True)
            return True
        report.note("whole script", seconds)
        report.show()
        return report.is_kept

    def main(self) -> None:
        """Play it from the command line; exit status 1 when a promise is broken."""
        numbers = [name for name, each in inspect.signature(self.play).parameters.items() if type(each.default) is int]
        parser = argparse.ArgumentParser(description=inspect.getdoc(inspect.getmodule(self.play)))
        parser.add_argument("--small", action="store_true", help="the form that the test suite plays")
        for name in numbers:
            parser.add_argument(f"--{name.replace('_', '-')}", type=int)
        given = vars(parser.parse_args())
        is_small = given.pop("small")
        sizes = {**(self.small if is_small else {}), **{name: size for name, size in given.items() if size is not None}}
        end_on_signal()
        with set_stage(**self.settings_of(is_small=is_small)) if self.needs_stage else nullcontext() as stage:
            is_kept = self.run(stage, sizes)
        sys.exit(0 if is_kept else 1)


def script(*, small: Mapping[str, Any], **others: Any) -> Callable[[Callable[..., Report | None]], Script]:
    """Make a script of the function below; `others` are further fields of it."""
    return lambda play: Script(play, small, **others)


def end_on_signal() -> None:
    """Let SIGTERM end this process as an error does, so that the stage is cleared away."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
