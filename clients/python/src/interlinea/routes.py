"""Every address that this client uses, as the OpenAPI document names it, with the fields of its body."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from interlinea.errors import Refusal


@dataclass(frozen=True)
class Route:
    """A method and an address; `takes` are the fields of its body, `filters` those of its query."""

    method: str
    path: str
    takes: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()

    @property
    def is_repeatable(self) -> bool:
        """Return whether sending it twice is the same as sending it once."""
        return self.method == "GET" or "request_id" in self.takes

    def address(self, places: Mapping[str, object]) -> str:
        """Return the path with its places filled in."""
        return self.path.format_map({name: quote(str(each), safe="") for name, each in places.items()})

    def check(self, body: Mapping[str, Any]) -> None:
        """Raise Refusal for a field that the address does not take."""
        if unknown := [name for name in body if name not in self.takes]:
            known = [name for name in self.takes if name not in MADE_HERE]
            offer = f"; options are: {', '.join(known)}" if known else ""
            raise Refusal(f"There is no option {', '.join(unknown)} here{offer}.")


# Fields that this client fills in, which are no options of a person's.
MADE_HERE = ("request_id", "uploads", "content")
_PAGES = ("page", "page_size")
_TERMS = ("request_id", "note", "licence", "licence_text", "citation", "creators")

PROJECTS = Route("GET", "projects/", filters=("kind", "state", *_PAGES))
PROJECT = Route("GET", "projects/{slug}/")
UPLOAD = Route("POST", "projects/{slug}/uploads/", takes=("file",))

JOBS = Route("GET", "projects/{slug}/jobs/", filters=_PAGES)
JOB = Route("GET", "projects/{slug}/jobs/{id}/")
JOB_CANCEL = Route("POST", "projects/{slug}/jobs/{id}/cancel/")
JOB_RETRY = Route("POST", "projects/{slug}/jobs/{id}/retry/")

ANSWERS = Route("GET", "projects/{slug}/answers.csv")
JUDGEMENTS = Route("GET", "projects/{slug}/judging-rounds/{number}/answers/", filters=("excluded", "of"))

EXPERIMENT = Route("GET", "projects/{slug}/experiments/{id}/")
# The same file again gives the same job.
EXPERIMENT_OUTPUTS = Route(
    "POST",
    "projects/{slug}/experiments/{id}/outputs/",
    takes=("variant", "seed", "test_set", "upload", "provenance"),
)

RELEASES = Route("GET", "projects/{slug}/releases/", filters=_PAGES)
RELEASE = Route("GET", "projects/{slug}/releases/{number}/")
RELEASE_DOWNLOAD = Route("GET", "projects/{slug}/releases/{number}/download/")
# What it takes depends on the kind of the project.
RELEASE_CREATE = {
    "alignment": Route("POST", "projects/{slug}/releases/", takes=(*_TERMS, "separate_readings")),
    "idiomaticity": Route("POST", "projects/{slug}/releases/", takes=(*_TERMS, "paraphrases")),
    "expressions": Route("POST", "projects/{slug}/releases/", takes=(*_TERMS, "unseen_test", "unseen_dev", "seed")),
    "evaluation": Route("POST", "projects/{slug}/releases/", takes=(*_TERMS, "test_set")),
}


@dataclass(frozen=True)
class Import:
    """The two steps in which files come in. `files` are the fields that hold one upload each, instead of `uploads`;
    `lists` those that hold several.
    """

    preview: Route
    confirm: Route
    fixed: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


_STUDY = Route(
    "POST",
    "projects/{slug}/study-imports/",
    takes=(
        *("request_id", "content", "uploads", "corrections", "columns", "classes", "labels", "classes_of"),
        *("encoding", "separator", "sheet", "header"),
        *("rates_whole", "span_units"),
    ),
)
_STUDY_CONFIRM = Route("POST", "projects/{slug}/study-imports/{id}/confirm/", takes=("leave_out",))
_PARTS = (
    *("table", "source", "spans", "reference_spans", "expressions", "alignment"),
    *("source_tokens", "reference_tokens", "grouping"),
)
IMPORTS = {
    "text": Import(
        Route(
            "POST",
            "projects/{slug}/imports/",
            takes=(
                *("request_id", "uploads", "format", "tokens", "encoding", "is_reversed"),
                *("source_words", "target_words", "file_source_language", "file_target_language"),
                *("columns", "sheet", "separator", "header"),
            ),
        ),
        Route(
            "POST",
            "projects/{slug}/imports/{id}/confirm/",
            takes=("leave_out_rejected", "only_new", "repeated_ids"),
        ),
    ),
    "readings": Import(
        Route("POST", "projects/{slug}/readings/", takes=("request_id", "uploads", "format", "base", "is_reversed")),
        Route(
            "POST",
            "projects/{slug}/readings/{id}/confirm/",
            takes=("annotators", "leave_out_rejected", "accept_identical"),
        ),
    ),
    "compounds": Import(_STUDY, _STUDY_CONFIRM, fixed=(("content", "compounds"),)),
    "ratings": Import(_STUDY, _STUDY_CONFIRM, fixed=(("content", "ratings"),)),
    "machine-answers": Import(
        Route("POST", "projects/{slug}/machine-answers/", takes=("request_id", "uploads", "machine")),
        Route("POST", "projects/{slug}/machine-answers/{id}/confirm/", takes=("leave_out_rejected",)),
    ),
    "test-set": Import(
        Route(
            "POST",
            "projects/{slug}/test-sets/",
            takes=(
                *("request_id", "name", *_PARTS, "references", "release", "release_project"),
                *("columns", "encoding", "separator", "sheet", "header", "span_units"),
            ),
        ),
        Route(
            "POST",
            "projects/{slug}/test-sets/previews/{id}/confirm/",
            takes=(
                *("source", "reference", "expression", "label", "spans", "reference_spans", "expression_class"),
                *("segment", "document", "references", "systems", "span_units", "shortens_names"),
            ),
        ),
        files=tuple(part for part in _PARTS if part != "grouping"),
        lists=("references",),
    ),
}
ROUTES = (
    *(PROJECTS, PROJECT, UPLOAD, JOBS, JOB, JOB_CANCEL, JOB_RETRY, ANSWERS, JUDGEMENTS),
    *(EXPERIMENT, EXPERIMENT_OUTPUTS),
    *(RELEASES, RELEASE, RELEASE_DOWNLOAD, *RELEASE_CREATE.values()),
    *(route for each in IMPORTS.values() for route in (each.preview, each.confirm)),
)
