"""What rounds ask of annotators."""

from django.db.models import OuterRef

from alignment.rounds.models import RoundReading
from annotation_site.notices.matters import Matter
from annotation_site.projects.abilities import can_annotate

State = RoundReading.State

OPEN_ROUND = Matter(
    name="open_round",
    ability=can_annotate,
    route="alignment:reconciliation",
    one="Reconcile 1 pair",
    many="Reconcile {count} pairs",
    news="A reconciliation round was opened.",
    rows=lambda user: (
        RoundReading.objects.for_annotator(user)
        .in_open_round()
        .filter(round_item__round__project=OuterRef("pk"), state__in=[State.WAITING, State.CHANGING])
    ),
)
