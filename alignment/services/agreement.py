"""Counts of agreement, kept per pair as readings come in, so that a page sums instead of reading every link."""

from dataclasses import asdict
from itertools import combinations

from alignment.agreement import agr, count_pair, link_items
from alignment.links import Reading, disagreements
from alignment.models import ItemAgreement, PairAgreement
from alignment.selectors import item_decisions, item_readings
from annotation_site.projects.models import Item, Membership


def refresh_agreement(item: Item) -> None:
    """Count one item anew from its latest submissions; call it under the item's lock."""
    readings = item_readings(item)
    PairAgreement.objects.filter(item=item).delete()
    ItemAgreement.objects.filter(item=item).delete()
    if len(readings) < 2:
        return
    PairAgreement.objects.bulk_create(
        _pair_agreement(item, first, second) for first, second in combinations(readings, 2)
    )
    _item_agreement(item, [reading for _, reading in readings]).save(force_insert=True)


def _pair_agreement(item: Item, first: tuple[Membership, Reading], second: tuple[Membership, Reading]) -> PairAgreement:
    counts = count_pair(first[1], second[1])
    return PairAgreement(
        item=item,
        project_id=item.project_id,
        first=first[0],
        second=second[0],
        agr=agr(counts, "both").value,
        **asdict(counts),
    )


def _item_agreement(item: Item, readings: list[Reading]) -> ItemAgreement:
    sums = link_items(readings, len(item.sentence_pair.source_tokens)).sums
    disputed = disagreements(readings)
    decided = item_decisions(item)
    drawn = {cell for reading in readings for cell in reading.links}
    return ItemAgreement(
        item=item,
        project_id=item.project_id,
        raters=len(readings),
        link_items=sums.items,
        agreement_sum=sums.agreement,
        sure_count=sums.labels["S"],
        possible_count=sums.labels["P"],
        absent_count=sums.labels["N"],
        disagreement_count=len(disputed),
        undecided_count=sum(cell not in decided for cell in disputed),
        disagreement_share=len(disputed) / len(drawn) if drawn else 0.0,
    )
