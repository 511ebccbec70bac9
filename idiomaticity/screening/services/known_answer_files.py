"""Known answers from a file: items that are no compounds of the study, and counted nowhere among them."""

from collections.abc import Sequence
from itertools import count
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.assignments.queries import find_last_number
from annotation_site.assignments.services.numbering import count_new_items, make_item
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.tables.reading import TableOptions
from annotation_site.texts.expected_languages import expect_languages
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.models import FIRST_FILLER, Compound, Occurrence
from idiomaticity.imports.jobs.files import find_language_fault, name_language
from idiomaticity.imports.planning import PlannedCompound
from idiomaticity.scales.paraphrase_texts import normalise
from idiomaticity.screening.known_answer_files import Asked, KnownAnswerFile, KnownItem
from idiomaticity.screening.models import KnownRating

IMPORT = "import_known_ratings"


@transaction.atomic
def import_known_ratings(
    *, user: User, project: Project, file: tuple[bytes, str], use: str, operation_id: UUID, encoding: str = ""
) -> int:
    """Import items with known answers, all or nothing, and return their number; 0 for a repeated request.

    `file` is content and name; `use` is that of rows which name none. The compounds are fillers: they are rated, and
    are no compounds of the study.
    """
    require(can_manage, user, project)
    if is_repeat(actor=user, operation_id=operation_id, kind=IMPORT, project=project):
        return 0
    if use not in KnownRating.Use.values:
        raise DomainError(f"The use of an item must be one of: {', '.join(KnownRating.Use.values)}.")
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    items = _read_items(project, file, TableOptions(encoding=encoding))
    before = find_last_number(project)
    known = _store(user, project, items, use)
    count_new_items(project, len(known), after=before)
    payload = {"items": [row.item.number for row in known], "use": use}
    record_operation(actor=user, project=project, kind=IMPORT, payload=payload, operation_id=operation_id)
    return len(known)


def _read_items(project: Project, file: tuple[bytes, str], options: TableOptions) -> list[KnownItem]:
    settings = project.idiomaticity
    asked = Asked(
        language=settings.language,
        languages=name_language(project),
        scale=settings.score_scale,
        asks_sentences=settings.asks_sentences,
        asks_compounds=settings.asks_compounds,
        uses=KnownRating.Use.values,
        taken=dict(Compound.everything.filter(project=project).values_list("normalised", "is_filler")),
    )
    try:
        with expect_languages([settings.language]):
            known = KnownAnswerFile(*file, options, asked)
        if fault := find_language_fault(project, known.plan.list_texts(), known.tables):
            raise FormatError(known.name, None, fault)
        return known.read_items()
    except FormatError as error:
        raise DomainError(f"{error} Nothing was imported.") from error


def _store(user: User, project: Project, items: Sequence[KnownItem], use: str) -> list[KnownRating]:
    """Store compounds, occurrences and items, which are never work, with their answers."""
    numbers, places = count(find_last_number(project) + 1), count(_find_next_filler(project))
    compounds: dict[int, Compound] = {}
    occurrences: list[Occurrence] = []
    known: list[KnownRating] = []
    for each in items:
        compound = compounds.get(id(each.compound))
        if compound is None:
            compound = compounds[id(each.compound)] = _make_compound(project, next(places), each.compound)
            occurrences += _make_occurrences(compound, each.compound)
        item = make_item(project, next(numbers), compound.text)
        item.state = Item.State.WITHDRAWN
        if each.sentence is None:
            compound.item = item
        else:
            item.identifier = f"{compound.text}-{each.sentence}"
            (occurrence,) = [row for row in occurrences if (row.compound, row.number) == (compound, each.sentence)]
            occurrence.item = item
        known.append(
            KnownRating(
                project=project,
                item=item,
                use=each.answer.use or use,
                expected={scale: list(ends) for scale, ends in each.answer.expected.items()},
                explanation=each.answer.explanation,
                added_by=user,
            )
        )
    Item.objects.bulk_create(row.item for row in known)
    Compound.everything.bulk_create(compounds.values())
    Occurrence.objects.bulk_create(occurrences)
    KnownRating.objects.bulk_create(known)
    return known


def _make_compound(project: Project, number: int, planned: PlannedCompound) -> Compound:
    return Compound(
        project=project,
        number=number,
        text=planned.entry.compound,
        normalised=normalise(planned.entry.compound),
        modifier=planned.modifier,
        head=planned.head,
        is_filler=True,
    )


def _make_occurrences(compound: Compound, planned: PlannedCompound) -> list[Occurrence]:
    return [
        Occurrence(
            compound=compound,
            number=each.number,
            sentence=each.text,
            spans=[list(span) for span in each.placement.spans],
            manner=each.placement.manner,
            previous=each.previous,
            next=each.next,
        )
        for each in planned.sentences
        if each.placement
    ]


def _find_next_filler(project: Project) -> int:
    last = Compound.everything.filter(project=project).aggregate(last=Max("number"))["last"]
    return max(FIRST_FILLER, (last or 0) + 1)
