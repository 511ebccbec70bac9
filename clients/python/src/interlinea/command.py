"""The program `interlinea`: JSON on standard output, progress on standard error.

A refusal is one sentence and exit status 2. Tables are one JSON object a line.
"""

import getpass
import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from interlinea.arguments import build_parser
from interlinea.client import Client
from interlinea.errors import Refusal
from interlinea.login import TOKEN, forget_login, store_login
from interlinea.models import Job, Model
from interlinea.projects import ProjectClient
from interlinea.routes import IMPORTS

REFUSED, INTERRUPTED, NOBODY_READS = 2, 130, 141


def main(words: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    parser = build_parser()
    arguments = parser.parse_args(words)
    try:
        run(parser, arguments)
        sys.stdout.flush()
    except (Refusal, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # `| head` has seen enough; what is still buffered must not fail again at the end of the program.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return NOBODY_READS
        tell(str(error) if isinstance(error, Refusal) or not error.filename else f"{error.filename}: {error.strerror}.")
        return REFUSED
    except KeyboardInterrupt:
        tell("Stopped here. A job goes on at the site: see `interlinea jobs`.")
        return INTERRUPTED
    return 0


def run(parser: ArgumentParser, asked: Namespace) -> None:
    """Do what was asked."""
    if asked.command == "login":
        sign_in(asked.site)
    elif asked.command == "logout":
        forget_login()
        tell("The stored token is deleted. Revoke it on your account page if nothing else uses it.")
    else:
        with Client() as client:
            if asked.command == "projects":
                write_rows(asdict(each) for each in client.projects(kind=asked.kind, state=asked.state))
            else:
                COMMANDS[asked.command](client.project(asked.project), asked)


def sign_in(site: str) -> None:
    """Store a token that the site accepts; it is read from the environment, a pipe, or without showing it."""
    token = os.environ.get(TOKEN, "")
    if not token:
        token = getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()
    with Client(site, token) as client:
        count = sum(1 for _ in client.projects())
        path = store_login(site, token)
    tell(f"Signed in to {client.connection.site}; the token is stored in {path}.")
    write({"site": client.connection.site, "projects": count})


def show_project(project: ProjectClient, asked: Namespace) -> None:
    write(project.show())


def import_files(project: ProjectClient, asked: Namespace) -> None:
    preview = project.wait(project.preview(asked.what, name_parts(asked), **dict(asked.options)), tell_progress)
    if not asked.confirm:
        write(preview)
        tell(f"Nothing is imported yet. To import: interlinea confirm {project.slug} {asked.what} {preview.id}")
        return
    write(project.wait(project.confirm(asked.what, preview.id), tell_progress))


def name_parts(asked: Namespace) -> list[str] | dict[str, str]:
    """Return the files of an import, by their part where it has parts."""
    if not IMPORTS[asked.what].files:
        return list(asked.files)
    pairs = [each.partition("=") for each in asked.files]
    if wrong := [part for part, equals, _ in pairs if not equals]:
        raise Refusal(f"Write {wrong[0]} as PART={wrong[0]}, such as table={wrong[0]}.")
    return {part: path for part, _, path in pairs}


def confirm_import(project: ProjectClient, asked: Namespace) -> None:
    write(project.wait(project.confirm(asked.what, asked.number, **dict(asked.options)), tell_progress))


def list_jobs(project: ProjectClient, asked: Namespace) -> None:
    write_rows(asdict(each) for each in project.jobs())


def show_job(project: ProjectClient, asked: Namespace) -> None:
    if asked.cancel:
        write(project.cancel(asked.number))
        return
    job = project.retry(asked.number) if asked.retry else project.job(asked.number)
    write(project.wait(job, tell_progress) if asked.wait else job)


def write_readings(project: ProjectClient, asked: Namespace) -> None:
    write_rows(project.readings(asked.release))


def write_answers(project: ProjectClient, asked: Namespace) -> None:
    if asked.judging_round is None:
        write_rows(project.answers())
    else:
        only = {"with_excluded": asked.with_excluded, "of_machines": asked.of_machines}
        write_rows(project.judgements(asked.judging_round, **only))


def send_outputs(project: ProjectClient, asked: Namespace) -> None:
    write_rows(asdict(project.wait(job, tell_progress)) for job in project.send_outputs(asked.number, asked.folder))


def list_releases(project: ProjectClient, asked: Namespace) -> None:
    write_rows(asdict(each) for each in project.releases())


def create_release(project: ProjectClient, asked: Namespace) -> None:
    write(project.wait(project.create_release(**dict(asked.options)), tell_progress))


def download_release(project: ProjectClient, asked: Namespace) -> None:
    path = project.download(asked.number, asked.to)
    write({"file": str(path), "sha256": project.release(asked.number).sha256})
    tell(f"Every number in it can be computed again, without the site: python manage.py verify {path}")


COMMANDS = {
    "project": show_project,
    "import": import_files,
    "confirm": confirm_import,
    "jobs": list_jobs,
    "job": show_job,
    "readings": write_readings,
    "answers": write_answers,
    "outputs": send_outputs,
    "releases": list_releases,
    "release": create_release,
    "download": download_release,
}


def tell_progress(job: Job) -> None:
    """Write the progress of a job on standard error."""
    share = f" {job.done}/{job.total}" if job.total else ""
    tell(f"Job {job.id}, {job.title}: {job.state}{share}")


def tell(sentence: str) -> None:
    """Write a line on standard error."""
    sys.stderr.write(f"{sentence}\n")


def write(found: Model | dict[str, Any]) -> None:
    """Write an object on standard output."""
    body = asdict(found) if isinstance(found, Model) else found
    sys.stdout.write(json.dumps(body, ensure_ascii=False, allow_nan=False) + "\n")


def write_rows(rows: Iterable[dict[str, Any]]) -> None:
    """Write an object a line on standard output."""
    for row in rows:
        write(row)
