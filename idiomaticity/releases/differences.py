"""Changes between two releases of ratings: compounds, scores and single ratings, without a database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.kinds import Differences
from idiomaticity.releases.contents import CompoundResult, ReleasedStudy
from idiomaticity.releases.reading import read_study
from idiomaticity.releases.records import ReleasedCompound

MOST_LISTED = 200
# Compound, number of the sentence (None at type level) and pseudonym, by which a rating is found again.
RatingKey = tuple[str, int | None, str]


@dataclass(frozen=True, slots=True)
class _Side:
    """A release as it is compared: results by compound, and what was rated."""

    results: Mapping[str, CompoundResult]
    ratings: Mapping[RatingKey, Any]
    paraphrases: Mapping[RatingKey, Sequence[str]]

    @classmethod
    def of(cls, study: ReleasedStudy) -> _Side:
        ratings: dict[RatingKey, Any] = {}
        paraphrases: dict[RatingKey, Sequence[str]] = {}
        for rating in study.ratings:
            key = study.texts[rating.compound], rating.sentence, rating.annotator
            ratings[key] = rating.is_excluded, dict(rating.scores)
            paraphrases[key] = rating.paraphrases
        return cls({result.compound.text: result for result in study.summary[0]}, ratings, paraphrases)


@dataclass(slots=True)
class _Counts:
    """Ratings and paraphrases that were added, removed and changed, in all and by compound."""

    ratings: Counter[str] = field(default_factory=Counter)
    paraphrases: Counter[str] = field(default_factory=Counter)
    by_compound: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def count_changes(
    before: ReleaseArchive, after: ReleaseArchive, report: Callable[[], None]
) -> tuple[dict[str, Any], bool]:
    """Return compounds, ratings and paraphrases added, removed and changed, and the first changed compounds; and
    whether any changed.

    Compounds are matched by their text, ratings by compound, sentence and pseudonym. A rating is changed if a score
    is, or if its annotator was excluded or included.
    """
    old, new = _Side.of(read_study(before)), _Side.of(read_study(after))
    counts = _compare_ratings(old, new)
    compounds: Counter[str] = Counter()
    listed: list[dict[str, Any]] = []
    for text in [*new.results, *(text for text in old.results if text not in new.results)]:
        row = _compare_compound(old.results.get(text), new.results.get(text), counts.by_compound[text])
        compounds[row["what"]] += 1
        if row["what"] != "unchanged":
            listed.append({"compound": text, **row})
        report()
    return {
        "compounds": {what: compounds[what] for what in ("added", "removed", "changed", "unchanged")},
        "ratings": {what: counts.ratings[what] for what in ("added", "removed", "changed")},
        "paraphrases": {what: counts.paraphrases[what] for what in ("added", "removed")},
        "changed_compounds": listed[:MOST_LISTED],
        "not_listed": max(0, len(listed) - MOST_LISTED),
    }, bool(listed)


DIFFERENCES = Differences(
    "interlinea-compositionality-difference/1",
    # Not the citation, which has the number and the day of each release.
    (
        "project.level", "project.ratings_required", "policy", "questions", "guideline", "licence", "language",
        "software", "known_answers",
    ),
    ("policy", "counts", "classes", "scores", "agreement"),
    count_changes,
)  # fmt: skip


def _compare_ratings(old: _Side, new: _Side) -> _Counts:
    counts = _Counts()
    for key in old.ratings.keys() | new.ratings.keys():
        what = _compare(old.ratings.get(key), new.ratings.get(key))
        counts.ratings[what] += 1
        counts.by_compound[key[0]][what] += 1
        before, after = Counter(old.paraphrases.get(key, ())), Counter(new.paraphrases.get(key, ()))
        changes = {"added": (after - before).total(), "removed": (before - after).total()}
        counts.paraphrases.update(changes)
        counts.by_compound[key[0]]["paraphrases"] += sum(changes.values())
    return counts


def _compare(old: object | None, new: object | None) -> str:
    if old is None or new is None:
        return "added" if old is None else "removed"
    return "unchanged" if old == new else "changed"


def _compare_compound(old: CompoundResult | None, new: CompoundResult | None, counts: Counter[str]) -> dict[str, Any]:
    """Return what became of a compound; of one in both releases, what differs."""
    ratings = {what: counts[what] for what in ("added", "removed", "changed")}
    if old is None or new is None:
        return {"what": _compare(old, new), "ratings": ratings}
    rows = zip(_list_facts(old), _list_facts(new), strict=True)
    changes = [{"what": what, "from": one, "to": other} for (what, one), (_, other) in rows if one != other]
    is_changed = bool(changes) or any(ratings.values()) or bool(counts["paraphrases"])
    return {"what": "changed" if is_changed else "unchanged", "changes": changes, "ratings": ratings}


def _list_facts(result: CompoundResult) -> Iterable[tuple[str, Any]]:
    """Yield what a release says of a compound, with its name."""
    compound, score = result.compound, result.score
    yield "modifier", compound.modifier
    yield "head", compound.head
    yield "class", score.compound_class
    yield "type_score", score.type
    yield "token_score", score.token
    yield "sentence_means", list(score.sentence_means)
    yield "sentences", _list_sentences(compound)
    yield "paraphrases", [[form.text, level, form.total] for form, level in result.forms]
    yield "note", compound.note


def _list_sentences(compound: ReleasedCompound) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for sentence in compound.sentences:
        rows.append([sentence.number, sentence.text, [list(span) for span in sentence.spans], sentence.label])
    return rows
