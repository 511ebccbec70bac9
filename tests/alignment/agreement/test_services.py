"""The running sums of agreement are at every moment what counting from scratch gives."""

import random
import threading
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from alignment.adjudication.queries.queue import count_queue
from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.models import AgreementTotal, ItemAgreement, ItemAgreementTotal, PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.agreement.queries.figures import read_agreement
from alignment.agreement.services.recount import recount_agreement, recount_readings
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.models import RoundReading
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from alignment.rounds.services.steps import change_link
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import publish_guideline
from tests.alignment.agreement.confusion import label_confusion
from tests.alignment.random_steps import (
    play,
)
from tests.factories import draw, make_member, make_pair, make_project, make_reading, submit


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_sums_equal_a_recount_after_any_sequence_of_steps(seed):
    chance = random.Random(seed)
    project = make_project(annotators_per_item=2 + seed % 2)
    for number in range(5):
        make_pair(project, source_target_words=[0, 2] if number % 2 else None)
    annotators = [make_member(project) for _ in range(4)]
    judge = make_member(project, Role.ADJUDICATOR).user
    for _ in range(3):
        play(chance, project, annotators, judge, 12)
        publish_guideline(user=project.created_by, project=project, text=f"Rule {chance.random()}")
        assert recount_agreement(project) == []
    ready = up_to_date(ItemAgreement, project).filter(is_ready=True).order_by("pk")
    before = list(ready.values_list("pk", flat=True))
    assert recount_readings(project) == 5
    assert list(ready.values_list("pk", flat=True)) == before
    assert recount_agreement(project) == []


def agr_of(project: Project) -> tuple[int, int, int]:
    row = up_to_date(AgreementTotal, project).get(part="all", pairs__gt=0)
    return row.pairs, row.first_any + row.second_any, row.both_same_label


@pytest.mark.django_db
def test_a_reopened_reading_counts_as_it_was_until_it_is_submitted_again():
    project = make_project(pairs=1)
    _, second = (make_reading(make_member(project), links) for links in ("0-0S 1-1S", "0-0S 1-1P"))
    assert agr_of(project) == (1, 4, 1)
    known = {"user": second.annotator.user, "assignment_id": second.pk, "version": second.version}
    reopened = reopen_assignment(**known, operation_id=uuid4())
    draw(reopened, "1-1S")
    assert agr_of(project) == (1, 4, 1)
    assert count_queue(project).pairs == {"to-decide": 0, "decided": 0, "agreed": 0}
    assert recount_readings(project) == 1
    assert agr_of(project) == (1, 4, 1)
    submit(reopened)
    assert agr_of(project) == (1, 4, 2)
    assert count_queue(project).pairs["agreed"] == 1


@pytest.mark.django_db
def test_a_reading_given_up_counts_until_all_readings_of_the_pair_are_in():
    project = make_project(pairs=1)
    _, second = (make_reading(make_member(project), links) for links in ("0-0S 1-1S", "0-0S 1-1P"))
    known = {"user": second.annotator.user, "assignment_id": second.pk}
    reopened = reopen_assignment(**known, version=second.version, operation_id=uuid4())
    skip_assignment(**known, version=reopened.version, operation_id=uuid4(), reason="odd")
    assert agr_of(project) == (1, 4, 1)
    third = make_reading(make_member(project), "0-0S 1-1S")
    assert agr_of(project) == (1, 4, 2)
    assert up_to_date(PairAgreement, project).get().second == third.annotator
    assert recount_agreement(project) == []


@pytest.mark.django_db
def test_the_directions_of_label_confusion_are_kept_apart():
    project = make_project(pairs=1)
    for links in ("0-0S 1-1P 2-2S 0-1S", "0-0P 1-1S 2-2S 1-2P"):
        make_reading(make_member(project), links)
    (row,) = up_to_date(PairAgreement, project)
    assert (row.sure_possible, row.possible_sure) == (1, 1)
    first, second = (reading for _, reading in item_readings(row.item))
    report = read_agreement(project)
    assert report is not None
    assert report.pooled.counts.confusion() == label_confusion(first, second)


