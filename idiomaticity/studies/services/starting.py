"""Starting a project with the settings of another study."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import change_settings, start_project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.queries.settings import list_gaps
from idiomaticity.crowd.services.settings import prepare_crowd
from idiomaticity.page_texts.services import copy_page_texts
from idiomaticity.questionnaires.services import set_up_questionnaire
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.services.known_answer_files import import_known_ratings
from idiomaticity.screening.services.known_ratings import set_screening

KNOWN_FILE = "known_answers"
NEW_DAY = "Choose a day until which data about participants are kept."


@dataclass(frozen=True, slots=True)
class StartedStudy:
    """A project with the settings of a study; `left` says what the new study has to choose, or could not take over."""

    project: Project
    is_new: bool
    left: list[str] = field(default_factory=list)


@transaction.atomic
def start_study(*, user: User, name: str, request_id: UUID, study: Mapping[str, Any]) -> StartedStudy:
    """Start a project with the settings of a study, as `read_study` returns them, once per request id.

    Parts that are missing have the defaults of a new project. Either all settings are taken over, or there is no
    project. Raise DomainError for what a page would refuse as well, naming the part.
    """
    settings = {**study["settings"]}
    # A new project has this one by default; it can be changed before scores are shown.
    share = settings.pop("score_control_share", None)
    guideline = study.get("guideline", "")
    project, is_new = start_project(
        user=user, kind=Project.Kind.IDIOMATICITY, request_id=request_id, name=name, guideline=guideline, **settings
    )
    if not is_new:
        return StartedStudy(project, is_new=False)
    if share is not None:
        change_settings(user=user, project=project, score_control_share=share)
    return StartedStudy(project, is_new=True, left=_set_up_parts(user, project, study, request_id))


def _set_up_parts(user: User, project: Project, study: Mapping[str, Any], request_id: UUID) -> list[str]:
    known: dict[str, Any] = {"user": user, "project": project}
    left: list[str] = []
    if crowd := study.get("crowd"):
        # JSON has an amount as a text.
        payment = Decimal(crowd.get("payment", 0))
        call = prepare_crowd(**known, **{"consent": "", **crowd, "payment": payment})
        left += list_gaps(call)
        left += [NEW_DAY] if call.worker_parameter and not call.other_parameters else []
    if questionnaire := study.get("questionnaire"):
        set_up_questionnaire(**known, **questionnaire)
    if screening := study.get("screening"):
        set_screening(**known, **screening)
    if texts := study.get("page_texts"):
        gone = copy_page_texts(**known, **texts)
        left += [f"No page has this sentence any more: “{sentence[:90]}”." for sentence in gone]
    if rows := study.get("known_answers"):
        _import_known_answers(known, rows, request_id)
    return left


def _import_known_answers(known: Mapping[str, Any], rows: Sequence[Mapping[str, str]], request_id: UUID) -> None:
    """Import the items with known answers as fillers, as a table of them is imported."""
    table = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    try:
        import_known_ratings(
            **known,
            file=(table.encode(), f"{KNOWN_FILE}.jsonl"),
            use=KnownRating.Use.ATTENTION,
            operation_id=uuid5(request_id, KNOWN_FILE),
        )
    except DomainError as error:
        raise DomainError(f"The known answers of the study cannot be used. {error.sentence}") from error
