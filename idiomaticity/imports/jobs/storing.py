"""Rows of an import: compounds with their sentences and items, and the ratings of one annotator."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from django.db.models import Max

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import find_last_number
from annotation_site.assignments.services.numbering import make_item
from annotation_site.jobs.running import JobRun
from annotation_site.previews.storing import FinishedWork, store_submissions
from annotation_site.projects.models import Membership, Project
from idiomaticity.classes.judged import settle_class
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.compounds.models import FIRST_FILLER, PUBLISHED_MEANS, Compound, Occurrence
from idiomaticity.formats import CompoundEntry
from idiomaticity.imports.planning import PlannedCompound
from idiomaticity.lists.models import GivenList
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.scales.judgements import SCALES, Judgement, Scale
from idiomaticity.scales.paraphrase_texts import normalise

CHUNK = 500
BATCH = 2_000


@dataclass(frozen=True, slots=True)
class GivenWork:
    """One rating of an item, with the guideline that the annotator had, if the project has that version."""

    item: Item
    judgement: Judgement
    guideline: int | None


def store_compounds(run: JobRun, project: Project, compounds: Sequence[PlannedCompound]) -> int:
    """Store compounds, occurrences and items in the caller's transaction, which holds the project; return the number of
    items, which the caller counts.
    """
    first, last = find_next_compound(project), find_last_number(project)
    numbers = count(last + 1)
    for start in range(0, len(compounds), CHUNK):
        run.report(start, len(compounds))
        chunk = compounds[start : start + CHUNK]
        places = enumerate(chunk, start=first + start)
        rows = [_make_compound(project, number, planned, numbers) for number, planned in places]
        occurrences = [
            occurrence
            for row, planned in zip(rows, chunk, strict=True)
            for occurrence in _make_occurrences(project, row, planned, numbers)
        ]
        items = [row.item for row in rows] + [row.item for row in occurrences]
        Item.objects.bulk_create(item for item in items if item is not None)
        Compound.objects.bulk_create(rows)
        Occurrence.objects.bulk_create(occurrences)
        CompoundAdjudication.objects.bulk_create(
            CompoundAdjudication(
                compound=row,
                decided_class=planned.entry.decided_class,
                note=planned.entry.note,
                is_done=True,
                decided_by=run.job.requested_by,
            )
            for row, planned in zip(rows, chunk, strict=True)
            if planned.entry.decided_class or planned.entry.note
        )
    return next(numbers) - last - 1


def _make_compound(project: Project, number: int, planned: PlannedCompound, numbers: Iterator[int]) -> Compound:
    entry = planned.entry
    asks = project.idiomaticity.asks_compounds
    return Compound(
        project=project,
        number=number,
        text=entry.compound,
        normalised=normalise(entry.compound),
        modifier=planned.modifier,
        head=planned.head,
        compound_class=settle_class(entry.compound_class, (), entry.decided_class)[0],
        imported_class=entry.compound_class,
        **{PUBLISHED_MEANS[scale]: mean for scale, mean in entry.published_means.items()},
        published_paraphrases=list(entry.paraphrases),
        item=make_item(project, next(numbers), entry.compound) if asks else None,
    )


def _make_occurrences(
    project: Project, compound: Compound, planned: PlannedCompound, numbers: Iterator[int]
) -> Iterator[Occurrence]:
    """Yield the occurrences; those whose place in the sentence is not known are not rated and have no item."""
    for sentence in planned.sentences:
        asks = project.idiomaticity.asks_sentences and sentence.placement
        yield Occurrence(
            compound=compound,
            number=sentence.number,
            sentence=sentence.text,
            spans=[list(span) for span in sentence.placement.spans] if sentence.placement else [],
            manner=sentence.placement.manner if sentence.placement else "",
            label=sentence.label,
            previous=sentence.previous,
            next=sentence.next,
            published_mean=sentence.mean,
            published_paraphrases=list(sentence.paraphrases),
            item=make_item(project, next(numbers), f"{compound.text}-{sentence.number}") if asks else None,
        )


def store_means(project: Project, means: Mapping[str, Mapping[Scale, float]]) -> dict[str, list[int]]:
    """Give compounds of the project the means of an earlier study, and return their numbers by field."""
    compounds = list(Compound.objects.filter(project=project, normalised__in=means))
    given: dict[str, list[int]] = {field: [] for field in PUBLISHED_MEANS.values()}
    for compound in compounds:
        for scale, mean in means[compound.normalised].items():
            setattr(compound, PUBLISHED_MEANS[scale], mean)
            given[PUBLISHED_MEANS[scale]].append(compound.number)
    Compound.objects.bulk_update(compounds, list(given), batch_size=1_000)
    return {field: numbers for field, numbers in given.items() if numbers}


def store_labels(project: Project, labels: Mapping[tuple[str, int], str]) -> list[int]:
    """Give occurrences of the project their labels, by compound and number, and return their keys."""
    compounds = {compound for compound, _ in labels}
    unlabelled = Occurrence.objects.filter(compound__project=project, compound__normalised__in=compounds, label="")
    occurrences = [
        occurrence
        for occurrence in unlabelled.select_related("compound").defer("sentence", "previous", "next")
        if (occurrence.compound.normalised, occurrence.number) in labels
    ]
    for occurrence in occurrences:
        occurrence.label = labels[occurrence.compound.normalised, occurrence.number]
    Occurrence.objects.bulk_update(occurrences, ["label"], batch_size=1_000)
    return [occurrence.pk for occurrence in occurrences]


def store_paraphrases(project: Project, entries: Mapping[str, CompoundEntry]) -> list[int]:
    """Give compounds of the project the paraphrases of an earlier study, and return their numbers; a sentence that the
    project has not is stored without its text.
    """
    compounds = list(Compound.objects.filter(project=project, normalised__in=entries))
    known = {
        (occurrence.compound_id, occurrence.number): occurrence
        for occurrence in Occurrence.objects.filter(compound__in=compounds)
    }
    new: list[Occurrence] = []
    for compound in compounds:
        entry = entries[compound.normalised]
        compound.published_paraphrases = list(entry.paraphrases)
        for number, sentence in entry.sentences.items():
            if not sentence.paraphrases:
                continue
            if (occurrence := known.get((compound.pk, number))) is None:
                occurrence = Occurrence(compound=compound, number=number)
                new.append(occurrence)
            occurrence.published_paraphrases = list(sentence.paraphrases)
    Compound.objects.bulk_update(compounds, ["published_paraphrases"], batch_size=1_000)
    Occurrence.objects.bulk_update(known.values(), ["published_paraphrases"], batch_size=1_000)
    Occurrence.objects.bulk_create(new, batch_size=BATCH)
    return [compound.number for compound in compounds]


def add_type_items(project: Project, compounds: Sequence[Compound]) -> list[Item]:
    """Store an item for each of these compounds, none of which was rated by itself so far; the caller counts them."""
    first = find_last_number(project) + 1
    items = [make_item(project, number, compound.text) for number, compound in enumerate(compounds, start=first)]
    Item.objects.bulk_create(items)
    for compound, item in zip(compounds, items, strict=True):
        compound.item = item
    Compound.objects.bulk_update(compounds, ["item"], batch_size=1_000)
    return items


def find_next_compound(project: Project) -> int:
    """Return the number that the next new compound gets."""
    of_study = Compound.everything.filter(project=project, number__lt=FIRST_FILLER)
    return int(of_study.aggregate(last=Max("number"))["last"] or 0) + 1


def _make_rating(assignment: Assignment, judgement: Judgement) -> Rating:
    return Rating(assignment=assignment, **{name: getattr(judgement, name) for name in (*SCALES, "extra")})


def store_ratings(member: Membership, work: Sequence[GivenWork], list_number: int | None) -> None:
    """Store submitted work of an annotator who is not stored yet, and the number of the list that they were given."""
    if list_number is not None:
        GivenList.objects.create(membership_id=member.pk, number=list_number)
    assignments = store_submissions(
        FinishedWork(given.item.pk, member, given.judgement.to_json(), given.guideline) for given in work
    )
    judged = list(zip(assignments, work, strict=True))
    Rating.objects.bulk_create((_make_rating(own, given.judgement) for own, given in judged), batch_size=BATCH)
    Paraphrase.objects.bulk_create(
        (
            Paraphrase(assignment=own, position=position, text=text, normalised=normalise(text))
            for own, given in judged
            for position, text in enumerate(given.judgement.paraphrases, start=1)
        ),
        batch_size=BATCH,
    )
    member.submitted_count = len(work)
