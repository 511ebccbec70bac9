"""Puts the pairs that were counted already into the adjudicator's lists by annotators and by target word."""

from django.db import migrations

from alignment.adjudication.queue_places import list_places
from alignment.readings.links import Reading

CHUNK = 500
TOTALS = """
    INSERT INTO alignment_queuetotal (project_id, kind, key, to_decide, decided, agreed, held)
    SELECT project_id, kind, key, COUNT(*) FILTER (WHERE state = 'to-decide'), COUNT(*) FILTER (WHERE state = 'decided'),
        COUNT(*) FILTER (WHERE state = 'agreed'), COUNT(*) FILTER (WHERE state = 'held')
    FROM alignment_queueplace GROUP BY project_id, kind, key
"""


def fill_places(apps, schema_editor):
    agreements = apps.get_model("alignment", "ItemAgreement").objects.select_related("item__sentence_pair")
    places = apps.get_model("alignment", "QueuePlace")
    last = 0
    while rows := list(agreements.filter(item__gt=last).order_by("item_id")[:CHUNK]):
        last = rows[-1].item_id
        readings = read_submissions(apps, [row.item_id for row in rows])
        places.objects.bulk_create(
            places(
                item_id=row.item_id,
                project_id=row.project_id,
                kind=place.kind,
                key=place.key,
                state=state_of(row),
                share=row.disagreement_share,
            )
            for row in rows
            for place in places_of(row.item.sentence_pair, readings.get(row.item_id, {}))
        )
    schema_editor.execute(TOTALS)


def read_submissions(apps, items):
    submissions = apps.get_model("projects", "Submission").objects.filter(
        assignment__item__in=items, assignment__state="submitted"
    )
    latest = (
        submissions.order_by("assignment__item_id", "assignment__annotator_id", "-number")
        .distinct("assignment__item_id", "assignment__annotator_id")
        .values_list("assignment__item_id", "assignment__annotator_id", "reading")
    )
    readings = {}
    for item, annotator, reading in latest:
        readings.setdefault(item, {})[annotator] = Reading.from_json(reading)
    return readings


def places_of(pair, readings):
    return list_places(
        readings,
        (pair.source_tokens, pair.source_target_words),
        (pair.target_tokens, pair.target_target_words),
    )


def state_of(row):
    if not row.is_ready:
        return "held"
    if not row.disagreement_count:
        return "agreed"
    return "to-decide" if row.undecided_count else "decided"


class Migration(migrations.Migration):
    dependencies = [("alignment", "0007_adjudication_depth")]

    operations = [migrations.RunPython(fill_places, migrations.RunPython.noop)]
