"""A project of a site: its imports, jobs, tables and releases."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from interlinea import routes
from interlinea.connection import Connection
from interlinea.errors import Refusal
from interlinea.models import Job, Project, Release, Upload
from interlinea.routes import IMPORTS, Import
from interlinea.tables import Row, Rows, read_answers, read_readings

FIRST_POLL, LONGEST_POLL, POLL_GROWTH = 0.2, 10.0, 1.5


class ProjectClient:
    """A project by its slug; nothing is fetched before it is asked for."""

    def __init__(self, connection: Connection, slug: str) -> None:
        self.connection, self.slug = connection, slug

    def show(self) -> dict[str, Any]:
        """Return the project with all its settings."""
        answer: dict[str, Any] = self._call(routes.PROJECT)
        return answer

    def describe(self) -> Project:
        """Return the project as every kind has it."""
        return Project.read(self.show())

    def upload(self, path: Path | str) -> Upload:
        """Send a file."""
        path = Path(path)
        with path.open("rb") as file:
            return Upload.read(self.connection.send_file(routes.UPLOAD, path.name, file, slug=self.slug))

    def preview(self, what: str, files: Sequence[Path | str] | Mapping[str, Path | str], **options: Any) -> Job:
        """Queue the preview of an import. `files` of a test set are named by their part: `{"table": "set.tsv"}`."""
        step = find_import(what)
        step.preview.check(options)
        sent = self._send_parts(step, files) if isinstance(files, Mapping) else self._send_all(step, files)
        body = {"request_id": str(uuid4()), **dict(step.fixed), **sent, **options}
        return Job.read(self._call(step.preview, body=body))

    def confirm(self, what: str, preview: int, **options: Any) -> Job:
        """Queue the import of a preview."""
        return Job.read(self._call(find_import(what).confirm, body=options, id=preview))

    def jobs(self) -> Iterator[Job]:
        """Yield jobs, newest first."""
        return map(Job.read, self.connection.list_all(routes.JOBS, slug=self.slug))

    def job(self, number: int) -> Job:
        """Return a job with its result."""
        return Job.read(self._call(routes.JOB, id=number))

    def cancel(self, number: int) -> Job:
        """Cancel a job that has not finished."""
        return Job.read(self._call(routes.JOB_CANCEL, id=number))

    def retry(self, number: int) -> Job:
        """Queue a failed or cancelled job again."""
        return Job.read(self._call(routes.JOB_RETRY, id=number))

    def wait(self, job: Job | int, tell: Callable[[Job], None] | None = None) -> Job:
        """Return a job when it has succeeded; raise Refusal when it failed or was cancelled.

        `tell` is called whenever state or progress changed. Polls are further and further apart while nothing changes.
        """
        number = job if isinstance(job, int) else job.id
        pause, seen = FIRST_POLL, None
        while True:
            now = self.job(number)
            if seen is None or (now.state, now.done) != (seen.state, seen.done):
                pause, seen = FIRST_POLL, now
                if tell:
                    tell(now)
            if now.is_finished:
                break
            self.connection.sleep(pause)
            pause = min(pause * POLL_GROWTH, LONGEST_POLL)
        if now.state != "succeeded":
            raise Refusal(f"Job {now.id} ({now.title}) {now.state.replace('_', ' ')}: {now.error or 'no reason given'}")
        return now

    def answers(self) -> Rows:
        """Return every score of a compositionality project, one a row."""
        return Rows(self._fetch_answers)

    def judgements(self, judging_round: int, *, with_excluded: bool = False, of_machines: bool = False) -> Rows:
        """Return every answer of a judging round, one a row for each system: of people, or else of machines."""
        query = {"excluded": "with" if with_excluded else None, "of": "machines" if of_machines else None}

        def fetch() -> Iterator[Row]:
            table = self._call(routes.JUDGEMENTS, query=query, number=judging_round)
            return (dict(zip(table["columns"], row, strict=True)) for row in table["rows"])

        return Rows(fetch)

    def readings(self, release: int | None = None) -> Rows:
        """Return every annotator's reading of a word alignment release, the newest unless one is named."""
        return Rows(lambda: self._fetch_readings(release))

    def send_outputs(self, number: int, folder: Path | str) -> Iterator[Job]:
        """Send the translations that an experiment's `run.sh` finished into a folder, and yield the job of each file.

        Raise Refusal if none is finished; a file that was sent before gives its earlier job.
        """
        test_sets = self._call(routes.EXPERIMENT, id=number)["description"]["test_sets"]
        records = sorted(Path(folder).glob("*.json"))
        if not records:
            raise Refusal(f"{folder} has no finished system. Run run.sh first.")
        for record in records:
            provenance = json.loads(record.read_text(encoding="utf-8"))
            for test_set in test_sets:
                upload = self.upload(record.with_name(f"{record.stem}.test-{test_set['id']}.txt"))
                body = {
                    "variant": provenance["variant"],
                    "seed": provenance["seed"],
                    "test_set": test_set["id"],
                    "upload": upload.id,
                    "provenance": provenance,
                }
                yield Job.read(self._call(routes.EXPERIMENT_OUTPUTS, body=body, id=number))

    def releases(self) -> Iterator[Release]:
        """Yield releases, newest first."""
        return map(Release.read, self.connection.list_all(routes.RELEASES, slug=self.slug))

    def release(self, number: int) -> Release:
        """Return a release with its manifest."""
        return Release.read(self._call(routes.RELEASE, number=number))

    def create_release(self, **options: Any) -> Job:
        """Queue a release, with the options that the project's kind has."""
        route = routes.RELEASE_CREATE[self.describe().kind]
        return Job.read(self._call(route, body={"request_id": str(uuid4()), **options}))

    def download(self, number: int, target: Path | str = ".") -> Path:
        """Store the archive of a release in a folder or under a name, and return its path.

        The file appears when it is complete and has the SHA-256 that the site states. A folder is one that exists, or a
        name that ends with a slash.
        """
        release = self.release(number)
        path = Path(target)
        if path.is_dir() or str(target).endswith(("/", os.sep)):
            path.mkdir(parents=True, exist_ok=True)
            path = path / Path(release.file_name).name
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as file:
                digest = self.connection.download(routes.RELEASE_DOWNLOAD, file, slug=self.slug, number=number)
            if digest != release.sha256:
                raise Refusal(f"What arrived of {release.file_name} is not what the site stored. Download it again.")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def _fetch_answers(self) -> Iterator[Row]:
        return read_answers(self.connection.stream(routes.ANSWERS, slug=self.slug))

    def _fetch_readings(self, number: int | None) -> Iterator[Row]:
        if number is None:
            newest = next(self.releases(), None)
            if newest is None:
                raise Refusal(f"{self.slug} has no release yet. Create one first.")
            number = newest.number
        with (
            tempfile.TemporaryDirectory(prefix="interlinea-") as folder,
            self.download(number, folder).open("rb") as archive,
        ):
            yield from read_readings(archive)

    def _send_all(self, step: Import, files: Sequence[Path | str]) -> dict[str, Any]:
        if step.files:
            raise Refusal(f"Name the part of each file: {', '.join((*step.files, *step.lists))}.")
        return {"uploads": [self.upload(path).id for path in files]}

    def _send_parts(self, step: Import, files: Mapping[str, Path | str]) -> dict[str, Any]:
        if unknown := [part for part in files if part not in (*step.files, *step.lists)]:
            raise Refusal(f"No file is called {', '.join(unknown)} here.")
        sent = {part: self.upload(path).id for part, path in files.items()}
        return {part: [number] if part in step.lists else number for part, number in sent.items()}

    def _call(self, route: routes.Route, **more: Any) -> Any:
        return self.connection.call(route, slug=self.slug, **more)


def find_import(what: str) -> Import:
    """Return the steps of an import by its name."""
    if what not in IMPORTS:
        raise Refusal(f"{what} cannot be imported; what can: {', '.join(IMPORTS)}.")
    return IMPORTS[what]
