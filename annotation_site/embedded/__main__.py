"""`python -m annotation_site.embedded VERB`: what `make run`, `make test` and the others call."""

import argparse
import errno
import os
import subprocess
import sys
from pathlib import Path

from annotation_site.embedded.console import LaunchError, say, show
from annotation_site.embedded.locks import AlreadyRunning, hold_lock
from annotation_site.embedded.running import FIRST_PORT, REPOSITORY, make_environment, manage, run
from annotation_site.embedded.supervision import find_servers, start_servers, supervise
from annotation_site.embedded.testing import measure, test
from annotation_site.embedded.wordnet import fetch_wordnet


def serve(data: Path) -> int:
    """Keep the two servers up and print what a shell needs to use them."""
    with hold_lock(data) as lock, supervise(data) as supervisor:
        variables = start_servers(supervisor)
        exports = "\n".join(f"export {name}={value}" for name, value in variables.items())
        lock.publish(f"\n{exports}")
        show(exports)
        say("Both servers are up. Ctrl-C stops them.")
        supervisor.watch()
    return 0


def administer(data: Path, arguments: list[str]) -> int:
    """Run `manage.py` on the servers of `make run`: running ones, or servers started for this command."""
    try:
        with hold_lock(data), supervise(data) as supervisor:
            return _manage(data, arguments, start_servers(supervisor))
    except AlreadyRunning:
        return _manage(data, arguments, find_servers(data))


def _manage(data: Path, arguments: list[str], servers: dict[str, str]) -> int:
    environment = {**os.environ, **servers, **make_environment(data, "development")}
    return subprocess.run(manage(*arguments), cwd=REPOSITORY, env=environment, check=False).returncode  # noqa: S603


def parse_arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="python -m annotation_site.embedded", description=__doc__)
    parser.add_argument("verb", choices=["run", "test", "test-only", "servers", "manage", "measure", "wordnet"])
    parser.add_argument("--data", type=Path, help="data folder (default: var/ in the checkout; test: var/test/)")
    parser.add_argument("--port", type=int, default=FIRST_PORT, help="run: the first port to try (%(default)s)")
    arguments, rest = parser.parse_known_args()
    if rest and arguments.verb not in ("test", "test-only", "manage", "measure"):
        parser.error(f"unknown: {' '.join(rest)}")
    return arguments, rest


def run_verb(arguments: argparse.Namespace, rest: list[str], data: Path) -> int:
    """Do what was asked for and return the exit status."""
    match arguments.verb:
        case "run":
            return run(data, arguments.port)
        case "test":
            return test(data, rest)
        case "test-only":
            return test(data, rest, with_checks=False)
        case "measure":
            return measure(data, rest)
        case "manage":
            return administer(data, rest)
        case "wordnet":
            return fetch_wordnet(REPOSITORY / "var" / "wordnet")
        case _:
            return serve(data)


def main() -> int:
    arguments, rest = parse_arguments()
    own_data = {"test": "test", "test-only": "test", "measure": "measure"}.get(arguments.verb, "")
    default = REPOSITORY / "var" / own_data
    data = (arguments.data or default).resolve()
    try:
        return run_verb(arguments, rest, data)
    except LaunchError as error:
        say(str(error))
        return 1
    except PermissionError as error:
        say(f"{error.filename} belongs to another user; was the last start by root? ({error.strerror})")
        return 1
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.ENOSPC, errno.EDQUOT):
            raise
        say(f"{error.filename or data} cannot be written: {error.strerror}. --data names another folder.")
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return 130 if arguments.verb in ("test", "test-only") else 0


if __name__ == "__main__":
    sys.exit(main())
