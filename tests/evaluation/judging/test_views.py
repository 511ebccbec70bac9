"""Judging rounds and judging as pages: without a script, blind, with refusals in a sentence."""

import re
from collections import defaultdict
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.jobs.models import Job
from annotation_site.templatetags.figures import figure
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.judging.models import JudgingRound, OutputJudgement
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    finish_round,
    lease_judgement,
    make_evaluation_project,
    make_round,
)
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def step(**more: object) -> dict[str, object]:
    return {"operation_id": str(uuid4()), "version": 0, **more}


def new_round(**changes: object) -> dict[str, object]:
    points = {f"score-point_{value}": str(value) for value in range(1, 6)}
    words = {"score-question": "Is it right?", "score-cannot_judge": "No idea", **points}
    values = {"name": "Idioms", "systems": ["system one", "system two"], "method": "score", "required_count": 2}
    return {
        "operation_id": str(uuid4()),
        "pairs_per_expression": 3,
        "repeat_share": 0,
        "attention_share": 0,
        **values,
        **words,
        **changes,
    }


def test_a_round_is_opened_by_its_page_in_its_own_words() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    client = signed_in(project.created_by)
    address = reverse("evaluation:judging_round_new", args=[project.slug, test_set.pk])
    assert "system two" in markup_of(client.get(address))
    answered = client.post(address, new_round())
    assert answered.status_code == 302, markup_of(answered)
    assert "Judging round" in markup_of(client.get(answered["Location"]))
    opened = finish_round(Job.objects.get(kind="judging_round"))
    assert opened.wording["question"] == "Is it right?"
    address = reverse("evaluation:judging_round", args=[project.slug, opened.number])
    assert address in markup_of(client.get(answered["Location"]))
    assert "Invite annotators" in markup_of(client.get(address))
    make_member(project)
    assert "No judgements yet" in markup_of(client.get(address))
    assert client.get(reverse("evaluation:judging_rounds", args=[project.slug])).status_code == 200


@pytest.mark.parametrize("wrong", [{"systems": []}, {"score-question": ""}, {"required_count": 0}, {"method": "stars"}])
def test_a_round_without_what_it_needs_is_shown_again(wrong: dict[str, object]) -> None:
    project = make_evaluation_project()
    address = reverse("evaluation:judging_round_new", args=[project.slug, make_test_set(project).pk])
    assert signed_in(project.created_by).post(address, new_round(**wrong)).status_code == 400
    assert not JudgingRound.objects.exists()


def test_judging_needs_no_script() -> None:
    project = make_round().project
    annotator = make_member(project)
    client = signed_in(annotator.user)
    first = client.post(reverse("evaluation:assignments_next", args=[project.slug]))
    page = markup_of(client.get(first["Location"]))
    assert "system one" not in page
    assert "How well is the marked expression translated?" in page
    sent = step(answer_0="4", answer_1="-1")
    following = client.post(first["Location"] + "submit/", sent)
    assert following.status_code == 302
    assert following["Location"] != first["Location"]
    assert sorted(OutputJudgement.objects.values_list("value", flat=True)) == [-1, 4]
    assert "1 submitted" in markup_of(client.get(reverse("evaluation:assignments", args=[project.slug])))


def test_what_is_missing_is_said_and_the_rest_stays() -> None:
    assignment = lease_judgement(make_member(make_round().project))
    client = signed_in(assignment.annotator.user)
    address = reverse("evaluation:submit", args=[assignment.pk])
    refused = client.post(address, step(answer_0="4"))
    assert refused.status_code == 400
    assert "Judge one more translation first." in markup_of(refused)
    assert 'value="4" required checked' in markup_of(refused)
    assert client.post(address, step(answer_0="9", answer_1="1")).status_code == 400


