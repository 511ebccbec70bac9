"""The rows that an import of annotation brought, for taking it back."""

from django.db.models import F

from alignment.adjudication.models import Adjudication, LinkDecision, QueuePlace
from alignment.agreement.models import AgreementTotal, ItemAgreement, PairAgreement
from alignment.agreement.queries.changes import hold_counts
from alignment.agreement.services.changes import note_changes
from alignment.annotator_quality.models import AnnotatorQualityCounts, AnnotatorQualityTotal
from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.readings.models import AlignmentLink, UnalignedToken
from alignment.rounds.models import RoundItem
from alignment.suggestions.models import Suggestion
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.closing.ownership import name_some
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought
from annotation_site.projects.models import Membership, Project

# What was counted of the readings is gone once `prepare` is done, and sums of the annotators stand at zero.
PARTS = frozenset(
    {
        *(Submission, AlignmentLink, UnalignedToken, SentencePair, Suggestion, Adjudication),
        *(PairAgreement, ItemAgreement, AgreementTotal, AnnotatorQualityCounts, AnnotatorQualityTotal, QueuePlace),
    }
)


def find_campaign(imported: Job) -> Brought | None:
    """Return the readings of an import with their annotators, and the pairs if it brought the text. Readings that
    members of the project were given as their own cannot be told from theirs, so that such an import stays.
    """
    if any(annotator["member"] for annotator in imported.parameters["annotators"]):
        return None
    members = imported.result["members"]
    readings = Assignment.objects.filter(annotator__in=members)
    items = Item.versions.filter(assignments__annotator__in=members).distinct()
    keys = list(items.values_list("pk", flat=True))
    is_new_text = imported.result["is_new_text"]

    def find_work() -> list[str]:
        others = Assignment.objects.filter(item__in=keys).exclude(annotator__in=members)
        decided = Item.versions.filter(pk__in=keys, state=Item.State.ADJUDICATED)
        return [
            *name_some(others.count(), "assignment of another annotator", "assignments of other annotators"),
            *name_some(decided.count(), "adjudicated pair", "adjudicated pairs"),
            *name_some(LinkDecision.objects.filter(item__in=keys).count(), "decision", "decisions"),
            *name_some(RoundItem.objects.filter(item__in=keys).count(), "pair in a round", "pairs in rounds"),
            *name_some(KnownGold.objects.filter(item__in=keys).count(), "known gold", "known golds"),
        ]

    def prepare(project: Project) -> None:
        # Still annotated, and without a reading that counts: nothing is left in any sum.
        readings.update(state=Assignment.State.RETURNED)
        note_changes(list(Item.versions.filter(pk__in=keys).only("project_id")))
        hold_counts(project)
        counts = {"assigned_count": 0, "submitted_count": 0, "required_count": project.annotators_per_item}
        Item.versions.filter(pk__in=keys).update(state=Item.State.OPEN, withdrawn_from="", **counts)

    def settle(project: Project) -> None:
        if is_new_text:
            Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - len(keys))
            AlignmentSettings.objects.filter(project=project).update(has_null_token=False)

    rows = {"readings": readings, "annotators": Membership.objects.filter(pk__in=members)}
    if is_new_text:
        rows["pairs"] = Item.versions.filter(pk__in=keys)
    return Brought(rows, parts=PARTS, find_work=find_work, prepare=prepare, settle=settle)
