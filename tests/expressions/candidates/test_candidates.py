"""Proposing candidates, who sees them, and their effect; judging idiomatic or literal use."""

import json
from collections import Counter
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation_site.annotator_quality.kinds import Selection
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.agreement.passages import ReadPassage, measure_agreement, write_agreement
from expressions.annotator_quality.queries import read_marking_quality
from expressions.candidates.models import Candidate, OwnCandidate
from expressions.candidates.queries import count_candidates, describe_candidates
from expressions.candidates.services import remove_candidates, request_effects
from expressions.lexicon.cases import Case
from expressions.lexicon.services import decide_cases
from expressions.marks.models import Mark
from expressions.marks.queries import describe_marking
from expressions.releases.queries import read_passages
from tests.annotation_site.imports.taking_back import take_back
from tests.expressions.making import (
    CALLED,
    DAY,
    DOUBT,
    RAIN,
    RAINED,
    TEXT,
    do,
    import_files,
    make_empty_project,
    make_passage_project,
    submit_marking,
    write_cupt,
)
from tests.expressions.making import propose as propose_by_job
from tests.factories import lease, make_member

pytestmark = pytest.mark.django_db


def propose(project: Project, source: str = "lexicon", share: int = 0, gap: int = 3, text: str = "") -> int:
    """Propose candidates by the job and return their number."""
    job = propose_by_job(project, source, share, gap=gap, text=text)
    assert job.state == Job.State.SUCCEEDED, job.error
    return int(job.result["candidates"])


def decide(project: Project, *cases: Case) -> None:
    decide_cases(user=project.created_by, project=project, cases=cases, operation_id=uuid4())


def stored(project: Project) -> list[tuple[int, list[int], str]]:
    return list(Candidate.objects.filter(item__project=project).values_list("item__number", "words", "category"))


def test_the_lexicon_proposes_what_nobody_has_begun() -> None:
    project = make_passage_project()
    begun = lease(make_member(project))
    decide(
        project, Case(("cat", "dog", "rain"), "VID"), Case(("call", "day"), "VID"), Case(("every", "take"), "NotMWE")
    )
    assert begun.item.number == 1
    assert propose(project) == 1
    # “called it a day” with three other words between; the first passage is begun.
    assert stored(project) == [(3, [1, 4], "VID")]
    assert propose(project) == 0
    assert propose(project, gap=1, share=0) == 0
    assert describe_candidates(begun)["candidates"] == []
    assert describe_candidates(begun)["known"] == [{"words": [1, 2, 4], "category": "VID"}]
    counts = count_candidates(project)
    assert (counts.passages, counts.candidates, counts.controls, counts.open_passages) == (1, 1, 0, 2)
    assert remove_candidates(user=project.created_by, project=project, operation_id=uuid4()) == 1
    assert stored(project) == []


def test_the_gold_standard_proposes_and_open_readings_do_not() -> None:
    project = make_empty_project(annotators_per_item=1)
    import_files(project, write_cupt([RAIN], [[RAINED]]), use="readings")
    import_files(project, write_cupt([RAIN, RAIN, DAY, DAY]))
    project.refresh_from_db()
    second = make_empty_project(annotators_per_item=2)
    import_files(second, write_cupt([RAIN, RAIN]))
    second.refresh_from_db()
    assert propose(project) == 2
    # One of two readings is submitted: what a partner marked proposes nothing.
    submit_marking(lease(make_member(second)), ([1, 2, 4], "VID"))
    assert propose(second) == 0


def test_other_corpora_and_marks_of_the_same_text_propose() -> None:
    text = write_cupt([DOUBT, RAIN], [[([1, 4, 5], "LVC.full"), ([1, 3], "NotMWE")], [RAINED]])
    project = make_passage_project()
    assert propose(project, "corpus", text=text) == 2
    assert stored(project) == [(1, [1, 2, 4], "VID"), (2, [1, 4, 5], "LVC.full")]
    same = make_passage_project(text=write_cupt([RAIN, RAIN]))
    marks = [[RAINED, ([0, 1], "Nonsense")], [([1, 2], "IRV")], [CALLED]]
    job = propose_by_job(same, "marks", text=write_cupt([RAIN, RAIN, RAIN], marks))
    assert stored(same) == [(1, [1, 2, 4], "VID"), (2, [1, 2], "IRV")]
    assert job.result["summary"] == "2 candidates proposed. 1 left out that the project could not hold."


