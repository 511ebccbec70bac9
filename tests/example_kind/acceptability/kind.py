"""The kind: its words, pages, settings, and what it adds to the loop."""

from collections.abc import Mapping
from typing import Any

from acceptability.adjudication import SENTENCES
from acceptability.answers import (
    AnswerContent,
    AnswerForm,
    AnswerProblem,
    AnswerState,
    AnswerSubmission,
    finish_answer,
    note_differences,
    read_answer,
    save_answer,
    with_sentences,
)
from acceptability.figures import QUALITY, AcceptabilityAgreement
from acceptability.models import AcceptabilitySettings, Answer
from acceptability.releases.jobs import request_release
from django.db.models import QuerySet
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import AdjudicatedKind
from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_see_agreement,
    can_see_annotator_quality,
    can_see_results,
    can_visit,
)
from annotation_site.projects.forms import LanguageField, ProjectForm, people_for_each_item
from annotation_site.projects.kinds import Group, Tab, arrange_tabs
from annotation_site.projects.models import Membership, Project
from annotation_site.releases.api.requests import ReleaseRequest

GUIDE = "guides/managers"


class AcceptabilityForm(ProjectForm):
    """Settings of a project that asks whether sentences are acceptable."""

    guideline_help = "Annotators can open them beside every sentence."
    noun = "sentence"
    fixed = ("language",)
    language = LanguageField(help_text="Language of the sentences.")
    annotators_per_item = people_for_each_item("Annotators per sentence", initial=2, help_text="Two or more.")


class Acceptability(AdjudicatedKind):
    """Sentences that are acceptable or not."""

    kind = "acceptability"  # type: ignore[assignment]
    title = "New project: acceptability"
    fixed_note = "You cannot change the language later."
    sentence = "Say whether sentences are acceptable."
    invitation = "You read sentences and say whether they are acceptable"
    figure = "expressions/projects/_figure.html"
    next_step = "import its sentences"
    beginning = ("Import sentences", "import")
    form, model = AcceptabilityForm, AcceptabilitySettings
    tabs = arrange_tabs(
        "acceptability",
        Tab("Overview", "acceptability:overview", can_visit, GUIDE, Group.OVERVIEW),
        Tab("Sentences", "acceptability:sentences", can_manage, GUIDE, Group.DATA),
        Tab("Import", "acceptability:import", can_manage, GUIDE, Group.DATA),
        Tab("My work", "acceptability:assignments", can_annotate, "guides/annotators", Group.ANNOTATE),
        Tab("Agreement", "projects:agreement", can_see_agreement, "measuring/measures", Group.AGREEMENT),
        Tab("Annotator quality", QUALITY.tab, can_see_annotator_quality, "measuring/measures", Group.AGREEMENT),
        Tab("Adjudication", SENTENCES.tab, can_adjudicate, "guides/adjudicators", Group.ADJUDICATE),
        Tab("Releases", "projects:releases", can_see_results, GUIDE, Group.RESULTS),
    )
    agreement, quality = AcceptabilityAgreement(), QUALITY
    adjudication_path = "acceptability.adjudication.SENTENCES"
    page, template, work_template = "judge", "acceptability/judge.html", "acceptability/work.html"
    no_work_yet = "No sentences yet."
    nothing_left = "There are no more sentences for you at the moment."
    items_tab = "sentences"
    skip_reasons = ("I do not understand the sentence",)
    state_serializer, change_serializer = AnswerState, AnswerContent
    submit_serializer, problem_serializer = AnswerSubmission, AnswerProblem
    release_serializer = ReleaseRequest

    def request_release(self, user: User, project: Project, **terms: Any) -> Job:
        return request_release(user=user, project=project, **terms)

    def with_content(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return with_sentences(assignments)

    def describe_content(self, assignment: Assignment) -> dict[str, Any]:
        return {"text": assignment.item.sentence.text, "answer": read_answer(assignment)}

    def name(self, assignment: Assignment) -> str:
        return f"Sentence {assignment.item.number}"

    def item_api(self, item: Item) -> str:
        # A decision is read there, too: the only address of the API that this kind has for a sentence.
        return reverse("api:sentence-decision", args=[item.project.slug, item.number])

    def search_items(self, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
        return items.filter(sentence__text__icontains=typed)

    def describe_row(self, assignment: Assignment) -> dict[str, Any]:
        return {"text": assignment.item.sentence.text}

    def work_context(self, annotator: Membership) -> dict[str, Any]:
        return {}

    def page_context(self, assignment: Assignment, state: dict[str, Any], form: Any) -> dict[str, Any]:
        return {"choices": Answer.choices}

    def submit_form(self, data: Any, assignment: Assignment) -> AnswerForm:
        return AnswerForm(data)

    def operation_kind(self, content: Mapping[str, Any]) -> str:
        return "judge"

    def save(self, assignment: Assignment, place: Any, **content: Any) -> dict[str, Any]:
        return save_answer(assignment, **content)

    def finish(self, assignment: Assignment, save: Save, **content: Any) -> dict[str, Any]:
        return finish_answer(assignment, save, **content)

    def after_submit(self, assignment: Assignment, submission: Submission, place: Any) -> dict[str, Any]:
        if assignment.item.state == Item.State.ANNOTATED:
            note_differences(assignment.item.project, [assignment.item_id], also=assignment.pk)
        return {}

    def read_text(self, item: Item) -> str:
        return item.sentence.text

    def item_address(self, item: Item) -> str:
        return reverse("acceptability:sentences", args=[item.project.slug])
