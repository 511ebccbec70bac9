"""The five steps of a study: what is set, what is missing, and where."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.models import CrowdCall, MarketplaceKeys
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import prepare_crowd, set_up_crowd
from idiomaticity.page_texts.services import choose_page_language
from idiomaticity.questionnaires.services import set_up_questionnaire
from idiomaticity.screening.services.known_ratings import set_screening
from idiomaticity.studies.queries.steps import Gap, count_demand, list_steps
from tests.idiomaticity.making import bring_in, make_rating_project
from tests.idiomaticity.questionnaires.asking import QUESTIONS
from tests.idiomaticity.studies.making import CROWD, make_full_study

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def known(project: Project) -> dict[str, Any]:
    return {"user": project.created_by, "project": project}


def list_gaps(project: Project) -> list[tuple[str, str]]:
    """Return what is missing, each by the first word of its step."""
    project = Project.objects.select_related("idiomaticity").get(pk=project.pk)
    return [(step.label.split()[0], gap.sentence) for step in list_steps(project) for gap in step.gaps]


def test_a_new_project_lacks_compounds_answers_of_checks_and_consent() -> None:
    project = make_rating_project(text="")
    assert list_gaps(project) == [
        ("Items", "There are no compounds."),
        ("Lists", "Attention checks have no answers."),
        ("Consent", "Write the consent text first."),
    ]
    assert [step.facts for step in list_steps(project)][::4] == [[], []]


def test_a_complete_study_lacks_nothing() -> None:
    project = make_full_study(annotators_per_item=3)
    # Prolific and a return address, a day, a payment, attention answers: all there.
    assert list_gaps(project) == []
    items, questions, checks, consent, platform = list_steps(project)
    assert items.facts == ["2 compounds; 3 ratings for each item."]
    assert questions.facts[0] == "Head, modifier and whole from 1 to 7, and 1 extra question."
    assert questions.facts[1] == "Questions for English; pages in Portuguese."
    assert checks.facts[0] == "1 attention item (25 % of the work), 1 in the tutorial, 1 in the test."
    day = date_format(project.crowd_call.forget_on, "j F Y")
    assert consent.facts == [
        "Consent text, version 1.",
        f"Data about participants are deleted on {day}.",
        "3 questions about participants, after the last item.",
        "A debriefing at the end.",
    ]
    # A list for each compound, three raters each.
    assert count_demand(project, project.crowd_call).people == 6
    assert platform.facts == [
        "Prolific; at most 30 participants.",
        "2.50 EUR for each, 15.00 EUR for all ratings.",
    ]


def test_places_that_are_too_few_are_named_with_the_lists_that_want_them() -> None:
    project = make_rating_project(annotators_per_item=8)
    set_screening(**known(project), attention_share=0, pass_mark=70)
    set_up_crowd(**known(project), consent="Stop.", limit_each=2, most_people=23, lists="apart")
    assert list_gaps(project) == [("Lists", "8 raters × 3 lists need 24 places; the crowd has 23.")]
    # Those of compounds that come in before the first participant are drawn with the others.
    bring_in(project, "compound\tsentence\nfish tank\tA fish tank.\nred tape\tRed tape.\n")
    project.refresh_from_db()
    demand = count_demand(project, project.crowd_call)
    open_crowd(**known(project), is_open=True)
    drawn = set(project.listed_items.values_list("number", flat=True))
    assert (demand.lists, demand.people) == (len(drawn), 8 * len(drawn))


def test_without_lists_the_ratings_are_dealt_by_the_limit() -> None:
    project = make_rating_project(annotators_per_item=8)
    set_screening(**known(project), attention_share=0, pass_mark=70)
    set_up_crowd(**known(project), consent="Stop.", limit_each=4, most_people=11)
    # Six items, eight ratings each, four for a participant.
    assert list_gaps(project) == [("Lists", "48 ratings need at least 12 places; the crowd has 11.")]


def test_lists_that_cannot_be_drawn_are_named_before_the_link_refuses() -> None:
    project = make_rating_project(text="")
    set_screening(**known(project), attention_share=0, pass_mark=70)
    set_up_crowd(**known(project), consent="Stop.", limit_each=2, most_people=50, lists="together")
    bring_in(project, "".join(["compound\tsentence\n", *(f"fish tank\tOne {n} fish tank.\n" for n in "abc")]))
    project.refresh_from_db()
    fault = "A list of 2 has no room for a compound that is rated 3 times."
    assert list_gaps(project) == [("Lists", fault)]
    with pytest.raises(DomainError, match=fault):
        open_crowd(**known(project), is_open=True)


def test_a_deletion_date_is_asked_for_by_what_is_lost_without_it() -> None:
    project = make_rating_project()
    set_screening(**known(project), attention_share=0, pass_mark=70)
    crowd = {**CROWD, "other_parameters": [], "full_url": "", "lists": "", "repeats": 0}
    set_up_crowd(**known(project), **crowd)
    set_up_questionnaire(**known(project), questions=QUESTIONS)
    lost = "PROLIFIC_PID, SESSION_ID will not be stored, and you cannot pay by it."
    assert list_gaps(project) == [
        ("Consent", f"No deletion date: {lost}"),
        ("Consent", "No deletion date: the questionnaire will not be asked."),
    ]
    yesterday = timezone.localdate() - timedelta(days=1)
    CrowdCall.objects.filter(pk=project.pk).update(forget_on=yesterday)
    day = date_format(yesterday, "j F Y")
    assert list_gaps(project)[0] == ("Consent", f"The deletion date, {day}, is over: {lost}")


@pytest.mark.parametrize(
    ("changes", "sentence", "is_blocking"),
    [
        ({"payment": 0}, "No payment: costs cannot be summed up.", False),
        ({"currency": ""}, "The payment has no currency.", False),
        ({"completed_url": ""}, "No return address: Prolific does not accept the code that participants see.", False),
        ({"completed_url": "https://app.prolific.com/submissions/complete?cc=CODE"}, "Replace the capitals in", True),
    ],
)
def test_gaps_of_the_platform_lead_to_their_field(changes: dict[str, Any], sentence: str, is_blocking: bool) -> None:
    project = make_rating_project()
    day = {} if is_blocking else {"forget_on": timezone.localdate() + timedelta(days=9)}
    crowd = {**CROWD, "other_parameters": [], "full_url": "", **changes}
    (prepare_crowd if is_blocking else set_up_crowd)(**known(project), **crowd, **day)
    (gap,) = [gap for gap in list_steps(project)[4].gaps if gap.sentence.startswith(sentence)]
    assert gap.is_blocking is is_blocking
    path, _, fragment = gap.address.partition("#")
    assert path == reverse("idiomaticity:crowd_settings", args=[project.slug])
    page = signed_in(project.created_by).get(path).content.decode()
    assert f'id="{fragment}"' in page


def test_every_gap_leads_to_a_field_or_part_of_its_page() -> None:
    project = make_rating_project(text="")
    set_up_questionnaire(**known(project), questions=QUESTIONS)
    prepare_crowd(**known(project), consent="", limit_each=2, most_people=1, worker_parameter="PROLIFIC_PID")
    client = signed_in(project.created_by)
    gaps: list[Gap] = [gap for step in list_steps(project) for gap in step.gaps]
    assert len(gaps) >= 6
    for gap in gaps:
        path, _, fragment = gap.address.partition("#")
        page = client.get(path).content.decode()
        assert not fragment or f'id="{fragment}"' in page, gap


def test_the_page_of_the_opening_opens_only_what_the_service_opens() -> None:
    project = make_full_study()
    client, address = signed_in(project.created_by), reverse("idiomaticity:study_opening", args=[project.slug])
    opening = reverse("idiomaticity:crowd_open", args=[project.slug])
    assert opening in client.get(address).content.decode()
    CrowdCall.objects.filter(pk=project.pk).update(forget_on=None)
    page = client.get(address).content.decode()
    assert opening not in page and "The link cannot be opened without it" in page
    client.post(opening)
    assert not CrowdCall.objects.get(pk=project.pk).is_open
    day = timezone.localdate() + timedelta(days=9)
    CrowdCall.objects.filter(pk=project.pk).update(forget_on=day)
    client.post(opening)
    page = client.get(address).content.decode()
    assert project.crowd_call.key in page and "PROLIFIC_PID={{%PROLIFIC_PID%}}" in page


def test_a_copied_crowd_with_signed_links_stays_closed_without_their_keys() -> None:
    project = make_rating_project()
    crowd = {**CROWD, "other_parameters": [], "full_url": "", "completed_url": "", "lists": "", "repeats": 0}
    prepare_crowd(**known(project), **crowd, signed_by="prolific")
    sentence = "The keys with which Prolific signs links are missing."
    (gap,) = [gap for gap in list_steps(project)[4].gaps if gap.sentence.startswith(sentence)]
    assert gap.is_blocking
    with pytest.raises(DomainError, match=sentence):
        open_crowd(**known(project), is_open=True)
    MarketplaceKeys.objects.create(marketplace="prolific", keys={"a": {}}, fetched_at=timezone.now())
    assert open_crowd(**known(project), is_open=True).is_open


def test_the_walk_shows_every_page_in_the_language_of_the_study_and_stores_nothing() -> None:
    project = make_full_study()
    choose_page_language(**known(project), language="it")
    client = signed_in(project.created_by)
    seen = {}
    for name in ("consent", "instructions", "items", "questionnaire", "end"):
        answer = client.get(reverse("idiomaticity:study_walk", args=[project.slug, name]))
        assert answer.status_code == 200
        seen[name] = answer.content.decode()
        assert '<html lang="it"' in seen[name], name
    assert "You may stop at any time." in seen["consent"]
    assert "fish tank" in seen["items"]  # the tutorial comes first
    walked = [reverse("idiomaticity:study_walk", args=[project.slug, "consent"])]
    while following := re.search(r'<a href="([^"]+)" rel="next"', client.get(walked[-1]).content.decode()):
        walked.append(following[1])
    assert "as you <em>read</em>." in seen["instructions"]
    # Consent, instructions, tutorial, test, three items of the first list, questionnaire and end.
    assert len(walked) == 9 and walked[-1].endswith("/end/"), walked
    assert QUESTIONS[0]["text"] in seen["questionnaire"]
    assert "C1ABCDEF" in seen["end"] and "Thank <strong>you</strong>" in seen["end"]
    assert not project.crowd_call.workers.exists() and not project.items.filter(assigned_count__gt=0).exists()
    assert client.get(reverse("idiomaticity:study_walk", args=[project.slug, "nothing"])).status_code == 404


def test_programs_read_the_steps() -> None:
    project = make_rating_project(text="")
    steps = signed_in(project.created_by).get(reverse("api:study-steps", args=[project.slug])).json()
    assert [step["step"] for step in steps] == [
        "Items",
        "Questions and scale",
        "Lists and checks",
        "Consent and questionnaire",
        "Platform and payment",
    ]
    assert steps[3]["gaps"] == [{"sentence": "Write the consent text first.", "is_blocking": True}]
