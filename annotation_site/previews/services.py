"""Looking at files before they are imported: ask for a look, look again with other settings, confirm once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable


@dataclass(frozen=True)
class Preview:
    """A kind of job that looks at files, and the kind of job that a confirmed look becomes."""

    kind: str
    becomes: str
    noun: str = "preview"

    def request(
        self, *, user: User, project: Project, request_id: UUID, parameters: Mapping[str, Any], after: Job | None = None
    ) -> Job:
        """Queue a look at the uploads among the parameters, or those of an earlier look; nothing else is stored."""
        return request_job(
            user=user,
            project=project,
            kind=self.kind,
            idempotency_key=str(request_id),
            parameters=parameters,
            after=after,
        )

    def require_finished(self, project: Project, preview: Job) -> dict[str, Any]:
        """Return what the look found; refuse one of another kind or project, or that has not finished."""
        is_known = preview.kind == self.kind and preview.project_id == project.pk
        if not is_known or preview.state != Job.State.SUCCEEDED:
            raise NotEditable(f"There is no finished {self.noun} to import.")
        return preview.result

    def confirm(
        self,
        *,
        user: User,
        project: Project,
        preview: Job,
        parameters: Mapping[str, Any] | None = None,
        variant: str = "",
    ) -> Job:
        """Queue the import of what was found, with the parameters of the look and these; however often it is confirmed,
        one look becomes one import, of each variant."""
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
        """Return the import that the look became, if it was confirmed."""
        found: Job | None = preview.project.jobs.filter(kind=self.becomes, idempotency_key=_key(preview)).first()
        return found


def _key(preview: Job, variant: str = "") -> str:
    return f"preview-{preview.pk}{variant}"
