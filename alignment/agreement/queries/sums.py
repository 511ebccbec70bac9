"""Running sums of agreement: a counted pair's share of them, and adding it without locking out of order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor

from alignment.agreement.models import AgreementTotal, ItemAgreement, ItemAgreementTotal, PairAgreement
from alignment.agreement.queries.running_sums import Key, Sums, add_up, difference_of, upsert_sums
from alignment.coefficients.agr import COUNT_NAMES

Part = AgreementTotal.Part
AGR_PLACES = 20
MIXED_GUIDELINES = -1

TOTAL_KEYS = ("project", "part", "first", "second", "key")
TOTAL_SUMS = ("pairs", *COUNT_NAMES)
ITEM_KEYS = ("project", "raters", "is_ready")
ITEM_SUMS = (
    "pairs", "link_items", "agreeing", "sure_count", "possible_count", "absent_count", "disagreement_count",
    "undecided_count", "pairs_to_decide", "pairs_decided", "pairs_agreed", "pairs_accepted",
)  # fmt: skip


def sum_pair_rows(rows: Iterable[PairAgreement]) -> dict[Key, list[int]]:
    """Return the totals of these rows, by the key of AgreementTotal."""
    return add_up(each for row in rows for each in _parts_of(row))


def sum_item_rows(rows: Iterable[ItemAgreement]) -> dict[Key, list[int]]:
    """Return the totals of these rows, by the key of ItemAgreementTotal."""
    return add_up(_item_part(row) for row in rows)


def add_to_totals(before: Sums, after: Sums) -> None:
    """Update the sums of annotator pairs from the old state of rows to the new one."""
    upsert_sums(AgreementTotal, TOTAL_KEYS, TOTAL_SUMS, difference_of(before, after))


def add_to_item_totals(before: Sums, after: Sums, *, is_change: bool) -> None:
    """Update the sums of items; `is_change` means that readings differ now, and not decisions alone."""
    deltas = {key: [*row, 0] for key, row in difference_of(before, after).items()}
    if is_change:
        # Counted readings may move while every sum stays, so the mark is set on a row that is touched in any case.
        for key in list(after or before)[:1]:
            deltas.setdefault(key, [0] * (len(ITEM_SUMS) + 1))[-1] = 1
    upsert_sums(ItemAgreementTotal, ITEM_KEYS, (*ITEM_SUMS, "changes"), deltas)


def add_accepted(accepted: Mapping[Key, int]) -> None:
    """Count pairs as accepted, or no longer (negative), by project, number of readings and readiness."""
    sums = (*ITEM_SUMS, "changes")
    deltas = {key: [n if name == "pairs_accepted" else 0 for name in sums] for key, n in accepted.items() if n}
    upsert_sums(ItemAgreementTotal, ITEM_KEYS, sums, deltas)


def _parts_of(row: PairAgreement) -> Iterator[tuple[Key, Sequence[int]]]:
    counts = [1, *(getattr(row, name) for name in COUNT_NAMES)]
    for part, key in _places(row):
        yield (row.project_id, part.value, row.first_id, row.second_id, key), counts
    if row.target_counts is not None:
        yield (row.project_id, Part.TARGET_WORDS.value, row.first_id, row.second_id, 0), [1, *row.target_counts]


def _places(row: PairAgreement) -> Iterator[tuple[Part, int]]:
    yield Part.ALL, 0
    yield Part.DAY, row.day.toordinal()
    yield Part.GUIDELINE, MIXED_GUIDELINES if row.guideline_version is None else row.guideline_version
    if row.agr is not None:
        yield Part.AGR, floor(row.agr * AGR_PLACES)


def _item_part(row: ItemAgreement) -> tuple[Key, Sequence[int]]:
    is_disputed = row.disagreement_count > 0
    return (row.project_id, row.raters, row.is_ready), (
        1,
        row.link_items,
        round(row.agreement_sum * row.raters * (row.raters - 1)),
        row.sure_count,
        row.possible_count,
        row.absent_count,
        row.disagreement_count,
        row.undecided_count,
        row.undecided_count > 0,
        is_disputed and row.undecided_count == 0,
        not is_disputed,
        row.is_accepted,
    )