def test_a_hundred_points_and_not_being_able_to_judge_need_no_script() -> None:
    assignment = lease_judgement(make_member(make_round(method="percent").project))
    client = signed_in(assignment.annotator.user)
    sent = step(answer_0="100", answer_1="", cannot_1="1")
    assert client.post(reverse("evaluation:submit", args=[assignment.pk]), sent).status_code == 302
    assert sorted(OutputJudgement.objects.values_list("value", flat=True)) == [-1, 100]


def test_a_judgement_of_another_tab_is_not_overwritten() -> None:
    assignment = answer(lease_judgement(make_member(make_round().project)))
    client = signed_in(assignment.annotator.user)
    again = client.post(reverse("evaluation:submit", args=[assignment.pk]), step(answer_0="5", answer_1="5"))
    assert again.status_code == 409
    reopened = client.post(reverse("evaluation:reopen", args=[assignment.pk]), step(version=assignment.version))
    assert reopened.status_code == 302
    assert Assignment.objects.get(pk=assignment.pk).state == "in_progress"


def test_skipping_hands_it_on_and_it_can_be_resumed() -> None:
    assignment = lease_judgement(make_member(make_round().project))
    client = signed_in(assignment.annotator.user)
    client.post(reverse("evaluation:skip", args=[assignment.pk]), step(reason="odd"))
    assert Assignment.objects.get(pk=assignment.pk).state == "skipped"
    client.post(reverse("evaluation:resume", args=[assignment.pk]), {"operation_id": str(uuid4())})
    assert Assignment.objects.get(pk=assignment.pk).state == "in_progress"


def test_a_repeat_is_told_from_what_it_repeats_by_its_place_alone() -> None:
    """Compare all that the annotator can read of both, but for what must differ between two assignments."""
    opened = make_round(repeat_share=100, required_count=1)
    annotator = make_member(opened.project)
    client = signed_in(annotator.user)
    seen: dict[str, dict[bool, tuple[object, int]]] = {}
    while (assignment := lease_next(user=annotator.user, project=opened.project)) is not None:
        done = answer(assignment)
        state = client.get(reverse("api:assignment-detail", args=[done.pk])).json()
        page = markup_of(client.get(reverse("evaluation:judge", args=[done.pk])))
        for name in ("assignment", "urls", "progress"):
            del state[name]
        number = state["item"].pop("number")
        state["outputs"].sort()
        task = done.item.judgement_task
        label = f"{task.segment}-{task.position}"
        seen.setdefault(label, {})[task.repeats_id is not None] = (state, len(page))
        assert "repeat" not in page.lower().replace("repeat(", "")
        assert 1 <= number <= opened.task_count
    pairs = [(both[True], both[False]) for both in seen.values() if len(both) == 2]
    assert pairs
    for (repeated, length), (first, other_length) in pairs:
        assert repeated == first
        # Numbers of assignments and what is left differ in their digits.
        assert abs(length - other_length) < 200


def test_a_hidden_reference_is_shown_among_the_outputs_only() -> None:
    for hides in (True, False):
        opened = make_round(hides_reference=hides)
        assignment = lease_judgement(make_member(opened.project))
        client = signed_in(assignment.annotator.user)
        reference = assignment.item.judgement_task.reference
        state = client.get(reverse("api:assignment-detail", args=[assignment.pk])).json()
        page = markup_of(client.get(reverse("evaluation:judge", args=[assignment.pk])))
        assert state["reference"]["text"] == ("" if hides else reference)
        assert reference in state["outputs"] or not hides
        assert ("Reference translation" in page) is not hides


