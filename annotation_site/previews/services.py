"""Previewing files before they are imported: request a preview, repeat it with other settings, confirm once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.models import Project
from annotation_site.texts.lines import is_encoding
from annotation_site.web.exceptions import DomainError, NotEditable

MADE_EARLIER = "This preview was made by an earlier version of the site. Preview the files again."


@dataclass(frozen=True)
class Preview:
    """The kind of job that previews files, and the kind of job that imports a confirmed preview."""

    kind: str
    becomes: str
    noun: str = "preview"

    def __post_init__(self) -> None:
        _previews.append(self)

    def request(
        self, *, user: User, project: Project, request_id: UUID, parameters: Mapping[str, Any], after: Job | None = None
    ) -> Job:
        """Queue a preview of the uploads among the parameters, or those of an earlier preview; nothing else
        is stored.
        """
        return request_job(
            user=user,
            project=project,
            kind=self.kind,
            idempotency_key=str(request_id),
            parameters=parameters,
            after=after,
        )

    def require_finished(self, project: Project, preview: Job) -> dict[str, Any]:
        """Return the result of a preview. Refuse one of another kind or project, or one that has not finished."""
        is_known = preview.kind == self.kind and preview.project_id == project.pk
        if not is_known or preview.state != Job.State.SUCCEEDED:
            raise NotEditable(f"There is no finished {self.noun} to import.")
        return preview.result

    @staticmethod
    def require_consent(faulty: int, *, is_given: bool) -> None:
        """Refuse an import that would leave out rows with errors unless this was agreed to."""
        if faulty and not is_given:
            rows = "1 row has" if faulty == 1 else f"{faulty:,} rows have"
            raise DomainError(
                f"{rows} errors and would be left out. Confirm this, or correct what you uploaded and try again."
            )

    def confirm(
        self,
        *,
        user: User,
        project: Project,
        preview: Job,
        parameters: Mapping[str, Any] | None = None,
        variant: str = "",
    ) -> Job:
        """Queue the import, with the parameters of the preview and these; however often it is confirmed, one preview
        becomes one import per variant.
        """
        self.require_finished(project, preview)
        return request_job(
            user=user,
            project=project,
            kind=self.becomes,
            idempotency_key=_key(preview, variant),
            parameters={**preview.parameters, **(parameters or {}), "preview": preview.pk},
            after=preview,
        )

    def find_import(self, preview: Job) -> Job | None:
        """Return the import of the preview, or None if it was not confirmed."""
        import_job: Job | None = preview.project.jobs.filter(kind=self.becomes, idempotency_key=_key(preview)).first()
        return import_job


def require_table(preview: Job) -> dict[str, Any]:
    """Return what a preview says of its table. Raise DomainError for one that is not ready, that an earlier version of
    the site made, which says nothing of it, or whose file is no table.
    """
    if "table" not in preview.result or "reading" not in preview.parameters:
        raise DomainError(
            MADE_EARLIER if preview.is_finished else "The preview is not ready yet. Wait for it, then choose columns."
        )
    table: dict[str, Any] | None = preview.result["table"]
    if table is None:
        raise DomainError("This file has no columns to assign.")
    return table


def require_reading(reading: Mapping[str, str]) -> dict[str, str]:
    """Return how a table is read as parameters of a job; empty settings (encoding, separator, sheet, header) are
    recognised. Raise DomainError for a setting that cannot be.
    """
    known = {name: reading.get(name, "") for name in ("encoding", "separator", "sheet", "header")}
    if known["encoding"] and not is_encoding(known["encoding"]):
        raise DomainError(f"“{known['encoding'][:40]}” is not an encoding.")
    if len(known["separator"]) > 1:
        raise DomainError("The separator must be one character.")
    if known["header"] not in ("", "yes", "no"):
        raise DomainError("Say yes or no to a header, or leave it empty.")
    return known


def all_previews() -> Sequence[Preview]:
    """Return every preview whose subject was loaded."""
    return _previews


_previews: list[Preview] = []


def _key(preview: Job, variant: str = "") -> str:
    return f"preview-{preview.pk}{variant}"
