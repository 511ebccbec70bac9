"""Progress of a compositionality project, and its manager's tasks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max, Min, Q, Sum
from django.db.models.functions import Least
from django.utils.translation import gettext as _

from annotation_site.assignments.models import Item
from annotation_site.languages.numbers import say_count
from annotation_site.machines.models import Machine
from annotation_site.projects.checklist import Step, Task, count_in_words, invite_annotators, place_steps
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.overview import Overview
from annotation_site.projects.queries import guideline_step
from idiomaticity.classes.queries import read_expert_progress
from idiomaticity.compounds.models import Compound
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.questionnaires.queries import find_due

CROWD = "Open a crowd link"


class RatingOverview(Overview):
    """Ratings required and given."""

    template = "idiomaticity/overview/overview.html"
    done = "rated"

    def count_work(self, project: Project) -> Mapping[str, Any]:
        return {"ratings": count_ratings(project)}

    def describe_work(self, project: Project, counts: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"rating_sentence": counts["ratings"].describe(project.annotators_per_item)}

    def describe_own_work(self, annotator: Membership) -> Mapping[str, Any]:
        return {"class_progress": read_expert_progress(annotator), "questionnaire": find_due(annotator)}

    def list_tasks(self, project: Project, counts: Mapping[str, Any]) -> list[Task]:
        return _list_tasks(project, counts["ratings"])


@dataclass(frozen=True, slots=True)
class RatingProgress:
    """Counts over the project: compounds, items that are work, those with all ratings, ratings required and submitted,
    and the fewest and most ratings of an item that lacks some.
    """

    compounds: int
    items: int
    complete: int
    required: int
    given: int
    fewest: int
    most: int

    def describe(self, required: int) -> str:
        """Return in words how far the items are, each of which a project wants so many ratings of."""
        counts = {"complete": say_count(self.complete), "items": say_count(self.items)}
        said = [
            _("Ratings required per item: {required}.").format(required=say_count(required)),
            _("Items complete: {complete} of {items}.").format(**counts),
        ]
        if self.complete < self.items:
            least, most = say_count(self.fewest), say_count(self.most)
            said.append(_("Ratings of the others so far: {range}.").format(range=_join_ends(least, most)))
        return " ".join(said)


def _join_ends(least: str, most: str) -> str:
    return least if least == most else f"{least}–{most}"


def count_ratings(project: Project) -> RatingProgress:
    """Sum ratings over the items that are work: neither withdrawn nor with a known answer."""
    items = Item.objects.filter(project=project).exclude(state=Item.State.WITHDRAWN)
    # Beyond the required number, which can be lowered later, nothing is asked for.
    given = Least("submitted_count", "required_count")
    lacking = Q(submitted_count__lt=F("required_count"))
    sums = items.aggregate(
        required=Sum("required_count", default=0),
        given=Sum(given, default=0),
        fewest=Min("submitted_count", filter=lacking, default=0),
        most=Max("submitted_count", filter=lacking, default=0),
    )
    return RatingProgress(
        compounds=Compound.objects.filter(project=project).count(),
        items=items.count(),
        complete=items.filter(submitted_count__gte=F("required_count")).count(),
        **sums,
    )


def _list_tasks(project: Project, ratings: RatingProgress) -> list[Task]:
    """Return the manager's tasks, done and next, from the state of the database."""
    annotators = project.memberships.active().annotators().count()
    has_text = ratings.compounds > 0
    is_rated = has_text and ratings.given >= ratings.required > 0
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    steps = [
        guideline_step(project),
        Step(
            "Import compounds",
            f"{ratings.compounds:,} compounds, {ratings.items:,} to rate." if has_text else "With their sentences.",
            has_text,
            "idiomaticity:import",
            "Import more" if has_text else "Import",
        ),
        _known_answers_step(project.known_ratings.count()),
        _machine_scores_step(project),
        # One of both is enough.
        invite_annotators(annotators, project.annotators_per_item, "item")._replace(is_optional=call is not None),
        _open_crowd(call),
        Step(
            "Collect ratings",
            f"{ratings.given:,} of {ratings.required:,} ratings submitted."
            if has_text
            else "Annotators work independently.",
            is_rated,
        ),
        Step(
            "Show results",
            "Scores of compounds and sentences, spread, paraphrases.",
            is_rated,
            "idiomaticity:results" if ratings.given else "",
            "Show results" if ratings.given else "",
        ),
    ]
    return place_steps(steps)


def _known_answers_step(count: int) -> Step:
    return Step(
        "Add known answers",
        f"{count_in_words(count, 'item')} for a tutorial, qualification or attention checks."
        if count
        else "Items with an obvious answer, for a tutorial, qualification and attention checks.",
        count > 0,
        "idiomaticity:known_ratings",
        "Show" if count else "Add",
        is_optional=True,
    )


def _machine_scores_step(project: Project) -> Step:
    has_scores = project.machines.filter(use=Machine.Use.SUGGESTIONS).exists()
    return Step(
        "Show a machine’s scores",
        f"{100 - project.idiomaticity.score_control_share} % of each rater’s items show them."
        if has_scores
        else "Raters can see a machine’s scores beside the questions; controls are kept without.",
        has_scores,
        "projects:members" if has_scores else "projects:machine_new",
        "Show machines" if has_scores else "Add machine",
        is_optional=True,
    )


def _open_crowd(call: CrowdCall | None) -> Step:
    """Return the step of participants without accounts, which is optional until somebody sets them up."""
    if call is None:
        sentence = "Participants of a marketplace or a class can join by a link, without an account."
        return Step(CROWD, sentence, is_done=False, route="idiomaticity:crowd", action="Set up", is_optional=True)
    came = call.workers.count()
    state = "Open" if call.is_open else "Closed"
    sentence = f"{state}; {count_in_words(came, 'participant')} of at most {call.most_people:,} so far."
    is_done = call.is_open or came > 0
    return Step(CROWD, sentence, is_done, "idiomaticity:crowd", "Show crowd" if is_done else "Open")
