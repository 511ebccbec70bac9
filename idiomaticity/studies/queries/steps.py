"""The five steps in which a study is set up: how far each is, what is missing, and where it is filled in."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import F, Max, Sum
from django.urls import reverse
from django.utils.formats import date_format

from annotation_site.assignments.models import Item
from annotation_site.projects.checklist import count_in_words
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language
from idiomaticity.compounds.models import Compound
from idiomaticity.crowd.codes import find_fault
from idiomaticity.crowd.marketplaces import find_marketplace
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.queries.settings import NO_CONSENT, say_unfinished, say_without_keys
from idiomaticity.lists.queries import is_any_given, plan_lists, read_lists
from idiomaticity.page_texts.queries import find_locale
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.questionnaires.queries import find_questionnaire
from idiomaticity.screening.models import ScreeningSettings
from idiomaticity.screening.queries.known import count_known

CONSENT, DAY, RETURN = "#id_consent", "#id_forget_on", "#id_completed_url"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page with a form, or one as raters see it."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is missing, with the address where it is filled in; `is_blocking` where the link cannot open."""

    sentence: str
    address: str
    is_blocking: bool = False


@dataclass(frozen=True, slots=True)
class StudyStep:
    """A step with what is set so far, the pages of its forms, and its pages as raters see them; `lacks_answers` where
    attention checks have none.
    """

    label: str
    facts: list[str]
    gaps: list[Gap]
    forms: list[PageLink]
    previews: list[PageLink] = field(default_factory=list)
    lacks_answers: bool = False


@dataclass(frozen=True, slots=True)
class Demand:
    """The participants whom all ratings want: `lists` for `raters` each, or without lists as many as their limit says;
    `fault` says why no lists can be drawn.
    """

    lists: int
    raters: int
    ratings: int
    people: int
    fault: str = ""


def list_steps(project: Project) -> list[StudyStep]:
    """Return the steps in their order, from the state of the database."""
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    demand = count_demand(project, call)
    return [
        _items_step(project),
        _questions_step(project),
        _checks_step(project, call, demand),
        _consent_step(project, call),
        _platform_step(project, call, demand),
    ]


