"""Compositionality as a kind of annotation: scores and paraphrases of compounds, crowds, attention items."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.text import Truncator

from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import AdjudicatedKind
from annotation_site.assignments.kinds import Save, any_contains
from annotation_site.assignments.models import Assignment, Item, ItemQuerySet
from annotation_site.assignments.quotas import CheckQuota
from annotation_site.jobs.models import Job
from annotation_site.languages.locales import Locale
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
)
from annotation_site.projects.kinds import DEPOSITS, MACHINES, MEASURES, Extra, Group, Tab, arrange_tabs
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import has_begun
from annotation_site.texts.languages import find_language
from idiomaticity.adjudication.queries import DISPUTED_COMPOUNDS
from idiomaticity.agreement.queries import RatingAgreementKind
from idiomaticity.anchoring.queries import find_shown_scores, with_shown_machine
from idiomaticity.anchoring.services import record_shown_scores
from idiomaticity.classes.queries import CLASSES_LEFT
from idiomaticity.crowd.queries.lists import find_attention_quotas, find_limits
from idiomaticity.crowd.queries.repeats import count_repeats_left
from idiomaticity.crowd.queries.storing import is_kept_too_long, sealed_parameters
from idiomaticity.crowd.queries.workers import describe_stage, find_own_worker
from idiomaticity.crowd.services.participants import forget_worker
from idiomaticity.machines.services import RatingTasks
from idiomaticity.overview.queries import RatingOverview
from idiomaticity.page_texts.queries import find_locale
from idiomaticity.paraphrases.counts import PAPER, Thresholds
from idiomaticity.projects.access import describe_project
from idiomaticity.projects.api import ExtraQuestions, ScaleBody, Wording
from idiomaticity.projects.forms.settings import IdiomaticityForm
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.projects.queries import find_why_fixed
from idiomaticity.projects.services import clean_settings
from idiomaticity.projects.wording import find_wording
from idiomaticity.questionnaires.queries import sealed_answers
from idiomaticity.questionnaires.services import forget_answers_of
from idiomaticity.ratings import queries as reads
from idiomaticity.ratings.api import OpenScales, RatingContent, RatingState, RatingSubmission, read_judgements
from idiomaticity.ratings.forms import RatingForm
from idiomaticity.ratings.services import leasing
from idiomaticity.ratings.services.ratings import (
    finish_rating,
    is_completed,
    require_not_completed,
    save_rating,
)
from idiomaticity.releases.api import StudyReleaseRequest
from idiomaticity.releases.services import request_release
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.queries.known import hold_known
from idiomaticity.screening.queries.quality import RATING_QUALITY
from idiomaticity.studies.published import PUBLISHED

LONGEST_TEXT = 160


class Compositionality(AdjudicatedKind):
    """Noun compounds, rated for the literal meaning of their parts and of the whole."""

    kind = Project.Kind.IDIOMATICITY
    title = "New compositionality project"
    fixed_note = "You cannot change the language and level later."
    sentence = "Rate how compositional compounds are in sentences, and paraphrase them."
    figure = "idiomaticity/projects/_figure.html"
    invitation = _("You rate how compositional compounds are in sentences")
    next_step = "import its compounds"
    beginning = ("Import compounds", "import")
    form = IdiomaticityForm
    model = IdiomaticitySettings
    machine_tasks = RatingTasks()
    quality = RATING_QUALITY
    gives_out_again = True
    # Offered on the page that starts a project.
    published_studies = tuple(PUBLISHED.values())
    shapes = {"wording": Wording, "scale": ScaleBody, "extra_questions": ExtraQuestions}
    overview = RatingOverview()
    tabs = arrange_tabs(
        "idiomaticity",
        Tab("Overview", "idiomaticity:overview", can_visit, "guides/managers", Group.OVERVIEW),
        Tab("Import", "idiomaticity:import", can_manage, "formats#compounds-and-ratings", Group.DATA),
        Tab("Study", "idiomaticity:study", can_manage, "guides/managers#a-study-in-five-steps", Group.PEOPLE),
        Tab(
            "Crowd",
            "idiomaticity:crowd",
            can_manage,
            "guides/managers#a-crowd",
            Group.PEOPLE,
            Extra(
                "Let participants of a marketplace or a class join by a link, without an account.",
                Q(crowd_call__isnull=False),
            ),
        ),
        Tab("My work", "idiomaticity:assignments", can_annotate, "guides/annotators#rating-compounds", Group.ANNOTATE),
        Tab(
            "Agreement",
            "projects:agreement",
            can_see_agreement,
            f"{MEASURES}#rating-agreement",
            Group.AGREEMENT,
        ),
        Tab(
            "Annotator quality",
            "idiomaticity:annotator_quality",
            can_see_annotator_quality,
            MEASURES,
            Group.AGREEMENT,
        ),
        Tab(
            "Adjudication",
            "idiomaticity:adjudication",
            can_adjudicate,
            "guides/adjudicators#compounds",
            Group.ADJUDICATE,
        ),
        Tab(
            "Classes", "idiomaticity:classes", can_see_everyones_work, "guides/adjudicators#compounds", Group.ADJUDICATE
        ),
        Tab(
            "Paraphrases", "idiomaticity:paraphrases", can_adjudicate, "guides/adjudicators#compounds", Group.ADJUDICATE
        ),
        Tab(
            "Results",
            "idiomaticity:results",
            can_see_results,
            f"{MEASURES}#token-and-type-scores",
            Group.RESULTS,
        ),
        Tab("Releases", "projects:releases", can_see_results, "formats#releases-of-ratings", Group.RESULTS),
        MACHINES,
        Tab(
            "Planner",
            "evaluation:rating_plan",
            can_see_agreement,
            f"{MEASURES}#planner",
            Group.AGREEMENT,
            Extra("See how many further ratings narrow the interval of alpha, and which items need them most."),
        ),
        Tab(
            "Predictors",
            "idiomaticity:predictors",
            can_see_results,
            f"{MEASURES}#predicting-compositionality",
            Group.RESULTS,
            Extra("Compare the scores with what models predict.", Q(predictors__isnull=False)),
        ),
        DEPOSITS,
        Tab(
            "Page texts",
            "idiomaticity:page_texts",
            can_manage,
            "guides/managers#a-crowd",
            Group.SETTINGS,
            Extra("Word the pages of participants yourself, and choose their language.", Q(page_texts__isnull=False)),
        ),
        Tab(
            "Copy study",
            "idiomaticity:study_copy",
            can_manage,
            "guides/managers#copy-a-study",
            Group.SETTINGS,
            Extra("Use these settings, questions and texts for another study."),
        ),
    )
    under = {
        "projects:questions": "idiomaticity:overview",
        "idiomaticity:questionnaire_edit": "idiomaticity:crowd",
        "idiomaticity:crowd_settings": "idiomaticity:crowd",
        "idiomaticity:study_opening": "idiomaticity:study",
        "idiomaticity:study_running": "idiomaticity:study",
        "idiomaticity:classify": "idiomaticity:assignments",
        "idiomaticity:study_paper": "idiomaticity:results",
    }
    agreement = RatingAgreementKind()
    pending_tasks = (CLASSES_LEFT, DISPUTED_COMPOUNDS)
    adjudication_path = "idiomaticity.adjudication.views.COMPOUNDS"
    page = "rate"
    template = "idiomaticity/ratings/rate.html"
    work_template = "idiomaticity/ratings/work.html"
    no_work_yet = _("No compounds yet. Your first item appears here when the project manager has imported compounds.")
    nothing_left = _("There is nothing more for you to rate at the moment. Thank you. Please check again later.")
    items_tab = "results"
    skip_reasons = (
        _("The words are not a compound in this sentence"),
        _("The sentence is incomplete or garbled"),
        _("The sentence is in another language"),
        _("I do not understand the sentence"),
    )
    state_serializer = RatingState
    change_serializer = RatingContent
    release_serializer = StudyReleaseRequest
    submit_serializer = RatingSubmission
    problem_serializer = OpenScales

    def read_settings(self, project: Project) -> dict[str, Any]:
        """Return the settings, with every text as annotators see it and the scale in full."""
        own = project.idiomaticity
        wording = asdict(find_wording(own.language, own.wording))
        return {**super().read_settings(project), "wording": wording, "scale": own.score_scale.to_json()}

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Keep only texts that differ from the defaults, and all questions once they are answered."""
        return {**settings, **clean_settings(settings, project)}

    def open_form(self, project: Project, data: Any) -> IdiomaticityForm:
        begun, why_fixed = has_begun(project), find_why_fixed(project)
        settings = self.read_settings(project)
        return IdiomaticityForm(data, initial=settings, is_new=False, is_begun=begun, why_fixed=why_fixed)

    def request_release(self, user: User, project: Project, **terms: Any) -> Job:
        rule = terms.pop("paraphrases", None)
        thresholds = Thresholds(**rule) if rule else PAPER
        return request_release(user=user, project=project, thresholds=thresholds, **terms)

    def describe(self, project: Project) -> dict[str, Any]:
        return describe_project(project)

    def find_locale(self, project: Project) -> Locale:
        return find_locale(project)

    def home_route(self, assignment: Assignment) -> str:
        return self.route("crowd_home" if hasattr(assignment.annotator, "crowd_worker") else "assignments")

    def page_after(self, assignment: Assignment) -> str | None:
        tutorial = KnownRating.objects.of_use(KnownRating.Use.TUTORIAL).filter(item=assignment.item_id)
        if assignment.purpose == Assignment.Purpose.TRAINING and tutorial.exists():
            return reverse("idiomaticity:crowd_feedback", args=[assignment.pk])
        return None

    def page_at_end(self, user: User, project: Project) -> str | None:
        return reverse("idiomaticity:crowd_home", args=[project.slug]) if find_own_worker(user, project) else None

    def with_content(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return reads.assignments_to_rate(assignments).select_related("shown_scores")

    def describe_content(self, assignment: Assignment) -> dict[str, Any]:
        return {**reads.describe_rating(assignment), "machine_scores": find_shown_scores(assignment)}

    def item_api(self, item: Item) -> str:
        return reverse("api:compound-decision", args=[item.project.slug, reads.find_compound(item).number])

    def name(self, assignment: Assignment) -> str:
        return reads.find_compound(assignment.item).text

    def list_work(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return reads.assignments_to_rate(assignments).select_related("rating")

    def search_items(self, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
        places = ("occurrence__sentence", "occurrence__compound__text", "compound__text")
        return items.filter(any_contains(places, typed))

    def describe_row(self, assignment: Assignment) -> dict[str, Any]:
        occurrence = getattr(assignment.item, "occurrence", None)
        rating = getattr(assignment, "rating", None)
        return {
            "pieces": reads.cut_sentence(occurrence.sentence, occurrence.spans) if occurrence else [],
            "scores": [getattr(rating, scale, None) for scale in SCALES],
        }

    def work_context(self, annotator: Membership) -> dict[str, Any]:
        settings = annotator.project.idiomaticity
        wording = find_wording(settings.language, settings.wording)
        return {"language": find_language(settings.language), "cannot_judge": wording.cannot_judge}

    def page_context(self, assignment: Assignment, state: dict[str, Any], form: forms.Form | None) -> dict[str, Any]:
        if isinstance(form, RatingForm):
            state["judgement"] = form.read_judgement().to_json()
        return {"stage": describe_stage(assignment), **reads.describe_form(state)}

    def submit_form(self, data: Any, assignment: Assignment) -> RatingForm:
        return RatingForm(data, questions=[each.name for each in reads.list_questions(assignment.item)])

    def read_change(self, body: dict[str, Any]) -> dict[str, Any]:
        return read_judgements(super().read_change(body))

    def read_submission(self, body: dict[str, Any]) -> dict[str, Any]:
        return read_judgements(super().read_submission(body))

    def operation_kind(self, content: Mapping[str, Any]) -> str:
        return "rate"

    def save(self, assignment: Assignment, place: Any, **content: Any) -> dict[str, Any]:
        return save_rating(assignment, **content)

    def finish(self, assignment: Assignment, save: Save, **content: Any) -> dict[str, Any]:
        return finish_rating(assignment, save, **content)

    def require_reopenable(self, assignment: Assignment) -> None:
        require_not_completed(assignment)

    def find_closed(self, assignments: Sequence[Assignment]) -> Collection[int]:
        return [each.pk for each in assignments] if is_completed(assignments[0].annotator_id) else ()

    def find_given_away(self, assignments: Sequence[Assignment]) -> Collection[int]:
        return leasing.find_unwanted(assignments)

    def require_takeable(self, assignment: Assignment) -> None:
        leasing.require_still_open(assignment)

    def with_text(self, items: QuerySet[Item]) -> QuerySet[Item]:
        return items.select_related("occurrence__compound", "compound")

    def read_text(self, item: Item) -> str:
        occurrence = getattr(item, "occurrence", None)
        text = f"{occurrence.compound.text}: {occurrence.sentence}" if occurrence else item.compound.text
        return Truncator(text).chars(LONGEST_TEXT)

    def item_address(self, item: Item) -> str:
        return reverse("idiomaticity:compound", args=[item.project.slug, reads.find_compound(item).number])

    def find_other_use(self, item: Item) -> str:
        is_known = KnownRating.objects.filter(item=item).exists()
        return f"Item {item.number} has a known answer. Remove it from the known answers first." if is_known else ""

    def with_terms(self, annotators: QuerySet[Membership]) -> QuerySet[Membership]:
        return with_shown_machine(annotators.annotate(repeats=F("crowd_worker__call__repeats")))

    def may_need_preparation(self, annotator: Any) -> bool:
        return annotator.repeats is not None  # as of every crowd worker

    def lease_before_work(self, annotator: Membership, *, is_excluded: bool) -> tuple[Assignment | None, bool]:
        return leasing.lease_for_crowd(annotator, is_excluded=is_excluded)

    def list_checks(self) -> ItemQuerySet:
        return Item.objects.filter(known_rating__use=KnownRating.Use.ATTENTION)

    def hold_check(self, item: Item) -> bool:
        return hold_known(item)

    def find_check_quotas(self, annotators: Collection[Membership]) -> Mapping[int, CheckQuota]:
        return find_attention_quotas(annotators)

    def find_repeat(self, annotator: Any, *, is_last: bool = False) -> Item | None:
        return leasing.find_repeat(annotator, is_last=is_last) if annotator.repeats else None

    def count_repeats_left(self, annotators: Collection[Any]) -> Mapping[int, int]:
        return count_repeats_left([each for each in annotators if each.repeats])

    def find_limits(self, annotators: Collection[Membership]) -> Mapping[int, int]:
        return find_limits(annotators)

    def may_begin(self, annotator: Membership) -> bool:
        return leasing.may_begin_another(annotator)

    def own_items(self, annotator: Membership) -> QuerySet[Item] | None:
        return leasing.find_listed(annotator)

    def items_to_avoid(self, annotator: Membership) -> Collection[int]:
        return reads.items_of_same_compound(annotator)

    def forget_person(self, person: User) -> None:
        forget_worker(person)
        forget_answers_of(person)

    def list_kept_too_long(self) -> list[str]:
        late = is_kept_too_long()
        parameters = sealed_parameters().filter(late).values_list("worker__call__project__slug", flat=True)
        answers = sealed_answers().filter(late).values_list("membership__project__slug", flat=True)
        return sorted({*parameters, *answers})

    def after_lease(self, assignment: Assignment) -> None:
        record_shown_scores(assignment)

    def after_last(self, annotator: Membership) -> None:
        leasing.complete_if_done(annotator)