@pytest.mark.django_db
def test_only_links_touching_a_target_word_count_in_that_part():
    project = make_project()
    make_pair(project, source_target_words=[0])
    for links in ("0-0S 1-1S", "0-0S 2-2S"):
        make_reading(make_member(project), links)
    target = up_to_date(AgreementTotal, project).get(part="target")
    assert (target.pairs, target.first_any, target.second_any, target.both_any) == (1, 1, 1, 1)


@pytest.mark.django_db
def test_readings_by_different_guidelines_are_not_put_under_either():
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    make_reading(first)
    publish_guideline(user=project.created_by, project=project, text="Link what means the same.")
    make_reading(second)
    make_reading(first)
    make_reading(second)
    found = dict(up_to_date(AgreementTotal, project).filter(part="guideline").values_list("key", "pairs"))
    assert found == {-1: 1, 1: 1}


@pytest.mark.django_db
def test_a_wrong_sum_is_told_and_put_right():
    project = make_project(pairs=1)
    for links in ("0-0S", "0-0P"):
        make_reading(make_member(project), links)
    up_to_date(AgreementTotal, project).filter(part="all").update(both_any=7)
    ItemAgreementTotal.objects.update(pairs_to_decide=0)
    said = StringIO()
    with pytest.raises(CommandError, match="2 sums differed"):
        call_command("recount_agreement", project.slug, stdout=said)
    assert "both_any was 7, counted 1" in said.getvalue()
    assert count_queue(project).pairs["to-decide"] == 1
    call_command("recount_agreement", project.slug, "--readings", stdout=said)
    assert "1 pairs counted from their submissions" in said.getvalue()
    assert "All sums were correct." in said.getvalue()


@pytest.mark.django_db
def test_the_mark_of_change_moves_with_readings_and_not_with_decisions():
    project = make_project(pairs=1)
    judge = make_member(project, Role.ADJUDICATOR).user
    for links in ("0-0S", "0-0P"):
        assignment = make_reading(make_member(project), links)
    before = up_to_date(ItemAgreementTotal, project).get().changes
    decide_links(user=judge, item_id=assignment.item_id, operation_id=uuid4(), version=0, decisions=[(0, 0, "S")])
    assert up_to_date(ItemAgreementTotal, project).get().changes == before


@pytest.mark.django_db(transaction=True)
def test_many_submit_at_once_and_no_sum_is_lost():
    project = make_project(pairs=30, annotators_per_item=3)
    annotators = [make_member(project) for _ in range(6)]
    failures: list[BaseException] = []

    def work(annotator) -> None:
        try:
            for _ in range(6):
                make_reading(annotator, "0-0S 1-1P")
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=[annotator]) for annotator in annotators]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timedelta(seconds=60).total_seconds())
    assert failures == []
    assert recount_agreement(project) == []
    counted = sum(AgreementTotal.objects.filter(part="all").values_list("pairs", flat=True))
    assert counted == PairAgreement.objects.count() >= 20


@pytest.mark.django_db(transaction=True)
def test_a_round_is_closed_while_others_submit_and_no_sum_is_lost():
    project = make_project(pairs=24, annotators_per_item=2)
    annotators = [make_member(project) for _ in range(4)]
    for number, annotator in enumerate(annotators):
        for _ in range(6):
            make_reading(annotator, "0-0P 1-1S" if number % 2 else "0-0S 1-1S 2-2S")
    asked = {"user": project.created_by, "project": project}
    failures: list[BaseException] = []

    def submit_one(annotator) -> None:
        try:
            for _ in range(4):
                make_reading(annotator, "0-0S 2-1P")
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    opened = open_round(**asked, operation_id=uuid4())
    for reading in RoundReading.objects.filter(round_item__round=opened).order_by("pk"):
        assignment = reading.assignment
        change_link(
            user=assignment.annotator.user,
            assignment_id=assignment.pk,
            operation_id=uuid4(),
            version=assignment.version,
            cell=(0, 1),
            label="S",
        )
    threads = [threading.Thread(target=submit_one, args=[annotator]) for annotator in annotators]
    for thread in threads:
        thread.start()
    close_round(**asked, operation_id=uuid4(), number=1)
    for thread in threads:
        thread.join(timedelta(seconds=60).total_seconds())
    assert failures == []
    assert RoundReading.objects.filter(state="changed").count() >= 8
    assert recount_agreement(project) == []
    assert not up_to_date(ItemAgreement, project).filter(item__state="annotated", is_ready=False).exists()
