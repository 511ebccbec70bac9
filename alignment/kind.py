"""Word alignment as a kind of annotation: sentence pairs, readings of them, training, silent checks and rounds."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext_lazy

from alignment.adjudication.queries.queue import DISAGREEMENTS
from alignment.adjudication.services.settling import settle_decided
from alignment.agreement.services.changes import note_changes
from alignment.agreement.views import LinkAgreementKind
from alignment.annotator_quality.queries.quality import LINK_QUALITY
from alignment.feedback.api import LinkFeedback
from alignment.feedback.queries import comparison
from alignment.feedback.queries.comparison import DISPUTES, FEEDBACK, excerpt_source
from alignment.imported_annotation.services import forget_imported_name
from alignment.machines.services import LinkTasks
from alignment.overview.queries import AlignmentOverview
from alignment.pairs.models import SentencePair
from alignment.projects.access import describe_project
from alignment.projects.forms import AlignmentForm
from alignment.projects.models import AlignmentSettings
from alignment.projects.services import check_settings
from alignment.readings.api.requests import read_change
from alignment.readings.api.state_schemas import EditorChange, PairState, SubmitContent, UntouchedWords
from alignment.readings.forms import ReadingForm
from alignment.readings.queries.states import (
    assignments_with_pairs,
    describe_pair,
    is_in_open_round,
    lock_round_reading,
    with_state,
)
from alignment.readings.services.readings import (
    find_settled,
    finish_reading,
    follow_reopening,
    follow_submission,
    save_reading,
)
from alignment.releases.api.requests import AlignmentReleaseRequest
from alignment.releases.services import request_release
from alignment.rounds.models import RoundItem
from alignment.rounds.queries.pending_tasks import OPEN_ROUND, ROUND_QUESTIONS
from alignment.training.models import KnownGold
from alignment.training.queries import read_status, with_training
from alignment.training.services.leasing import hold_check, lease_training
from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import AdjudicatedKind
from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment, Item, ItemQuerySet, Submission
from annotation_site.assignments.quotas import CheckQuota
from annotation_site.feedback.kinds import FeedbackKind, FeedbackSource
from annotation_site.feedback.services.rulings import show_feedback
from annotation_site.jobs.models import Job
from annotation_site.languages.marks import gettext_noop as _
from annotation_site.projects.abilities import (
    can_adjudicate,
    can_annotate,
    can_manage,
    can_see_agreement,
    can_see_annotator_quality,
    can_see_everyones_work,
    can_see_results,
    can_visit,
    require_annotator,
)
from annotation_site.projects.kinds import DEPOSITS, LINK_MEASURES, MACHINES, MEASURES, Extra, Group, Tab, arrange_tabs
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language


class WordAlignment(FeedbackKind, AdjudicatedKind):
    """Sentence pairs whose words are linked as Sure or Possible."""

    kind = Project.Kind.ALIGNMENT
    title = "New word alignment project"
    fixed_note = "You cannot change languages and scope later."
    sentence = "Link the words of sentences and their translations as Sure or Possible."
    figure = "allauth/_reading.html"
    amount = ngettext_lazy("%(amount)s pair", "%(amount)s pairs", "n")
    invitation = _("You read sentence pairs and link their words")
    next_step = "import its text"
    beginning = ("Import text", "import")
    form = AlignmentForm
    model = AlignmentSettings
    machine_tasks = LinkTasks()
    overview = AlignmentOverview()
    quality = LINK_QUALITY
    tabs = arrange_tabs(
        "alignment",
        Tab("Overview", "alignment:overview", can_visit, "guides/managers", Group.OVERVIEW),
        Tab("Pairs", "alignment:pairs", can_manage, "guides/managers#follow-the-work", Group.DATA),
        Tab("Import", "alignment:import", can_manage, "formats", Group.DATA),
        Tab("My work", "alignment:assignments", can_annotate, "guides/annotators#linking-words", Group.ANNOTATE),
        Tab(
            "Reconciliation",
            "alignment:reconciliation",
            can_annotate,
            "guides/annotators#reconciliation",
            Group.ANNOTATE,
        ),
        Tab("Feedback", "alignment:feedback", can_annotate, "guides/annotators#feedback", Group.ANNOTATE),
        Tab(
            "Agreement",
            "projects:agreement",
            can_see_agreement,
            f"{LINK_MEASURES}#agreement-on-links",
            Group.AGREEMENT,
        ),
        Tab(
            "Annotator quality",
            "alignment:annotator_quality",
            can_see_annotator_quality,
            MEASURES,
            Group.AGREEMENT,
        ),
        Tab("Rounds", "alignment:rounds", can_see_everyones_work, "guides/managers#follow-the-work", Group.ADJUDICATE),
        Tab("Adjudication", "alignment:adjudication", can_adjudicate, "guides/adjudicators", Group.ADJUDICATE),
        Tab(
            "Systems",
            "evaluation:systems",
            can_see_results,
            f"{LINK_MEASURES}#alignment-error-rate",
            Group.RESULTS,
        ),
        Tab("Releases", "projects:releases", can_see_results, "guides/managers#release", Group.RESULTS),
        Tab(
            "Test sets",
            "evaluation:test_sets",
            can_see_results,
            f"{MEASURES}#on-the-site",
            Group.RESULTS,
            Extra("Measure how systems translate expressions of this text.", Q(test_sets__isnull=False)),
        ),
        Tab(
            "Select sentences",
            "alignment:selection_new",
            can_manage,
            "howto/wags#choose-sentences",
            Group.DATA,
            Extra("Select pairs with unseen and rare words from a large text."),
        ),
        Tab(
            "Imported annotation",
            "alignment:readings",
            can_manage,
            "formats#imported-annotation",
            Group.DATA,
            Extra("Import readings from a finished campaign, with their annotators."),
        ),
        Tab(
            "Suggestions",
            "alignment:suggestions",
            can_manage,
            "measuring/machines#use-of-suggestions",
            Group.DATA,
            Extra("Import links of an aligner that annotators accept or change."),
        ),
        MACHINES,
        Tab(
            "Training and checks",
            "alignment:known_gold",
            can_manage,
            MEASURES,
            Group.AGREEMENT,
            Extra("Train annotators on pairs with known gold, and mix checks into their work."),
        ),
        DEPOSITS,
    )
    under = {"projects:questions": "alignment:overview", "evaluation:boards": "evaluation:test_sets"}
    agreement = LinkAgreementKind()
    pending_tasks = (ROUND_QUESTIONS, OPEN_ROUND, DISPUTES, FEEDBACK, DISAGREEMENTS)
    adjudication_path = "alignment.adjudication.views.queue.PAIRS"
    page = "annotate"
    template = "alignment/readings/annotate.html"
    work_template = "alignment/readings/work.html"
    no_work_yet = _("No text yet. Your first pair appears here when the project manager has imported text.")
    nothing_left = _("There are no more pairs for you at the moment. Thank you. Please check again later.")
    items_tab = "pairs"
    skip_reasons = (
        _("The sentences are not translations of each other"),
        _("Part of a sentence is missing or garbled"),
        _("Words are split wrongly"),
        _("A sentence is in another language"),
        _("I do not understand the text"),
    )
    state_serializer = PairState
    change_serializer = EditorChange
    release_serializer = AlignmentReleaseRequest
    submit_serializer = SubmitContent
    problem_serializer = UntouchedWords
    feedback = FeedbackSource(
        task=FEEDBACK,
        dispute_task=DISPUTES,
        template="alignment/feedback/feedback.html",
        item_template="alignment/feedback/feedback_pair.html",
        place_serializer=LinkFeedback,
        no_difference=_("Your reading and gold agree on {place}."),
        with_content=comparison.with_pairs,
        name=comparison.name_pair,
        excerpt=excerpt_source,
        describe=comparison.describe_feedback,
        find_differences=comparison.find_differences,
    )

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Refuse a majority of two, and a change of the share of control pairs once it would show."""
        check_settings(settings, project)
        return settings

    def after_change(self, project: Project, changed: dict[str, Any]) -> None:
        """Show annotators the feedback that was held back."""
        if changed.get("shows_feedback"):
            show_feedback(project)

    def request_release(self, user: User, project: Project, **terms: Any) -> Job:
        return request_release(user=user, project=project, **terms)

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)

    def page_after(self, assignment: Assignment) -> str | None:
        # A reading submitted again in a round leads back to the others' readings of the pair. Submitting has read
        # whether the pair is in one.
        if getattr(assignment.item, "is_in_round", True) and is_in_open_round(assignment):
            return reverse("alignment:reconcile", args=[assignment.pk])
        if assignment.purpose == Assignment.Purpose.TRAINING:
            return reverse("alignment:training_pair", args=[assignment.pk])
        return None

    def page_at_end(self, user: User, project: Project) -> str | None:
        if read_status(require_annotator(user, project)).is_required:
            return reverse("alignment:training", args=[project.slug])
        return None

    def with_content(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return assignments_with_pairs(assignments)

    def with_state(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return with_state(assignments)

    def describe_content(self, assignment: Assignment) -> dict[str, Any]:
        return describe_pair(assignment)

    def item_api(self, item: Item) -> str:
        return reverse("api:item", args=[item.project.slug, item.number])

    def name(self, assignment: Assignment) -> str:
        return gettext("pair {n}").format(n=assignment.item.number)

    def may_change_submitted(self, assignment: Assignment) -> bool:
        return is_in_open_round(assignment)

    def list_work(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        content = "item__sentence_pair"
        unread = ("target_tokens", "target_text")
        return assignments.select_related(content).defer(*(f"{content}__{name}" for name in unread))

    def search_items(self, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
        return items.filter(pk__in=SentencePair.objects.with_text(typed).values("item"))

    def describe_row(self, assignment: Assignment) -> dict[str, Any]:
        return {
            "excerpt": excerpt_source(assignment.item),
            "is_training": assignment.purpose == Assignment.Purpose.TRAINING,
        }

    def work_context(self, annotator: Membership) -> dict[str, Any]:
        settings = annotator.project.alignment
        return {"training": read_status(annotator), "source_language": find_language(settings.source_language)}

    def page_context(self, assignment: Assignment, state: dict[str, Any], form: forms.Form | None) -> dict[str, Any]:
        return {"is_training": assignment.purpose == Assignment.Purpose.TRAINING}

    def submit_form(self, data: Any, assignment: Assignment) -> ReadingForm:
        return ReadingForm(data)

    def read_change(self, body: dict[str, Any]) -> dict[str, Any]:
        return read_change(body)

    def operation_kind(self, content: Mapping[str, Any]) -> str:
        return str(content["kind"])

    def lock_place(self, assignment: Assignment) -> Any:
        return lock_round_reading(assignment)

    def save(self, assignment: Assignment, place: Any, **content: Any) -> dict[str, Any]:
        return save_reading(assignment, place, **content)

    def finish(self, assignment: Assignment, save: Save, **content: Any) -> dict[str, Any]:
        return finish_reading(assignment, save, **content)

    def after_submit(self, assignment: Assignment, submission: Submission, place: Any) -> dict[str, Any]:
        return follow_submission(assignment, submission, place)

    def after_stored(self, assignment: Assignment) -> None:
        settle_decided(assignment)

    def find_closed(self, assignments: Sequence[Assignment]) -> Collection[int]:
        return find_settled(assignments)

    def after_reopen(self, assignment: Assignment) -> None:
        follow_reopening(assignment)

    def with_text(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("sentence_pair")

    def read_text(self, item: Item) -> str:
        return excerpt_source(item)

    def item_address(self, item: Item) -> str:
        return reverse("alignment:pair", args=[item.project.slug, item.number])

    def why_withdrawn(self, item: Item) -> str:
        is_used = KnownGold.objects.filter(item=item).exists()
        return "it is used for training or checks" if is_used else "annotators know it from training or checks"

    def find_other_use(self, item: Item) -> str:
        if RoundItem.objects.filter(item=item, is_open=True).exists():
            return f"Pair {item.number} is in an open reconciliation round. Remove it from the round first."
        if KnownGold.objects.filter(item=item).exists():
            return f"Pair {item.number} is used for training or checks. Stop using it there first."
        return ""

    def forget_person(self, person: User) -> None:
        forget_imported_name(person)

    def after_withdrawal(self, items: Sequence[Item]) -> None:
        note_changes(items)

    def with_terms(self, annotators: QuerySet[Membership]) -> QuerySet[Membership]:
        return with_training(annotators).annotate(check_share=F("project__alignment__check_share"))

    def may_need_preparation(self, annotator: Membership) -> bool:
        return bool(cast(Any, annotator).may_need_training)

    def lease_before_work(self, annotator: Membership, *, is_excluded: bool) -> tuple[Assignment | None, bool]:
        return lease_training(annotator)

    def find_limits(self, annotators: Collection[Membership]) -> Mapping[int, int]:
        return {each.pk: 0 for each in annotators if cast(Any, each).is_barred}

    def list_checks(self) -> ItemQuerySet:
        return Item.objects.filter(known_gold__use=KnownGold.Use.CHECK)

    def hold_check(self, item: Item) -> bool:
        return hold_check(item)

    def find_check_quotas(self, annotators: Collection[Membership]) -> Mapping[int, CheckQuota]:
        return {
            each.pk: CheckQuota(each.project.seed, each.pk, cast(Any, each).check_share, each.search_count)
            for each in annotators
        }
