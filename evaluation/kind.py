"""Human judgement as a kind of annotation: answers about translations of an expression, asked in judging rounds."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import AdjudicatedKind
from annotation_site.assignments.kinds import Save, any_contains
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.feedback.kinds import FeedbackKind, FeedbackSource
from annotation_site.feedback.services.rulings import show_feedback
from annotation_site.jobs.models import Job
from annotation_site.languages.marks import gettext_noop as _
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_see_everyones_work,
    can_see_results,
    can_visit,
)
from annotation_site.projects.kinds import DEPOSITS, MACHINES, MEASURES, Extra, Group, Tab, arrange_tabs
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language
from evaluation.adjudication.queries.queue import DISPUTED_JUDGEMENTS
from evaluation.adjudication.services import note_differences
from evaluation.feedback import queries as comparison
from evaluation.feedback.api import JudgementFeedback
from evaluation.finding.queries import HITS_LEFT
from evaluation.judging.api.judging import JudgementContent, JudgementState, JudgementSubmission, OpenQuestions
from evaluation.judging.forms import JudgementForm
from evaluation.judging.methods import as_shown, count_questions
from evaluation.judging.models import JudgementTask, JudgingRound, OutputJudgement
from evaluation.judging.queries import judging as reads
from evaluation.judging.queries.attention import count_left, find_due, with_attention
from evaluation.judging.queries.order import (
    find_latest_round,
    has_room,
    items_of_taken_documents,
    list_numbers,
    list_open_rounds,
    order_rounds,
    with_open_rounds,
)
from evaluation.judging.queries.quality import JUDGING_QUALITY
from evaluation.judging.queries.reopening import name_closed_state
from evaluation.judging.questions import describe_questions, list_contradictions
from evaluation.judging.services.judging import finish_judgement, record_order, require_round_open, save_judgement
from evaluation.machine_judges.services import JudgingTasks
from evaluation.overview.queries import EvaluationOverview
from evaluation.projects.access import describe_project
from evaluation.projects.forms import EvaluationForm
from evaluation.projects.models import EvaluationSettings
from evaluation.releases.api import EvaluationReleaseRequest
from evaluation.releases.services import request_release
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import describe_test_sets


class TranslationEvaluation(FeedbackKind, AdjudicatedKind):
    """Projects with test sets on which systems are measured, and judged by people."""

    kind = Project.Kind.EVALUATION
    title = "New translation evaluation"
    fixed_note = "You cannot change the languages later."
    sentence = "Evaluate how systems translate expressions, with automatic measures and human judgement."
    figure = "evaluation/projects/_figure.html"
    invitation = _("You judge how well systems translate expressions")
    next_step = "add a test set"
    beginning = ("Add test set", "test_set_new")
    form = EvaluationForm
    model = EvaluationSettings
    machine_tasks = JudgingTasks()
    # A judging round ends when its manager says so: what excluded judges leave is not given out again.
    overview = EvaluationOverview()
    quality = JUDGING_QUALITY
    tabs = arrange_tabs(
        "evaluation",
        Tab("Overview", "evaluation:overview", can_visit, "guides/managers", Group.OVERVIEW),
        Tab("Test sets", "evaluation:test_sets", can_see_results, f"{MEASURES}#on-the-site", Group.DATA),
        Tab("Expressions", "evaluation:findings", can_adjudicate, "guides/adjudicators#expressions", Group.DATA),
        Tab(
            "My work", "evaluation:assignments", can_annotate, "guides/annotators#judging-translations", Group.ANNOTATE
        ),
        Tab("Feedback", "evaluation:feedback", can_annotate, "guides/annotators#feedback", Group.ANNOTATE),
        Tab(
            "Human judgement",
            "evaluation:judging_rounds",
            can_see_everyones_work,
            f"{MEASURES}#human-judgement",
            Group.ANNOTATE,
        ),
        Tab(
            "Agreement",
            "evaluation:judging_agreement",
            can_see_everyones_work,
            f"{MEASURES}#human-judgement",
            Group.AGREEMENT,
        ),
        Tab(
            "Adjudication",
            "evaluation:adjudication",
            can_adjudicate,
            "guides/adjudicators#judgements",
            Group.ADJUDICATE,
        ),
        Tab("Boards", "evaluation:boards", can_see_results, f"{MEASURES}#on-the-site", Group.RESULTS),
        Tab("Releases", "projects:releases", can_see_results, "guides/managers#release", Group.RESULTS),
        Tab(
            "Training files",
            "evaluation:findings",
            can_manage,
            "guides/adjudicators#expressions",
            Group.DATA,
            Extra("Divide a searched text into files to train and test a system. Open an expression search to begin."),
            is_own_page=False,
        ),
        Tab(
            "Experiments",
            "evaluation:experiments",
            can_see_results,
            "howto/experiments",
            Group.DATA,
            Extra("Train translation systems with and without knowledge of expressions, and compare them."),
        ),
        MACHINES,
        Tab(
            "Several test sets",
            "evaluation:several_test_sets",
            can_see_results,
            f"{MEASURES}#several-test-sets",
            Group.RESULTS,
            Extra("Show the scores of systems on several test sets side by side."),
        ),
        DEPOSITS,
    )
    under = {"projects:questions": "evaluation:overview"}
    pending_tasks = (comparison.DISPUTES, comparison.FEEDBACK, DISPUTED_JUDGEMENTS, HITS_LEFT)
    adjudication_path = "evaluation.adjudication.views.JUDGEMENTS"
    page = "judge"
    template = "evaluation/judging/judge.html"
    work_template = "evaluation/judging/work.html"
    no_work_yet = _("Nothing to judge yet. Your first item appears here when a judging round is opened.")
    nothing_left = _("There is nothing more for you to judge at the moment. Thank you. Please check again later.")
    items_tab = "judging_rounds"
    # Attention items, and what closing a judging round took out of work, are not among the project's items.
    counts_known_items = False
    # An attention item repeats what its annotator has judged, and its answer is known.
    repeats_as = Assignment.Purpose.CHECK
    skip_reasons = (
        _("The source is incomplete or garbled"),
        _("The expression is marked wrongly"),
        _("A sentence is in another language"),
        _("I do not understand the text"),
    )
    state_serializer = JudgementState
    change_serializer = JudgementContent
    release_serializer = EvaluationReleaseRequest
    submit_serializer = JudgementSubmission
    problem_serializer = OpenQuestions
    feedback = FeedbackSource(
        task=comparison.FEEDBACK,
        dispute_task=comparison.DISPUTES,
        template="evaluation/feedback/feedback.html",
        item_template="evaluation/feedback/feedback_item.html",
        place_serializer=JudgementFeedback,
        no_difference=_("Your answer is unchanged."),
        with_content=comparison.with_tasks,
        name=lambda item: reads.name_task(item.judgement_task),
        excerpt=comparison.excerpt_source,
        describe=comparison.describe_feedback,
        find_differences=comparison.find_differences,
        find_final=comparison.find_final,
    )

    def after_change(self, project: Project, changed: dict[str, Any]) -> None:
        """Show judges the feedback that was held back."""
        if changed.get("shows_feedback"):
            show_feedback(project)

    def request_release(self, user: User, project: Project, **terms: Any) -> Job:
        test_set = get_object_or_404(TestSet.objects.for_user(user).filter(project=project), pk=terms.pop("test_set"))
        return request_release(user=user, project=project, test_set=test_set, **terms)

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)

    def with_content(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return reads.assignments_to_judge(assignments)

    def describe_content(self, assignment: Assignment) -> dict[str, Any]:
        return reads.describe_judgement(assignment)

    def item_api(self, item: Item) -> str:
        return reverse("api:judging-round", args=[item.project.slug, item.judgement_task.judging_round.number])

    def name(self, assignment: Assignment) -> str:
        return reads.name_task(assignment.item.judgement_task)

    def describe_amounts(self, projects: Collection[Project]) -> dict[int, str]:
        return {**describe_test_sets(projects), **super().describe_amounts(projects)}

    def find_closed(self, assignments: Sequence[Assignment]) -> Collection[int]:
        closed = JudgingRound.State.CLOSED
        return [
            assignment.pk for assignment in assignments if assignment.item.judgement_task.judging_round.state == closed
        ]

    def list_work(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        given = Prefetch("output_judgements", OutputJudgement.objects.order_by("output"))
        return reads.assignments_to_judge(assignments).prefetch_related(given)

    def search_items(self, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
        return items.filter(any_contains(("judgement_task__source", "judgement_task__label"), typed))

    def describe_row(self, assignment: Assignment) -> dict[str, Any]:
        task: JudgementTask = assignment.item.judgement_task
        recorded_order = getattr(assignment, "shown_order", None)
        by_output = {judgement.output: judgement.value for judgement in assignment.output_judgements.all()}
        answers: list[int | None] = []
        if by_output and recorded_order is not None:
            count = count_questions(task.judging_round.method, len(task.outputs))
            answers = as_shown(
                task.judging_round.method, [by_output.get(output) for output in range(count)], recorded_order.places
            )
        return {"task": task, "answers": answers}

    def work_context(self, annotator: Membership) -> dict[str, Any]:
        source_language = find_language(annotator.project.evaluation.source_language)
        return {"source_language": source_language, "open_rounds": list_open_rounds(annotator)}

    def page_context(self, assignment: Assignment, state: dict[str, Any], form: forms.Form | None) -> dict[str, Any]:
        if isinstance(form, JudgementForm):
            state["answers"] = form.read_answers()
            return {**describe_questions(state), "contradictions": list_contradictions(state)}
        return describe_questions(state)

    def submit_form(self, data: Any, assignment: Assignment) -> JudgementForm:
        task: JudgementTask = assignment.item.judgement_task
        method = task.judging_round.method
        return JudgementForm(data, method=method, questions=count_questions(method, len(task.outputs)))

    def with_text(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("judgement_task__judging_round")

    def read_text(self, item: Item) -> str:
        task: JudgementTask = item.judgement_task
        return f"{task} of {task.judging_round}"

    def item_address(self, item: Item) -> str:
        number = item.judgement_task.judging_round.number
        return reverse("evaluation:judging_round", args=[item.project.slug, number])

    def why_withdrawn(self, item: Item) -> str:
        is_attention = item.judgement_task.degraded_output is not None
        return "it is an attention item" if is_attention else "its judging round is closed"

    def state_on_return(self, item: Item) -> str:
        # What closing would have ended meanwhile stays out of work, until its judging round is opened again.
        is_closed = item.judgement_task.judging_round.state == JudgingRound.State.CLOSED
        is_open = item.withdrawn_from == Item.State.OPEN
        return name_closed_state(item) if is_closed and is_open else item.withdrawn_from

    def operation_kind(self, content: Mapping[str, Any]) -> str:
        return "judge"

    def save(self, assignment: Assignment, place: Any, **content: Any) -> dict[str, Any]:
        return save_judgement(assignment, **content)

    def finish(self, assignment: Assignment, save: Save, **content: Any) -> dict[str, Any]:
        return finish_judgement(assignment, save, **content)

    def after_submit(self, assignment: Assignment, submission: Submission, place: Any) -> dict[str, Any]:
        if assignment.item.state == Item.State.ANNOTATED:
            note_differences([assignment.item_id], also=assignment.pk)
        return {}

    def require_reopenable(self, assignment: Assignment) -> None:
        require_round_open(assignment)

    def with_terms(self, annotators: QuerySet[Membership]) -> QuerySet[Membership]:
        return with_open_rounds(with_attention(annotators))

    def find_repeat(self, annotator: Any, *, is_last: bool = False) -> Item | None:
        if not annotator.has_attention:
            return None
        # A round ends with its own attention items before the next begins.
        latest = find_latest_round(annotator) if order_rounds(annotator) and not is_last else None
        if latest is None:
            return find_due(annotator, is_last=is_last)
        return find_due(annotator, is_last=not has_room(annotator, latest), within=latest)

    def count_repeats_left(self, annotators: Collection[Any]) -> Mapping[int, int]:
        return {annotator.pk: count_left(annotator) for annotator in annotators if annotator.has_attention}

    def list_parts(self, annotator: Membership) -> Sequence[tuple[int, ...]]:
        return list_numbers(annotator)

    def items_to_avoid(self, annotator: Membership) -> Collection[int]:
        return [*reads.items_of_same_segment(annotator), *items_of_taken_documents(annotator)]

    def after_lease(self, assignment: Assignment) -> None:
        record_order(assignment)
