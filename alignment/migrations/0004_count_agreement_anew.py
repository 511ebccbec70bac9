# ruff: noqa: S608 - the statements are put together from the names above
"""Fills what agreement rows now hold from the submissions they were counted from, then the sums over them."""

from collections import defaultdict
from datetime import UTC
from itertools import groupby

from django.db import migrations

from alignment.agreement.counts import count_pair, restrict
from alignment.readings.links import Reading

COUNTS = (
    "first_any", "second_any", "both_any", "both_same_label", "first_sure", "second_sure", "both_sure",
    "first_possible", "second_possible", "both_possible", "first_unaligned", "second_unaligned", "both_unaligned",
    "sure_possible", "possible_sure",
)  # fmt: skip
SUMS = ", ".join(f"SUM({name})" for name in COUNTS)
TARGET_SUMS = ", ".join(f"SUM(target_counts[{place}])" for place in range(1, len(COUNTS) + 1))
COLUMNS = f"project_id, first_id, second_id, part, key, pairs, {', '.join(COUNTS)}"
PARTS = {
    "all": ("0", "TRUE"),
    "day": ("day - DATE '0001-01-01' + 1", "TRUE"),
    "guideline": ("COALESCE(guideline_version, -1)", "TRUE"),
    "agr": ("FLOOR(agr * 20)::int", "agr IS NOT NULL"),
}
ITEM_TOTALS = """
    INSERT INTO alignment_itemagreementtotal (project_id, raters, is_ready, pairs, link_items, agreeing, sure_count,
        possible_count, absent_count, disagreement_count, undecided_count, pairs_to_decide, pairs_decided,
        pairs_agreed, changes)
    SELECT project_id, raters, is_ready, COUNT(*), SUM(link_items),
        SUM(ROUND(agreement_sum * raters * (raters - 1))), SUM(sure_count), SUM(possible_count), SUM(absent_count),
        SUM(disagreement_count), SUM(undecided_count), COUNT(*) FILTER (WHERE undecided_count > 0),
        COUNT(*) FILTER (WHERE undecided_count = 0 AND disagreement_count > 0),
        COUNT(*) FILTER (WHERE disagreement_count = 0), 1
    FROM alignment_itemagreement GROUP BY project_id, raters, is_ready
"""


def fill_rows(apps, schema_editor):
    rows_of = apps.get_model("alignment", "PairAgreement").objects
    pairs = apps.get_model("alignment", "SentencePair").objects
    ordered = rows_of.order_by("item_id").iterator(500)
    for item_id, rows in groupby(ordered, key=lambda row: row.item_id):
        pair = pairs.get(item_id=item_id)
        words = pair.source_target_words, pair.target_target_words
        submitted = _latest(apps, item_id)
        for row in rows:
            (first, day, version), (second, other_day, other_version) = (
                submitted[row.first_id],
                submitted[row.second_id],
            )
            counts = count_pair(first, second)
            row.sure_possible, row.possible_sure = counts.sure_possible, counts.possible_sure
            row.day = max(day, other_day)
            row.guideline_version = version if version == other_version else None
            if any(words):
                touching = count_pair(restrict(first, *words), restrict(second, *words))
                row.target_counts = [getattr(touching, name) for name in COUNTS]
            row.save()


def _latest(apps, item_id):
    found = defaultdict(tuple)
    submissions = apps.get_model("projects", "Submission").objects.filter(
        assignment__item_id=item_id, assignment__state="submitted"
    )
    for each in submissions.order_by("number").select_related("guideline", "assignment"):
        version = each.guideline.version if each.guideline else 0
        reading = Reading.from_json(each.reading)
        found[each.assignment.annotator_id] = reading, each.created_at.astimezone(UTC).date(), version
    return found


def add_up(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "UPDATE alignment_itemagreement agreement SET is_ready = item.state IN ('annotated', 'adjudicated') "
            "FROM projects_item item WHERE item.id = agreement.item_id"
        )
        for part, (key, condition) in PARTS.items():
            cursor.execute(
                f"INSERT INTO alignment_agreementtotal ({COLUMNS}) SELECT project_id, first_id, second_id, '{part}', "
                f"{key}, COUNT(*), {SUMS} FROM alignment_pairagreement WHERE {condition} GROUP BY 1, 2, 3, 5"
            )
        cursor.execute(
            f"INSERT INTO alignment_agreementtotal ({COLUMNS}) SELECT project_id, first_id, second_id, 'target', 0, "
            f"COUNT(*), {TARGET_SUMS} FROM alignment_pairagreement WHERE target_counts IS NOT NULL GROUP BY 1, 2, 3"
        )
        cursor.execute(ITEM_TOTALS)


class Migration(migrations.Migration):
    dependencies = [("alignment", "0003_agreement_totals"), ("projects", "0002_site_cache")]

    operations = [
        migrations.RunPython(fill_rows, migrations.RunPython.noop),
        migrations.RunPython(add_up, migrations.RunPython.noop),
    ]
