"""Expressions in running text as a kind of annotation: passages, and the expressions that annotators mark in them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import ngettext_lazy

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import AdjudicatedKind
from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.jobs.models import Job
from annotation_site.languages.marks import gettext_noop as _
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_see_agreement,
    can_see_annotator_quality,
    can_see_results,
    can_visit,
)
from annotation_site.projects.kinds import DEPOSITS, Group, Tab, arrange_tabs
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language
from expressions.adjudication.queries import DISPUTED_PASSAGES
from expressions.adjudication.services import note_differences
from expressions.agreement.queries import ExpressionAgreementKind
from expressions.annotator_quality.queries import MARKING_QUALITY
from expressions.candidates.queries import describe_candidates, find_origins
from expressions.candidates.services import propose_own
from expressions.marks.api import MarkingState, MarksContent, MarksProblem, MarksSubmission, read_marks_of
from expressions.marks.forms import MarksForm
from expressions.marks.marking import Mark, write_lines
from expressions.marks.queries import assignments_to_mark, describe_marking, excerpt, name_passage
from expressions.marks.services import finish_marks, save_marks
from expressions.overview.queries import ExpressionOverview
from expressions.passages.models import PassageSentence
from expressions.projects.access import describe_project
from expressions.projects.api import CategoryList
from expressions.projects.forms import ExpressionForm
from expressions.projects.models import ExpressionSettings
from expressions.projects.services import check_settings
from expressions.releases.api import ExpressionReleaseRequest
from expressions.releases.services import request_release

LONGEST_TEXT = 160


class ExpressionsInText(AdjudicatedKind):
    """Passages in which multiword expressions are marked."""

    kind = Project.Kind.EXPRESSIONS
    title = "New project: expressions in text"
    fixed_note = "You cannot change the language later."
    sentence = "Mark multiword expressions in running text, with categories, as PARSEME and UniDive do."
    figure = "expressions/projects/_figure.html"
    amount = ngettext_lazy("%(amount)s passage", "%(amount)s passages", "n")
    invitation = _("You read passages and mark multiword expressions in them")
    next_step = "import its text"
    beginning = ("Import text", "import")
    form = ExpressionForm
    model = ExpressionSettings
    shapes = {"categories": CategoryList}
    overview = ExpressionOverview()
    tabs = arrange_tabs(
        "expressions",
        Tab("Overview", "expressions:overview", can_visit, "guides/managers", Group.OVERVIEW),
        Tab("Passages", "expressions:passages", can_manage, "guides/managers#follow-the-work", Group.DATA),
        Tab("Import", "expressions:import", can_manage, "formats#expressions-in-text", Group.DATA),
        Tab("Candidates", "expressions:candidates", can_manage, "guides/managers#candidates", Group.DATA),
        Tab(
            "My work", "expressions:assignments", can_annotate, "guides/annotators#marking-expressions", Group.ANNOTATE
        ),
        Tab(
            "Agreement",
            "projects:agreement",
            can_see_agreement,
            "measuring/expressions#on-the-site",
            Group.AGREEMENT,
        ),
        Tab(
            "Annotator quality",
            "expressions:annotator_quality",
            can_see_annotator_quality,
            "measuring/expressions#annotator-quality",
            Group.AGREEMENT,
        ),
        Tab(
            "Adjudication",
            "expressions:adjudication",
            can_adjudicate,
            "guides/adjudicators#expressions-in-text",
            Group.ADJUDICATE,
        ),
        Tab(
            "Consistency",
            "expressions:consistency",
            can_adjudicate,
            "guides/adjudicators#consistency-of-expressions",
            Group.ADJUDICATE,
        ),
        Tab(_("Lexicon"), "expressions:lexicon", can_visit, "guides/adjudicators#lexicon", Group.RESULTS),
        Tab("Releases", "projects:releases", can_see_results, "guides/managers#release", Group.RESULTS),
        DEPOSITS,
    )
    under = {"projects:questions": "expressions:overview"}
    agreement = ExpressionAgreementKind()
    pending_tasks = (DISPUTED_PASSAGES,)
    adjudication_path = "expressions.adjudication.views.PASSAGES"
    quality = MARKING_QUALITY
    page = "mark"
    template = "expressions/marks/mark.html"
    work_template = "expressions/marks/work.html"
    no_work_yet = _("No text yet. Your first passage appears here when the project manager has imported text.")
    nothing_left = _("There are no more passages for you at the moment. Thank you. Please check again later.")
    items_tab = "passages"
    skip_reasons = (
        _("Part of the text is missing or garbled"),
        _("Words or sentences are split wrongly"),
        _("The text is in another language"),
        _("I do not understand the text"),
    )
    state_serializer = MarkingState
    change_serializer = MarksContent
    release_serializer = ExpressionReleaseRequest
    submit_serializer = MarksSubmission
    problem_serializer = MarksProblem

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Require categories, and keep those that annotators have used."""
        check_settings(settings, project)
        return settings

    def request_release(self, user: User, project: Project, **terms: Any) -> Job:
        return request_release(user=user, project=project, **terms)

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)

    def with_content(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return assignments_to_mark(assignments)

    def describe_content(self, assignment: Assignment) -> dict[str, Any]:
        return {**describe_marking(assignment), **describe_candidates(assignment)}

    def name(self, assignment: Assignment) -> str:
        return name_passage(assignment.item.passage)

    def item_api(self, item: Item) -> str:
        return reverse("api:passage", args=[item.project.slug, item.number])

    def list_work(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return assignments_to_mark(assignments)

    def search_items(self, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
        sentences = PassageSentence.objects.filter(text__icontains=typed)
        return items.filter(pk__in=sentences.values("passage"))

    def describe_row(self, assignment: Assignment) -> dict[str, Any]:
        return {
            "text": Truncator(excerpt(assignment.item.passage)).chars(LONGEST_TEXT),
            "mark_count": len(assignment.marks.all()),
        }

    def work_context(self, annotator: Membership) -> dict[str, Any]:
        return {"language": find_language(annotator.project.expressions.language)}

    def page_context(self, assignment: Assignment, state: dict[str, Any], form: forms.Form | None) -> dict[str, Any]:
        if isinstance(form, MarksForm):
            return {"lines": form.data.get("marks", ""), "form_errors": form.errors.get("marks", [])}
        return {"lines": write_lines(map(Mark.from_json, state["marks"]))}

    def submit_form(self, data: Any, assignment: Assignment) -> MarksForm:
        return MarksForm(data)

    def read_change(self, body: dict[str, Any]) -> dict[str, Any]:
        return read_marks_of(super().read_change(body))

    def read_submission(self, body: dict[str, Any]) -> dict[str, Any]:
        return read_marks_of(super().read_submission(body))

    def operation_kind(self, content: Mapping[str, Any]) -> str:
        return "mark"

    def save(self, assignment: Assignment, place: Any, **content: Any) -> dict[str, Any]:
        return save_marks(assignment, find_origins=find_origins, **content)

    def finish(self, assignment: Assignment, save: Save, **content: Any) -> dict[str, Any]:
        return finish_marks(assignment, save, **content)

    def after_lease(self, assignment: Assignment) -> None:
        propose_own(assignment)

    def after_submit(self, assignment: Assignment, submission: Submission, place: Any) -> dict[str, Any]:
        if assignment.item.state == Item.State.ANNOTATED:
            note_differences([assignment.item_id], also=assignment.pk)
        return {}

    def with_text(self, items: QuerySet[Item]) -> QuerySet[Item]:
        sentences = PassageSentence.objects.defer("lines")
        return items.select_related("passage").prefetch_related(Prefetch("passage__sentences", sentences))

    def read_text(self, item: Item) -> str:
        return Truncator(excerpt(item.passage)).chars(LONGEST_TEXT)

    def item_address(self, item: Item) -> str:
        return reverse("expressions:passage", args=[item.project.slug, item.number])