def test_the_page_of_a_round_shows_means_alpha_and_annotators() -> None:
    opened = make_round(hides_reference=True)
    for _ in range(2):
        answer_everything(make_member(opened.project), SCORES)
    client = signed_in(opened.project.created_by)
    page = markup_of(client.get(reverse("evaluation:judging_round", args=[opened.project.slug, opened.number])))
    assert "4.667" in page  # (5 + 5 + 4) / 3
    assert "1.000" in page  # both judge alike
    table = client.get(reverse("evaluation:judgement_table", args=[opened.project.slug, opened.number]))
    lines = table.getvalue().decode().splitlines()
    assert lines[0] == "segment,system,annotator,score,repeat"
    assert "1,system two,A,5,0" in lines

    def read_table(*which: str) -> str:
        where = [opened.project.slug, opened.number, *which]
        return b"".join(client.get(reverse("evaluation:judgement_results", args=where))).decode()

    assert read_table("systems", "csv").splitlines()[0] == "system,mean,low,high,p,answers"
    few = "Intervals and p-values are unreliable with fewer than 30 segments."
    assert r"system two & 4.667 &" in read_table("systems", "tex") and f"% {few}" in read_table("systems", "tex")
    assert few in markup_of(client.get(reverse("evaluation:judging_round", args=[opened.project.slug, opened.number])))
    assert read_table("alpha", "csv").splitlines()[1].startswith("ordinal,1.0,")
    assert read_table("pairs", "csv").splitlines()[1].startswith("A,B,1.0,")
    assert len(read_table("annotators", "csv").splitlines()) == 3


def test_words_are_changed_and_a_round_closed_by_its_page() -> None:
    opened = make_round(method="preference")
    client = signed_in(opened.project.created_by)
    where = [opened.project.slug, opened.number]
    words = {"question": "Which?", "cannot_judge": "?", "point_1": "left", "point_2": "same", "point_3": "right"}
    assert client.post(reverse("evaluation:judgement_wording", args=where), words).status_code == 302
    assert client.post(reverse("evaluation:judging_round_close", args=where)).status_code == 302
    opened.refresh_from_db()
    assert (opened.wording["points"]["3"], opened.state) == ("right", "closed")


def test_the_overview_shows_own_work_and_the_way_to_a_round() -> None:
    project = make_evaluation_project()
    make_test_set(project)
    annotator = make_member(project)
    overview = reverse("evaluation:overview", args=[project.slug])
    assert "New judging round" in markup_of(signed_in(project.created_by).get(overview))
    assert "Nothing to judge yet" in markup_of(signed_in(annotator.user).get(overview))
    make_round(project, project.test_sets.get())
    assert "Start" in markup_of(signed_in(annotator.user).get(overview))


def test_the_source_is_headed_by_its_language_in_the_language_of_the_page() -> None:
    project = make_evaluation_project(source_language="ar")
    judge = make_member(make_round(project, make_test_set(project)).project, user=make_user(language="de"))
    assignment = lease_judgement(judge)
    html = markup_of(signed_in(judge.user).get(reverse("evaluation:judge", args=[assignment.pk])))
    assert "<dt>Arabisch</dt>" in html
    assert "Arabic" not in html


def test_agreement_of_every_round_stands_under_the_level_at_which_it_was_measured() -> None:
    opened = make_round()
    for score in (2, 4):
        answer_everything(make_member(opened.project), defaultdict(lambda given=score: given))
    page = signed_in(opened.project.created_by).get(reverse("evaluation:judging_agreement", args=[opened.project.slug]))
    text = markup_of(page)
    heads = re.findall(r">α, (\w+)<", text)
    cells = re.findall(r'<td class="number"[^>]*>([^<]+)</td>', text)
    assert heads == ["ordinal", "interval", "nominal"]
    report = find_judging_round_report(opened)
    assert [row.level for row in report.alphas] == heads
    assert cells[-3:] == [figure(row.alpha) for row in report.alphas]


def test_a_project_with_one_test_set_leads_from_results_to_its_board() -> None:
    opened = make_round()
    client = signed_in(opened.project.created_by)
    address = reverse("evaluation:boards", args=[opened.project.slug])
    board = reverse("evaluation:test_set", args=[opened.project.slug, opened.test_set_id])
    assert client.get(address)["Location"] == board
    second = make_test_set(opened.project, name="Second")
    listed = markup_of(client.get(address))
    assert board in listed
    assert reverse("evaluation:test_set", args=[opened.project.slug, second.pk]) in listed
