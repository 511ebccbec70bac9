"""A study as its settings: what a copy, a file and the API have of it."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.crowd.marketplaces import restore_capitals
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.page_texts.models import PageTexts
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.ratings.queries import find_compound
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.models import KnownRating, ScreeningSettings

ADDRESSES = ("completed_url", "screened_out_url", "full_url")


def read_study(project: Project) -> dict[str, Any]:
    """Return the study's settings by part, as JSON has them; None for a part that was never set up.

    Compounds, answers and people are no settings. Return addresses come without the codes of this study, by which a
    marketplace would credit participants of another one.
    """
    own = project.idiomaticity
    guideline = project.guidelines.first()
    settings = {**Project.carried_fields.read(project), **own.carried_fields.read(own)}
    return {
        "name": project.name,
        "settings": {**settings, "scale": own.score_scale.to_json()},
        "guideline": guideline.text if guideline else "",
        "crowd": _read_crowd(project),
        "questionnaire": _read_part(project, Questionnaire),
        "screening": _read_part(project, ScreeningSettings),
        "page_texts": _read_part(project, PageTexts),
        "known_answers": list(_list_known_answers(project)),
    }


def _read_part(project: Project, model: Any) -> dict[str, Any] | None:
    row = model.objects.filter(project=project).first()
    carried: dict[str, Any] | None = model.carried_fields.read(row) if row else None
    return carried


def _read_crowd(project: Project) -> dict[str, Any] | None:
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    if call is None:
        return None
    carried = call.carried_fields.read(call)
    addresses = {name: restore_capitals(carried[name]) for name in ADDRESSES}
    consent = call.consents.first()
    payment = str(carried["payment"].quantize(Decimal("0.01")))
    return {**carried, **addresses, "payment": payment, "consent": consent.text if consent else ""}


def _list_known_answers(project: Project) -> Iterator[dict[str, str]]:
    """Yield rows as a table of known answers has them, a sentence or a compound each.

    Where both levels are asked, a compound whose sentences have answers comes with these alone: the table has no row
    for both.
    """
    known = KnownRating.objects.filter(project=project).select_related("item__occurrence__compound", "item__compound")
    rows = list(known.order_by("pk"))
    of_sentences = {
        find_compound(known_answer.item).pk for known_answer in rows if hasattr(known_answer.item, "occurrence")
    }
    for known_answer in rows:
        compound = find_compound(known_answer.item)
        if hasattr(known_answer.item, "occurrence"):
            yield _known_answer_to_row(known_answer, compound, known_answer.item.occurrence)
        elif project.idiomaticity.asks_sentences:
            if compound.pk not in of_sentences:
                yield _known_answer_to_row(known_answer, compound, None)
        else:
            occurrences: list[Occurrence | None] = list(compound.occurrences.exclude(sentence="").order_by("number"))
            for occurrence in occurrences or [None]:
                yield _known_answer_to_row(known_answer, compound, occurrence)


def _known_answer_to_row(known: KnownRating, compound: Compound, occurrence: Occurrence | None) -> dict[str, str]:
    spans = occurrence.spans if occurrence else []
    ends = {scale: known.expected.get(scale) for scale in SCALES}
    return {
        "compound": compound.text,
        "head": compound.head,
        "modifier": compound.modifier,
        "sentence": occurrence.sentence if occurrence else "",
        "span": " ".join(f"{start}-{end}" for start, end in spans),
        "previous": occurrence.previous if occurrence else "",
        "next": occurrence.next if occurrence else "",
        "use": known.use,
        **{f"expected_{scale}": f"{span[0]}-{span[1]}" if span else "" for scale, span in ends.items()},
        "explanation": known.explanation,
    }
