"""Known answers in a release: the cells of their two tables, and their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.tables import read_cells
from idiomaticity.formats import NO_HEAD, read_spans
from idiomaticity.releases.files import CHECKS, EXCLUDED, KNOWN
from idiomaticity.releases.records import ReleasedCheck, ReleasedKnown
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.answers import meets

_EXPECTED = [f"expected_{scale}" for scale in SCALES]


KNOWN_COLUMNS = ("item", "compound", "sentence", "span", "modifier", "head", "use", *_EXPECTED, "explanation")
CHECK_COLUMNS = ("item", "use", "scale", "annotator", "rating", "met")


def read_known(release: ReleaseArchive) -> tuple[list[ReleasedKnown], list[ReleasedCheck]]:
    """Return the items and answers of a release; nothing of one without known answers."""
    if KNOWN not in release.entries:
        return [], []
    known = [_read_item(row) for row in read_cells(release, KNOWN)]
    rows = groupby(read_cells(release, CHECKS), key=lambda row: (row["item"], row["annotator"]))
    checks = []
    for (item, name), given in rows:
        scores = {row["scale"]: int(row["rating"]) for row in given}
        checks.append(ReleasedCheck(item, name.removesuffix(EXCLUDED), name.endswith(EXCLUDED), scores))
    return known, checks


def count_known(known: Sequence[ReleasedKnown], checks: Iterable[ReleasedCheck]) -> dict[str, Any]:
    """Return the items by use, and by use the answers and those of them that were as expected."""
    by_item = {rating.item: rating for rating in known}
    items, ratings, met = Counter(rating.use for rating in known), Counter[str](), Counter[str]()
    for check in checks:
        use = by_item[check.item].use
        ratings[use] += 1
        met[use] += meets(by_item[check.item].expected, check.scores)
    return {use: {"items": items[use], "ratings": ratings[use], "met": met[use]} for use in sorted(items)}


def list_item_cells(known: ReleasedKnown) -> Sequence[object]:
    """Return an item as cells; such a table can be imported as it is."""
    ends = [known.expected.get(scale) for scale in SCALES]
    return (
        known.item,
        known.compound,
        known.sentence,
        " ".join(f"{start}-{end}" for start, end in known.spans),
        known.modifier or NO_HEAD,
        known.head or NO_HEAD,
        known.use,
        *("" if span is None else f"{span[0]}-{span[1]}" for span in ends),
        known.explanation,
    )


def list_check_cells(known: Sequence[ReleasedKnown], checks: Iterable[ReleasedCheck]) -> Iterator[Sequence[object]]:
    """Yield every answer to an item as cells."""
    by_item = {rating.item: rating for rating in known}
    for check in checks:
        item = by_item[check.item]
        for scale, score in check.scores.items():
            is_met = meets({scale: item.expected[scale]}, check.scores) if scale in item.expected else None
            name = check.annotator + EXCLUDED * check.is_excluded
            yield check.item, item.use, scale, name, score, "" if is_met is None else str(is_met).lower()


def _read_item(row: Mapping[str, str]) -> ReleasedKnown:
    expected = {}
    for scale, name in zip(SCALES, _EXPECTED, strict=True):
        low, _, high = row[name].partition("-")
        if low:
            expected[str(scale)] = int(low), int(high)
    parts = {name: "" if row[name] == NO_HEAD else row[name] for name in ("modifier", "head")}
    return ReleasedKnown(
        item=row["item"],
        compound=row["compound"],
        use=row["use"],
        expected=expected,
        sentence=row["sentence"],
        spans=read_spans(row["span"])[0],
        explanation=row["explanation"],
        **parts,
    )