def test_controls_are_shown_nothing_and_the_effect_is_measured() -> None:
    project = make_passage_project(text=write_cupt(TEXT * 6), annotators_per_item=1)
    Item.objects.filter(project=project, number__lte=9).update(ring_place=0.1)
    Item.objects.filter(project=project, number__gt=9).update(ring_place=0.9)
    decide(project, Case(("cat", "dog", "rain"), "VID"), Case(("call", "day"), "VID"))
    assert propose(project, share=50) == 12
    assert count_candidates(project).controls == 6
    annotator = make_member(project)
    for _ in range(18):
        assignment = lease(annotator)
        seen = describe_candidates(assignment)["candidates"]
        assert bool(seen) == (assignment.item.number > 9 and assignment.item.number % 3 != 2)
        # Whoever sees a candidate accepts it; others mark something else.
        submit_marking(assignment, *[(each["words"], "VID") for each in seen] or [([0, 1], "VID")])
    manager = project.created_by
    job = do(request_effects(user=manager, project=project))
    effects = {each["rate"]: each for each in job.result["effects"]}
    assert (effects["marked"]["shown"]["value"], effects["marked"]["controls"]["value"]) == (1.0, 0.0)
    assert effects["others"]["controls"]["value"] == 1.0
    assert effects["marked"]["effect"]["value"] == 1.0
    assert job.result["sources"] == [{"source": "lexicon", "candidates": 6, "marked": 6, "same_category": 6}]
    # The same work is not measured twice, and pages and API show what was stored.
    assert request_effects(user=manager, project=project) == job
    client = Client()
    client.force_login(manager)
    page = client.get(f"/expressions/{project.slug}/candidates/").content.decode()
    assert "6 passages with candidates" in " ".join(page.split())
    assert "Passages were submitted since this report." not in page
    told = client.get(f"/api/v1/projects/{project.slug}/expression-candidates/effects/").json()
    assert told["is_current"] and told["report"]["readings"] == {"shown": 6, "controls": 6}
    (row,) = read_marking_quality(Selection(project, [annotator]))
    assert (row.work.proposed, row.work.proposed_share.value) == (6, pytest.approx(1 / 3))
    # Their marks say where they come from; those of control passages are the annotator's own.
    assert dict(Counter(Mark.objects.values_list("origin", flat=True))) == {"lexicon": 6, "own": 12}


def test_checks_show_no_candidates() -> None:
    project = make_passage_project()
    decide(project, Case(("cat", "dog", "rain"), "VID"))
    propose(project)
    assignment = lease(make_member(project))
    assert describe_candidates(assignment)["candidates"]
    assignment.purpose = Assignment.Purpose.TRAINING
    assert describe_candidates(assignment) == {"candidates": [], "known": []}


def test_the_page_proposes_and_says_what_is_wrong() -> None:
    project = make_passage_project()
    client = Client()
    client.force_login(project.created_by)
    address = f"/expressions/{project.slug}/candidates/"
    sent = {"request_id": uuid4(), "source": "corpus", "gap": 3, "control_share": 0}
    assert "Choose the annotated file." in client.post(address, sent).content.decode()
    for content in (b"nothing", b"1\ta"):
        file = SimpleUploadedFile("other.cupt", content)
        client.post(address, {**sent, "request_id": uuid4(), "file": file})
        with pytest.raises(DomainError, match=r"other\.cupt"):
            do(Job.objects.latest("pk"))
    file = SimpleUploadedFile("other.cupt", write_cupt([RAIN], [[RAINED]]).encode())
    answer = client.post(address, {**sent, "file": file})
    job = do(Job.objects.latest("pk"))
    assert answer.headers["Location"].endswith(f"/jobs/{job.pk}/")
    assert job.result["summary"] == "1 candidate proposed."
    page = client.get(address).content.decode()
    assert "Effect on annotators" in page
    removed = client.post(f"{address}remove/", {"operation_id": uuid4()}, follow=True)
    assert "1 candidate removed." in removed.content.decode()
    for source, text, fault in (("elsewhere", "", "source is one of"), ("corpus", "", "need an annotated file")):
        with pytest.raises(DomainError, match=fault):
            propose(project, source, text=text)


def test_programs_propose_and_remove() -> None:
    project = make_passage_project()
    client = Client()
    client.force_login(project.created_by)
    address = f"/api/v1/projects/{project.slug}/expression-candidates/"
    file = SimpleUploadedFile("other.cupt", write_cupt([RAIN], [[RAINED]]).encode())
    answer = client.post(address, {"request_id": uuid4(), "source": "corpus", "file": file, "control_share": 0})
    assert answer.status_code == 202
    do(Job.objects.get(pk=answer.json()["id"]))
    numbers = {"passages": 1, "candidates": 1, "controls": 0, "open_passages": 3}
    assert client.get(address).json() == numbers
    assert client.get(f"{address}effects/").status_code == 404
    sent = {"operation_id": str(uuid4())}
    removed = [client.post(f"{address}remove/", sent, content_type="application/json").json() for _ in range(2)]
    assert removed == [{"candidates": 1}, {"candidates": 0}]
    refused = client.post(address, {"request_id": uuid4(), "source": "marks"})
    assert (refused.status_code, "need an annotated file" in refused.content.decode()) == (400, True)


