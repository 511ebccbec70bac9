"""The pages of a participant in their order, and the items that a walk through them shows."""

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.lists.models import ListedItem
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.questionnaires.queries import find_questionnaire
from idiomaticity.screening.models import KnownRating

# Of the work, beside the tutorial: a demo shows how a study asks, not all of what it asks.
DEMO_SENTENCES, DEMO_COMPOUNDS = 3, 2


def find_call(project: Project) -> CrowdCall | None:
    """Return the crowd of a project, if it has one."""
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    return call


def list_walk(project: Project, items: list[int]) -> list[tuple[str, str]]:
    """Return the pages of a participant in their order, each by its name in addresses and its label."""
    has_crowd, questionnaire = find_call(project) is not None, find_questionnaire(project)
    about = [("questionnaire", "Questionnaire")] if questionnaire.questions else []
    is_at_end = questionnaire.moment == Questionnaire.Moment.END
    pages = [("consent", "Consent")] if has_crowd else []
    pages += [] if is_at_end else about
    pages += [("instructions", "Instructions")] if project.guidelines.exists() else []
    pages += [("items", "Items")] if items else []
    pages += about if is_at_end else []
    return pages + ([("end", "End")] if has_crowd else [])


def list_items(project: Project) -> list[int]:
    """Return the items of the first participant: tutorial and test, then the first list, or else some of the work."""
    before = KnownRating.objects.filter(project=project).exclude(use=KnownRating.Use.ATTENTION).order_by("-use", "pk")
    listed = ListedItem.objects.filter(project=project).order_by("number", "item__number")
    first = listed.values_list("number", flat=True).first()
    work = list(listed.filter(number=first).values_list("item", flat=True)) if first is not None else []
    open_items = Item.objects.filter(project=project, state=Item.State.OPEN).order_by("number")
    limit = CrowdCall().limit_each if (call := find_call(project)) is None else call.limit_each
    return [*before.values_list("item", flat=True), *(work or open_items.values_list("pk", flat=True)[:limit])]


def list_demo_items(project: Project) -> list[int]:
    """Return the items of a demo: the tutorial, then some of the work, and nothing by which raters are tested."""
    tutorial = KnownRating.objects.filter(project=project, use=KnownRating.Use.TUTORIAL).order_by("pk")
    work = Item.objects.filter(project=project, state=Item.State.OPEN, known_rating=None).order_by("number")
    sentences, compounds = work.filter(occurrence__isnull=False), work.filter(compound__isnull=False)
    return [
        *tutorial.values_list("item", flat=True),
        *sentences.values_list("pk", flat=True)[:DEMO_SENTENCES],
        *compounds.values_list("pk", flat=True)[:DEMO_COMPOUNDS],
    ]
