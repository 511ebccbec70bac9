"""Gold from a file of links, matched with the project's pairs by id, or by number where the file has no ids."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from django.db.models import Q

from alignment.formats import AlignedSentence, Base, FormatError, Rejected, find_index_past_end
from alignment.formats.link_files import LinkFile, find_bases
from alignment.formats.parallel.pairs import clean_token
from alignment.pairs.differences import find_difference
from alignment.readings.links import Reading
from alignment.suggestions.jobs.storing import stream_pairs
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

MOST_PAIRS = 500


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of one pair, and its place in the file."""

    item: Item
    reading: Reading
    origin: str


def read_gold_file(project: Project, file: LinkFile, base: str) -> list[Gold]:
    """Return the gold of every pair in the file; the pairs are locked. Raise DomainError at the first row that is
    unreadable, repeated, about no pair, or does not fit its pair.
    """
    try:
        file = file.settled()
        sentences = _read_sentences(file, _find_base(project, file, base))
    except FormatError as error:
        raise DomainError(str(error)) from error
    items = _lock_items(project, sentences.values())
    return [_match(file, sentence, name, items) for name, sentence in sentences.items()]


def _find_base(project: Project, file: LinkFile, base: str) -> Base:
    """Return the first index; a file that ends before the last pair of the project has gold for the first ones."""
    lines = 0
    if file.is_by_line:
        with closing(file.rows(0)) as rows:
            lines = sum(1 for _ in rows)
    with closing(stream_pairs(project)) as pairs:
        return find_bases([file], base, islice(pairs, lines), lambda file: file.rows(0))[0]


def _read_sentences(file: LinkFile, base: Base) -> dict[str, AlignedSentence]:
    """Return the sentences by id, or number; an empty line of a format with a line per pair has no gold."""
    sentences: dict[str, AlignedSentence] = {}
    with closing(file.checked_rows(base)) as rows:
        for row in rows:
            if isinstance(row, Rejected):
                raise FormatError(file.name, row.line, f"{row.reason}{file.hint}")
            name = row.identifier or str(row.number)
            if name in sentences:
                raise FormatError(file.name, row.line, f"Pair {name} already occurs in line {sentences[name].line}.")
            if row.reading.links or not file.is_by_line:
                sentences[name] = row
    if not 0 < len(sentences) <= MOST_PAIRS:
        raise FormatError(file.name, None, f"The file has {len(sentences):,} pairs; 1 to {MOST_PAIRS:,} are allowed.")
    return sentences


def _lock_items(project: Project, sentences: Iterable[AlignedSentence]) -> dict[tuple[str, str], Item]:
    """Return the pairs that may be meant, locked, by id and by number."""
    names = [sentence.identifier for sentence in sentences if sentence.identifier]
    numbers = [sentence.number for sentence in sentences if not sentence.identifier]
    numbers += [int(name) for name in names if name.isascii() and name.isdecimal() and len(name) < 10]
    is_named = Q(identifier__in=names) | Q(number__in=numbers)
    rows = Item.objects.filter(is_named, project=project).select_for_update(no_key=True, of=("self",)).order_by("-pk")
    items = list(rows.select_related("sentence_pair", "project__alignment"))
    by_number = {("number", str(item.number)): item for item in items}
    return by_number | {("id", item.identifier): item for item in items if item.identifier}


def _match(file: LinkFile, sentence: AlignedSentence, name: str, items: Mapping[tuple[str, str], Item]) -> Gold:
    """Return the gold for the pair of this id, else for the one of this number if it has none or none is asked for."""
    origin = f"{file.name}, line {sentence.line}"
    item = items.get(("id", name)) if sentence.identifier else None
    numbered = items.get(("number", name))
    if item is None and numbered is not None and not (sentence.identifier and numbered.identifier):
        item = numbered
    if item is None:
        raise DomainError(f"{origin}: there is no pair {name} in this project.")
    pair = item.sentence_pair
    if fault := _find_misfit(sentence, pair.source_tokens, pair.target_tokens):
        raise DomainError(f"{origin}: {fault}")
    return Gold(item, sentence.reading, origin)


def _find_misfit(sentence: AlignedSentence, source: Sequence[str], target: Sequence[str]) -> str | None:
    sides = (("source", sentence.source_tokens, source), ("target", sentence.target_tokens, target))
    for side, given, expected in sides:
        if given is None or list(given) == list(expected):
            continue
        if difference := find_difference(side, list(map(clean_token, given)), expected):
            return difference.sentence("in the project")
    return find_index_past_end(sentence, len(source), len(target))
