"""Rules about the settings of a compositionality project."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.projects.extra_questions import ExtraQuestion, find_fault_in_extra
from idiomaticity.projects.queries import find_why_fixed, find_why_scale_fixed
from idiomaticity.projects.wording import NAMES, find_fault_in_wording, keep_own
from idiomaticity.scales.score_scale import ScoreScale


def clean_settings(settings: Mapping[str, Any], project: Project | None) -> dict[str, Any]:
    """Return wording, scale and extra questions as they are stored; raise DomainError for invalid settings, and
    NotEditable for changes that come too late: of questions after the first answer, of controls after the first.
    """
    if project is not None:
        _check_control_share(project, settings["score_control_share"])
    cleaned = {
        "wording": clean_wording(settings["language"], settings["wording"]),
        "scale": _clean_scale(settings["scale"]),
        "extra_questions": _clean_extra(settings["extra_questions"]),
    }
    if project is None:
        return cleaned
    own = project.idiomaticity
    before = {
        "wording": own.wording,
        "scale": own.score_scale.to_json(),
        "extra_questions": [question.to_json() for question in own.asked_beside],
    }
    if cleaned != before and (reason := find_why_fixed(project)):
        raise NotEditable(reason)
    if cleaned["scale"] != before["scale"] and (reason := find_why_scale_fixed(project)):
        raise NotEditable(reason)
    return cleaned


def _check_control_share(project: Project, share: int) -> None:
    if not 5 <= share <= 95:
        raise DomainError("The share of control items must be between 5 and 95 %.")
    is_drawn = Machine.objects.filter(project=project, shown_scores__isnull=False).exists()
    if share != project.idiomaticity.score_control_share and is_drawn:
        raise NotEditable(
            "You cannot change the share of control items after the first item with a machine’s score was assigned, "
            "because the control items would change."
        )


def clean_wording(language: str, wording: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that differ from the language's defaults; raise DomainError for invalid ones."""
    for name, text in wording.items():
        if name not in NAMES:
            raise DomainError(f"There is no question called {name}. Choose from {', '.join(NAMES)}.")
        if fault := find_fault_in_wording(text):
            raise DomainError(fault)
    return keep_own(language, {name: " ".join(text.split()) for name, text in wording.items()})


def _clean_scale(settings: Mapping[str, Any]) -> dict[str, Any]:
    scale = ScoreScale.from_json(settings)
    if fault := scale.find_fault():
        raise DomainError(fault)
    return scale.to_json()


def _clean_extra(settings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    questions = [ExtraQuestion.from_json(question) for question in settings]
    if fault := find_fault_in_extra(questions):
        raise DomainError(fault)
    return [question.to_json() for question in questions]
