"""`python -m annotation_site.embedded run|test|servers`: what `make run`, `make test` and `make servers` call."""

import argparse
import sys
from pathlib import Path

from annotation_site.embedded.console import LaunchError, say, show
from annotation_site.embedded.locks import hold_lock
from annotation_site.embedded.supervision import start_servers, supervise

REPOSITORY = Path(__file__).resolve().parents[2]


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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m annotation_site.embedded", description=__doc__)
    parser.add_argument("verb", choices=["servers"])
    parser.add_argument("--data", type=Path, help="where the data is kept (default: var/ in the checkout)")
    arguments = parser.parse_args()
    data = (arguments.data or REPOSITORY / "var").resolve()
    try:
        return serve(data)
    except LaunchError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return 0


if __name__ == "__main__":
    sys.exit(main())
