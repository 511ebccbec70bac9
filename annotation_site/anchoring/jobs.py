"""The result of a job that measures effects, and the last one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation_site.coefficients.effects import RESAMPLES, SEED, Effect
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project


@dataclass(frozen=True, slots=True)
class StoredEffects:
    """A report as a job computed it; `is_current` is false if anybody has worked since."""

    report: dict[str, Any]
    computed_at: datetime
    is_current: bool

    def list_rows(self, titles: Mapping[str, str]) -> list[tuple[str, dict[str, Any]]]:
        """Return the effects for the page, each with its title and both groups beside it."""
        return [
            (
                titles[row["rate"]],
                {"rate": row["rate"], "sides": [row[side] for side in ("shown", "controls", "effect")]},
            )
            for row in self.report["effects"]
        ]


def write_effects(work: int, effects: Iterable[Effect]) -> dict[str, Any]:
    """Return effects, and how they were computed, as the result of a job has them."""
    return {"work": work, "resamples": RESAMPLES, "seed": SEED, "effects": [each.to_json() for each in effects]}


def find_effects(project: Project, kind: str, work: int) -> StoredEffects | None:
    """Return the last report of jobs of this kind, or None if none was computed; `work` is a number that increases with
    everything that effects depend on.
    """
    last = Job.objects.filter(project=project, kind=kind, state=Job.State.SUCCEEDED).order_by("-pk").first()
    if last is None or last.finished_at is None:
        return None
    return StoredEffects(last.result, last.finished_at, last.result["work"] == work)
