"""Objects of the API. A field without a default is one that the site always sends; fields unknown here are ignored."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Self

from interlinea.errors import Refusal


@dataclass(frozen=True, kw_only=True)
class Model:
    """An object as the API answers it; `schemas` are its names in the OpenAPI document."""

    schemas: ClassVar[tuple[str, ...]]

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> Self:
        """Return the object of a JSON body; raise Refusal where a field is missing."""
        values = {each.name: body[each.name] for each in fields(cls) if each.name in body}
        if missing := [each.name for each in fields(cls) if each.default is MISSING and each.name not in values]:
            raise Refusal(
                f"The site answered a {cls.__name__.lower()} without {', '.join(missing)}. "
                "Install the client of the site's own version."
            )
        return cls(**values)


@dataclass(frozen=True, kw_only=True)
class Project(Model):
    """A project as every kind has it; `show` gives all its settings."""

    schemas = ("AlignmentProject", "IdiomaticityProject", "EvaluationProject")
    slug: str
    name: str
    kind: str
    state: str
    description: str
    item_count: int
    annotators_per_item: int
    roles: list[str]
    created_at: str


@dataclass(frozen=True, kw_only=True)
class Upload(Model):
    """A file that was sent to a project."""

    schemas = ("UploadMade",)
    id: int
    name: str
    size: int
    sha256: str
    created_at: str


@dataclass(frozen=True, kw_only=True)
class Job(Model):
    """Work of the site; `result` is there for a single job, not in lists."""

    schemas = ("JobDetail", "JobRow")
    id: int
    kind: str
    title: str
    state: str = ""
    done: int = 0
    total: int | None = None
    error: str = ""
    created_at: str = ""
    started_at: str | None = None
    finished_at: str | None = None
    result: dict[str, Any] | None = None

    @property
    def is_finished(self) -> bool:
        """Return whether nothing more will happen to it."""
        return self.state not in ("queued", "running")


@dataclass(frozen=True, kw_only=True)
class Release(Model):
    """An immutable archive; `manifest` is there for a single release, not in lists."""

    schemas = ("ReleaseDetail", "ReleaseRow")
    number: int
    file_name: str
    size: int
    sha256: str
    created_at: str
    note: str = ""
    doi: str = ""
    manifest: dict[str, Any] | None = None
