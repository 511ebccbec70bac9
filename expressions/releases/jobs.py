"""Job that stores a release of expressions in text."""

from __future__ import annotations

from typing import Any

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.building import store_release
from annotation_site.releases.manifest import describe_release
from annotation_site.web.exceptions import DomainError
from expressions.lexicon.queries import read_cases
from expressions.releases.contents import FORMAT, ReleasedText, SplitWish
from expressions.releases.published import PUBLISHED
from expressions.releases.queries import RELEASE, read_passages

IMPORTS = ("expression_import",)


@job(RELEASE, "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, _read_contents)


def _read_contents(run: JobRun, number: int) -> tuple[dict[str, Any], ReleasedText]:
    project = run.job.project
    settings, asked = project.expressions, run.parameters.get("split")
    passages = read_passages(project)
    if not any(passage.readings or passage.decided is not None for passage in passages):
        raise DomainError("No passage has all its readings yet, so there is nothing to release.")
    text = ReleasedText(passages, settings.used_categories, SplitWish(**asked) if asked else None, read_cases(project))
    if text.wish is not None:
        _require_split(text)
    described = {
        **describe_release(run, number, IMPORTS),
        "format": FORMAT,
        "project": {"slug": project.slug, "name": project.name, "kind": project.kind},
        "language": settings.language,
        "policy": {"category_set": settings.category_set, "categories": settings.used_categories},
    }
    return described, text


def _require_split(text: ReleasedText) -> None:
    """Refuse a split for which the gold standard has too few different expressions."""
    try:
        _ = text.split
    except ValueError as error:
        raise DomainError(f"{error} Ask for fewer unseen expressions, or for no split.") from error