def count_demand(project: Project, call: CrowdCall | None) -> Demand:
    """Return how many participants the items want, with the lists that opening the link would draw."""
    items = Item.objects.with_room().filter(project=project)
    sums = items.aggregate(
        raters=Max("required_count", default=0), left=Sum(F("required_count") - F("submitted_count"), default=0)
    )
    raters, ratings = sums["raters"], sums["left"]
    if call is None or not call.lists:
        items_each = (call or CrowdCall()).limit_each
        return Demand(0, raters, ratings, max(raters, -(-ratings // items_each)))
    try:
        drawn = plan_lists(
            project,
            length=call.limit_each,
            is_apart=call.lists == CrowdCall.Lists.APART,
            are_levels_apart=call.groups == CrowdCall.Groups.TWO,
            repeats=call.repeats,
        )
    except ValueError as error:
        return Demand(0, raters, ratings, 0, str(error))
    given = [row.wanted for row in read_lists(project)] if is_any_given(project) else []
    return Demand(len(drawn) + len(given), raters, ratings, len(drawn) * raters + sum(given))


def _items_step(project: Project) -> StudyStep:
    compounds = Compound.objects.filter(project=project).count()
    address = _address(project, "import")
    required = project.annotators_per_item
    facts = [f"{count_in_words(compounds, 'compound')}; {count_in_words(required, 'rating')} for each item."]
    gaps = [] if compounds else [Gap("There are no compounds.", address)]
    has_items = Item.objects.filter(project=project, state=Item.State.OPEN).exists()
    previews = [PageLink("Items", _address(project, "study_walk", "items"))] if has_items else []
    return StudyStep("Items", facts if compounds else [], gaps, [PageLink("Import compounds", address)], previews)


def _questions_step(project: Project) -> StudyStep:
    own = project.idiomaticity
    extra = len(own.extra_questions)
    pages = find_language(find_locale(project).language.partition("-")[0]).name
    facts = [
        f"Head, modifier and whole from {own.score_scale}"
        + (f", and {count_in_words(extra, 'extra question')}." if extra else "."),
        f"Questions for {find_language(own.language).name}; pages in {pages}.",
    ]
    forms = [
        PageLink("Questions and scale", f"{_address(project, 'settings')}#questions"),
        PageLink("Texts of pages", _address(project, "page_texts")),
    ]
    return StudyStep("Questions and scale", facts, [], forms, [PageLink("Questions", _address(project, "preview"))])


def _checks_step(project: Project, call: CrowdCall | None, demand: Demand) -> StudyStep:
    known, screening = count_known(project), ScreeningSettings.objects.filter(project=project).first()
    share = (screening or ScreeningSettings()).attention_share
    answers, crowd = _address(project, "known_ratings"), _find_settings(project, call)
    facts = [
        f"{count_in_words(known.attention, 'attention item')} ({share} % of the work), {known.tutorial} in the "
        f"tutorial, {known.qualification} in the test."
    ]
    gaps = []
    lacks_answers = bool(share) and not known.attention
    if lacks_answers:
        gaps.append(Gap("Attention checks have no answers.", answers))
    if demand.lists:
        facts.append(f"{count_in_words(demand.lists, 'list')} of at most {call.limit_each if call else 0} items.")
    elif demand.fault:
        gaps.append(Gap(demand.fault, f"{crowd}#id_limit_each", is_blocking=True))
    elif call is not None:
        facts.append("No lists: participants rate the items that need ratings most.")
    if call is not None and demand.people > call.most_people:
        gaps.append(Gap(say_demand(demand, call.most_people), f"{crowd}#id_most_people"))
    forms = [PageLink("Known answers", answers), PageLink("Lists", f"{crowd}#id_limit_each")]
    numbers = [row.number for row in read_lists(project)[:1]]
    previews = [PageLink(f"List {number}", _address(project, "list", number)) for number in numbers]
    return StudyStep("Lists and checks", facts, gaps, forms, previews, lacks_answers)


def say_demand(demand: Demand, most: int) -> str:
    """Return a sentence about places that are too few."""
    there = f"the crowd has {most:,}"
    if demand.lists:
        lists = count_in_words(demand.lists, "list")
        return f"{count_in_words(demand.raters, 'rater')} × {lists} need {demand.people:,} places; {there}."
    return f"{count_in_words(demand.ratings, 'rating')} need at least {demand.people:,} places; {there}."


def _consent_step(project: Project, call: CrowdCall | None) -> StudyStep:
    crowd, form = _find_settings(project, call), _address(project, "questionnaire_edit")
    questionnaire = find_questionnaire(project)
    consent = call.consents.first() if call else None
    facts = [f"Consent text, version {consent.version}."] if consent else []
    if call is not None and call.forget_on is not None and call.stores_data:
        facts.append(f"Data about participants are deleted on {date_format(call.forget_on, 'j F Y')}.")
    if questionnaire.questions:
        when = "after the last item" if questionnaire.moment == Questionnaire.Moment.END else "before the first item"
        facts.append(f"{count_in_words(len(questionnaire.questions), 'question')} about participants, {when}.")
    facts += ["A debriefing at the end."] if questionnaire.debriefing else []
    gaps = [] if consent else [Gap(NO_CONSENT, f"{crowd}{CONSENT}", is_blocking=True)]
    gaps += [Gap(sentence, f"{crowd}{DAY}") for sentence in _list_gaps_of_storing(call, questionnaire)]
    forms = [PageLink("Consent text", f"{crowd}{CONSENT}"), PageLink("Questionnaire and debriefing", form)]
    previews = [PageLink("Consent", _address(project, "study_walk", "consent"))] if consent else []
    previews += (
        [PageLink("Questionnaire", _address(project, "study_walk", "questionnaire"))] if questionnaire.questions else []
    )
    return StudyStep("Consent and questionnaire", facts, gaps, forms, previews)


def _list_gaps_of_storing(call: CrowdCall | None, questionnaire: Questionnaire) -> Iterator[str]:
    if call is None or call.stores_data:
        return
    day = call.forget_on
    reason = f"The deletion date, {date_format(day, 'j F Y')}, is over" if day else "No deletion date"
    if call.parameters:
        yield f"{reason}: {', '.join(call.parameters)} will not be stored, and you cannot pay by it."
    if questionnaire.questions:
        yield f"{reason}: the questionnaire will not be asked."


def _platform_step(project: Project, call: CrowdCall | None, demand: Demand) -> StudyStep:
    crowd = _find_settings(project, call)
    forms = [PageLink("Marketplace and payment", f"{crowd}#id_worker_parameter")]
    previews = [PageLink("End", _address(project, "study_walk", "end"))] if call else []
    if call is None:
        return StudyStep("Platform and payment", [], [], forms, previews)
    market = find_marketplace(call.worker_parameter)
    name = "Marketplace" if call.worker_parameter else "Plain link"
    if market:
        name = market.name
    facts = [f"{name}; at most {count_in_words(call.most_people, 'participant')}."]
    if call.payment:
        total = call.payment * demand.people
        facts.append(f"{_say_amount(call.payment, call)} for each, {_say_amount(total, call)} for all ratings.")
    addresses = [call.completed_url, call.screened_out_url, call.full_url]
    names = [call.worker_parameter, call.session_parameter, *call.other_parameters]
    faults = [find_fault(names, addresses, is_kept=call.forget_on is not None), say_unfinished(addresses)]
    faults.append(say_without_keys(call))
    gaps = [Gap(fault, f"{crowd}#id_worker_parameter", is_blocking=True) for fault in faults if fault]
    if market and market.returns and not call.completed_url:
        gaps.append(Gap(f"No return address: {name} does not accept the code that participants see.", crowd + RETURN))
    if market and not call.payment:
        gaps.append(Gap("No payment: costs cannot be summed up.", f"{crowd}#id_payment"))
    if call.payment and not call.currency:
        gaps.append(Gap("The payment has no currency.", f"{crowd}#id_currency"))
    return StudyStep("Platform and payment", facts, gaps, forms, previews)


def _find_settings(project: Project, call: CrowdCall | None) -> str:
    """Return the address of the crowd's settings, with which its own page begins."""
    return _address(project, "crowd_settings" if call else "crowd")


def _say_amount(amount: Decimal, call: CrowdCall) -> str:
    return f"{amount:,.2f} {call.currency}".strip()


def _address(project: Project, route: str, *arguments: object) -> str:
    return reverse(f"idiomaticity:{route}", args=[project.slug, *arguments])
