"""Answers of a machine beside people's readings and ratings, and beside known answers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Max

from alignment.adjudication.queue_places import word_key
from alignment.agreement.frequency import asked_words
from alignment.agreement.queries.figures import read_changes
from alignment.agreement.queries.link_tables import read_tokens
from alignment.coefficients.agr import PairCounts, agr, count_pair, restrict
from alignment.readings.links import Reading
from alignment.releases.contents import ReleasedPair
from alignment.releases.queries.pairs import read_pairs
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Item
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.texts.batches import in_batches
from evaluation.machine_reports.links import LinkedPair
from evaluation.machine_reports.ratings import RatedUnit
from evaluation.machine_reports.report import FREQUENCIES, LENGTHS, KnownAnswers, list_stretches, name_stretch
from evaluation.sources.ratings import count_rating_changes
from idiomaticity.anchoring.models import ShownScores
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.models import Rating
from idiomaticity.scales.judgements import LOWEST, SCALES, Judgement, Scale
from idiomaticity.screening.models import KnownRating

BATCH = 500


@dataclass(frozen=True, slots=True)
class MachineLinks:
    """The pairs that the machine and somebody read, and the parts of their readings by frequency of the word."""

    pairs: list[LinkedPair]
    parts: dict[str, list[LinkedPair]]


def count_state(machine: Machine) -> str:
    """Return a key that changes with people's work and the machine's answers."""
    project = machine.project
    changes = read_changes(project) if project.kind == "alignment" else count_rating_changes(project)
    answers = MachineAnswer.objects.filter(machine=machine).aggregate(last=Max("pk"))["last"] or 0
    return f"{changes}-{answers}-{MachineAnswer.objects.filter(machine=machine).count()}"


def read_machine_links(machine: Machine) -> MachineLinks:
    """Return the machine's readings beside those that agreement compares."""
    frequencies = Counter[str]()
    for tokens in read_tokens(machine.project, "source"):
        frequencies.update(map(word_key, tokens))
    pairs: list[LinkedPair] = []
    parts: dict[str, list[LinkedPair]] = {f"frequency {name}": [] for name in list_stretches(FREQUENCIES)}
    for answer, pair in _iterate_pairs(machine):
        linked = LinkedPair(pair.readings, answer, len(pair.source_tokens))
        pairs.append(linked)
        by_band: dict[str, set[int]] = {}
        for index, token in asked_words(pair, "source"):
            band = f"frequency {name_stretch(FREQUENCIES, frequencies[word_key(token)])}"
            by_band.setdefault(band, set()).add(index)
        for band, words in by_band.items():
            parts[band].append(_restrict(linked, words))
    return MachineLinks(pairs, parts)


def _iterate_pairs(machine: Machine) -> Iterator[tuple[Reading, ReleasedPair]]:
    items = Item.objects.filter(machine_answers__machine=machine, submitted_count__gt=0)
    for batch in in_batches(read_pairs(items), BATCH):
        rows = MachineAnswer.objects.filter(machine=machine, item__in=[pk for pk, _ in batch])
        answers = dict(rows.values_list("item", "reading"))
        yield from ((Reading.from_json(answers[pk]), pair) for pk, pair in batch)


def _restrict(pair: LinkedPair, words: set[int]) -> LinkedPair:
    people = {name: restrict(reading, words, ()) for name, reading in pair.people.items()}
    return LinkedPair(people, restrict(pair.machine, words, ()), pair.length)


def read_known_links(machine: Machine) -> KnownAnswers | None:
    """Return AGR of the machine with known gold, or None where it answered no such pair."""
    golds = dict(KnownGold.objects.filter(project=machine.project).values_list("item", "reading"))
    rows = MachineAnswer.objects.filter(machine=machine, item__in=golds).values_list("item", "reading")
    counts = [count_pair(Reading.from_json(golds[item]), Reading.from_json(reading)) for item, reading in rows]
    if not counts:
        return None
    pooled = sum(counts, PairCounts())
    return KnownAnswers(len(counts), {name: agr(pooled, name).value for name in ("both", "any")})


def read_machine_ratings(machine: Machine) -> list[tuple[RatedUnit, Sequence[str]]]:
    """Return the units that the machine and somebody scored, with the groups of each: its scale, the class of its
    compound, and the length of its sentence. “Cannot judge” is no score, and ratings that saw the machine's scores are
    no evidence.
    """
    answers = {
        item: Judgement.from_json(reading)
        for item, reading in MachineAnswer.objects.filter(machine=machine).values_list("item", "reading")
    }
    names = ("assignment__item", "assignment__annotator__pseudonym", *SCALES)
    scores: dict[tuple[int, Scale], dict[str, int]] = {}
    influenced = ShownScores.objects.filter(machine=machine, is_control=False).values("assignment")
    ratings = Rating.objects.counted(machine.project).filter(assignment__item__machine_answers__machine=machine)
    independent = ratings.exclude(assignment__in=influenced)
    rows = independent.order_by("assignment__item", "assignment__annotator").values_list(*names)
    for item, annotator, *given in rows:
        for scale, score in zip(SCALES, given, strict=True):
            if score is not None and score >= LOWEST:
                scores.setdefault((item, scale), {})[annotator] = score
    groups = _name_groups(machine)
    units: list[tuple[RatedUnit, Sequence[str]]] = []
    for (item, scale), people in scores.items():
        own = answers[item].find(scale)
        if own is not None and own >= LOWEST:
            units.append((RatedUnit(item, people, own), [f"scale {scale}", *groups.get(item, ())]))
    return units


def _name_groups(machine: Machine) -> dict[int, list[str]]:
    labels = dict(Compound.CompoundClass.choices)
    rows = Item.objects.filter(machine_answers__machine=machine).values_list(
        "pk", "occurrence__sentence", "occurrence__compound__compound_class", "compound__compound_class"
    )
    names_by_item: dict[int, list[str]] = {}
    for item, sentence, of_occurrence, of_compound in rows:
        label = labels.get(of_occurrence or of_compound or "")
        names_by_item[item] = [f"class {label}"] if label else []
        if sentence:
            names_by_item[item].append(f"length {name_stretch(LENGTHS, len(sentence.split()))}")
    return names_by_item


def read_known_ratings(machine: Machine) -> KnownAnswers | None:
    """Return the share of known scores that the machine gave, or None where it answered no such item."""
    expected = dict(KnownRating.objects.filter(project=machine.project).values_list("item", "expected"))
    rows = MachineAnswer.objects.filter(machine=machine, item__in=expected).values_list("item", "reading")
    right = [
        low <= (reading.get(scale) if reading.get(scale) is not None else LOWEST - 1) <= high
        for item, reading in rows
        for scale, (low, high) in expected[item].items()
    ]
    return KnownAnswers(len(rows), {"share": sum(right) / len(right)}) if right else None
