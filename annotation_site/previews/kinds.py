"""An import, as a kind of project declares it: the options of its files, and what of a preview may be imported.

Pages (`views.ImportPages`), API (`api.ImportApi`) and command lines request and confirm it here. The bodies of its two
jobs are the kind's: `storing` has what they share.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

Options = TypeVar("Options")


class ImportKind(ABC, Generic[Options]):
    """An import of uploaded files: nothing is stored before its preview is confirmed, and then once."""

    preview: ClassVar[Preview]
    # A dataclass: what people say of the files, beside the files themselves.
    options: type[Options]
    most_files: ClassVar[int] = 1
    # The refusal of a preview in which nothing can be imported.
    nothing: ClassVar[str] = "These files have nothing to import."

    @transaction.atomic
    def request_preview(
        self, *, user: User, project: Project, uploads: Sequence[Upload], request_id: UUID, **options: Any
    ) -> Job:
        """Queue a preview of files with the options of this import, those of None by default; the same request twice
        gives one job.
        """
        require(can_manage, user, project)
        self.require_files(len(uploads))
        given = {name: value for name, value in options.items() if value is not None}
        parameters = self.read_options(project, self.options(**given), uploads)
        return self.preview.request(
            user=user, project=project, request_id=request_id, parameters={"uploads": list(uploads), **parameters}
        )

    @transaction.atomic
    def confirm_import(self, *, user: User, project: Project, preview: Job, **terms: Any) -> Job:
        """Queue the import of a preview on these terms, once, however often it is confirmed."""
        require(can_manage, user, project)
        result = self.preview.require_finished(project, preview)
        if not self.has_anything(result):
            raise DomainError(self.nothing)
        parameters = self.read_terms(project, preview, terms)
        return self.preview.confirm(user=user, project=project, preview=preview, parameters=parameters)

    def require_files(self, count: int) -> None:
        """Raise DomainError for too many files, or none."""
        if not 1 <= count <= self.most_files:
            raise DomainError("Give one file." if self.most_files == 1 else f"Give one to {self.most_files} files.")

    def read_options(self, project: Project, options: Options, uploads: Sequence[Upload]) -> dict[str, Any]:
        """Return the options as parameters of the jobs; raise DomainError for those that cannot be."""
        return asdict(options)  # type: ignore[call-overload]

    @abstractmethod
    def has_anything(self, result: Mapping[str, Any]) -> bool:
        """Return whether the result of a preview has something to import."""

    def read_terms(self, project: Project, preview: Job, terms: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the import takes beside the parameters of the preview; raise DomainError where consent lacks."""
        return {}
