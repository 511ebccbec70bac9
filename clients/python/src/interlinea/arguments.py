"""The arguments of the program `interlinea`."""

import json
from argparse import ArgumentParser, ArgumentTypeError, _SubParsersAction
from typing import Any

import interlinea
from interlinea.routes import IMPORTS

KINDS = ("alignment", "idiomaticity", "expressions", "evaluation")
STATES = ("active", "archived", "deleted")


def build_parser() -> ArgumentParser:
    """Return the parser of every command."""
    parser = ArgumentParser(prog="interlinea", description="Work with an Interlinea site.")
    parser.add_argument("--version", action="version", version=interlinea.__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    login = commands.add_parser("login", help="store a token of your account page for a site")
    login.add_argument("site", metavar="URL")
    commands.add_parser("logout", help="delete the stored token")
    projects = commands.add_parser("projects", help="your projects, one a line")
    projects.add_argument("--kind", choices=KINDS)
    projects.add_argument("--state", choices=STATES, help="active if omitted")
    _of_project(commands, "project", "a project with all its settings")
    _add_imports(commands)
    _add_jobs(commands)
    _add_tables(commands)
    _add_experiments(commands)
    _add_releases(commands)
    return parser


def _add_imports(commands: "_SubParsersAction[ArgumentParser]") -> None:
    step = _of_project(commands, "import", "send files and show what an import of them would bring")
    step.add_argument("what", choices=IMPORTS)
    step.add_argument("files", nargs="+", metavar="FILE", help="for a test set PART=FILE, such as table=set.tsv")
    step.add_argument("--confirm", action="store_true", help="import at once if the preview rejects nothing")
    _take_options(step)
    step = _of_project(commands, "confirm", "import what a preview showed")
    step.add_argument("what", choices=IMPORTS)
    step.add_argument("number", type=int, metavar="JOB", help="the job of the preview")
    _take_options(step)


def _add_jobs(commands: "_SubParsersAction[ArgumentParser]") -> None:
    _of_project(commands, "jobs", "jobs, newest first, one a line")
    job = _of_project(commands, "job", "a job with its result")
    job.add_argument("number", type=int, metavar="JOB")
    job.add_argument("--wait", action="store_true", help="until it has finished, with its progress")
    change = job.add_mutually_exclusive_group()
    change.add_argument("--cancel", action="store_true")
    change.add_argument("--retry", action="store_true", help="queue a failed or cancelled job again")


def _add_tables(commands: "_SubParsersAction[ArgumentParser]") -> None:
    readings = _of_project(commands, "readings", "readings of a word alignment release, one a line")
    readings.add_argument("--release", type=int, metavar="NUMBER", help="the newest if omitted")
    answers = _of_project(commands, "answers", "scores of compounds, or judgements of a round, one a line")
    answers.add_argument("--judging-round", type=int, metavar="NUMBER", help="in a project of evaluation")
    answers.add_argument("--of-machines", action="store_true", help="judgements of machines instead of people")
    answers.add_argument("--with-excluded", action="store_true", help="judgements of excluded annotators, too")


def _add_experiments(commands: "_SubParsersAction[ArgumentParser]") -> None:
    outputs = _of_project(commands, "outputs", "send the translations of an experiment's systems")
    outputs.add_argument("number", type=int, metavar="NUMBER")
    outputs.add_argument("folder", metavar="FOLDER", help="outputs/ of the archive, where run.sh wrote them")


def _add_releases(commands: "_SubParsersAction[ArgumentParser]") -> None:
    _of_project(commands, "releases", "releases, newest first, one a line")
    _take_options(_of_project(commands, "release", "create a release"))
    download = _of_project(commands, "download", "store the archive of a release, and check that it is whole")
    download.add_argument("number", type=int, metavar="NUMBER")
    download.add_argument("--to", default=".", metavar="PATH", help="a folder or a file name; here if omitted")


def _of_project(commands: "_SubParsersAction[ArgumentParser]", name: str, about: str) -> ArgumentParser:
    parser: ArgumentParser = commands.add_parser(name, help=about)
    parser.add_argument("project", metavar="PROJECT", help="as its address names it")
    return parser


def _take_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="options",
        type=read_option,
        metavar="NAME=VALUE",
        help="an option as the API names it; the value is JSON, or else text",
    )


def read_option(word: str) -> tuple[str, Any]:
    """Return name and value of an option."""
    name, equals, text = word.partition("=")
    if not equals:
        raise ArgumentTypeError(f"“{word}” is not NAME=VALUE")
    try:
        return name, json.loads(text)
    except ValueError:
        return name, text