def test_ones_own_earlier_expressions_are_proposed_to_oneself_alone() -> None:
    project = make_passage_project(
        text=write_cupt([RAIN] * 2), proposes_own=True, own_control_share=0, annotators_per_item=2
    )
    first, second = make_member(project), make_member(project)
    begun = []
    for _ in range(2):
        assignment = lease(first)
        begun.append(describe_candidates(assignment)["candidates"])
        submit_marking(assignment, ([1, 2, 4], "VID"))
    assert begun == [[], [{"words": [1, 2, 4], "category": "VID"}]]
    origins = Mark.objects.filter(assignment__annotator=first).order_by("pk").values_list("origin", flat=True)
    assert list(origins) == ["own", "repeat"]
    for _ in range(2):
        assignment = lease(second)
        assert describe_candidates(assignment)["candidates"] == []
        submit_marking(assignment)
    job = do(request_effects(user=project.created_by, project=project))
    assert job.result["sources"] == [{"source": "repeat", "candidates": 1, "marked": 1, "same_category": 1}]


def test_control_passages_show_no_own_earlier_expressions_either() -> None:
    project = make_passage_project(text=write_cupt([RAIN] * 2), proposes_own=True, own_control_share=100)
    annotator = make_member(project)
    submit_marking(lease(annotator), ([1, 2, 4], "VID"))
    assignment = lease(annotator)
    assert OwnCandidate.objects.get().is_control
    assert describe_candidates(assignment)["candidates"] == []
    submit_marking(assignment, ([1, 2, 4], "VID"))
    assert set(Mark.objects.values_list("origin", flat=True)) == {"own"}


def test_undoing_an_import_removes_its_candidates() -> None:
    project = make_empty_project()
    imported = import_files(project, write_cupt([RAIN, DAY]))
    project.refresh_from_db()
    assert propose(project, "corpus", text=write_cupt([RAIN], [[RAINED]])) == 1
    take_back(imported)
    assert not Candidate.objects.exists()


MAGPIE = [
    {
        "id": number,
        "idiom": "call it a day",
        "context": ["It was late.", "We were tired.", "We called it a day.", "Then we slept.", ""],
        "offsets": [[3, 9], [10, 12], [13, 14], [15, 18]],
        "label": label,
        "confidence": 1.0,
    }
    for number, label in enumerate("ilo", 1)
]


def test_occurrences_of_magpie_are_judged_without_their_labels() -> None:
    text = "".join(json.dumps(each) + "\n" for each in MAGPIE)
    project = make_empty_project(category_set="pie")
    import_files(project, text, format_name="magpie")
    project.refresh_from_db()
    assert propose(project, "marks", share=50, text=text) == 3
    # Nobody is shown what the corpus says, and nobody is a control: without a candidate there is nothing to judge.
    assert stored(project) == [(number, [1, 2, 3, 4], "") for number in (1, 2, 3)]
    assert count_candidates(project).controls == 0
    first, second = make_member(project), make_member(project)
    assignment = lease(first)
    state = describe_marking(assignment)
    assert [each["key"] for each in state["categories"]] == ["I", "L", "O", "F", "?"]
    (sentence,) = state["sentences"]
    assert (sentence["before"], sentence["after"]) == ("It was late. We were tired.", "Then we slept.")
    labels = {first: ("idiomatic", "literal", "idiomatic"), second: ("idiomatic", "literal", "literal")}
    for annotator, given in labels.items():
        for _ in given:
            # The assignment that is open comes back first.
            own = lease(annotator)
            submit_marking(own, ([1, 2, 3, 4], given[own.item.number - 1]))
    passages = read_passages(project)
    found = write_agreement(measure_agreement(ReadPassage(each.counts, each.readings) for each in passages))
    assert (found["pooled"]["common"], found["pooled"]["first"]) == (3, 3)
    # They agree on two of three: 2/3 observed, 4/9 expected.
    assert found["pooled"]["kappa_cat"] == pytest.approx(0.4)
    assert [passage.gold is None for passage in passages] == [False, False, True]
