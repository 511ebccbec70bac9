"""Readings in a round: kept, changed, submitted, and never twice."""

from uuid import uuid4

import pytest

from alignment.readings.queries.drawn import read_links
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.models import ReconciliationRound, RoundReading
from alignment.rounds.queries.sums import compare_agreement
from alignment.rounds.services.steps import change_link, keep_link, keep_reading, post_round_comment
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Item, Submission
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.submissions import reopen_assignment, submit_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import ChangedMeanwhile, NotEditable, StaleVersion
from tests.alignment.rounds.two import Two

pytestmark = pytest.mark.django_db


def test_keeping_makes_no_submission(two: Two) -> None:
    two.open()
    keep_reading(**two.step(two.mine))
    in_round = RoundReading.objects.get(assignment=two.mine)
    assert (in_round.state, in_round.after, two.mine.submissions.count()) == ("kept", None, 1)
    assert in_round.settled_at is not None


def test_a_changed_reading_is_a_new_submission_of_the_round(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    assert RoundReading.objects.get(assignment=two.mine).state == "changing"
    assert two.mine.submissions.count() == 1, "a draft is no submission"
    keep_reading(**two.step(two.mine))
    in_round = RoundReading.objects.get(assignment=two.mine)
    assert (in_round.state, in_round.before.number, in_round.after.number) == ("changed", 1, 2)
    assert Operation.objects.get(assignment=two.mine, kind="submit", version=two.step(two.mine)["version"]).payload == {
        "submission": 2,
        "round": 1,
    }
    readings = {annotator.pseudonym: reading for annotator, reading in item_readings(two.mine.item)}
    assert readings["A"].links[0, 0] == "P"


def test_the_pair_keeps_its_place_while_readings_change(two: Two) -> None:
    item, count = two.mine.item, Membership.objects.get(pk=two.a.pk).submitted_count
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    keep_reading(**two.step(two.mine))
    item.refresh_from_db()
    assert (item.state, item.submitted_count) == (Item.State.ANNOTATED, 2)
    assert Membership.objects.get(pk=two.a.pk).submitted_count == count


def test_the_editor_changes_and_submits_within_a_round(two: Two) -> None:
    two.open()
    change_assignment(**two.step(two.mine), kind="set", links=[(0, 0, "P")])
    change_assignment(**two.step(two.mine), kind="undo")
    change_assignment(**two.step(two.mine), kind="redo")
    submit_assignment(**two.step(two.mine))
    assert RoundReading.objects.get(assignment=two.mine).state == "changed"


def test_changing_and_changing_back_is_keeping(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    change_link(**two.step(two.mine), cell=(0, 0), label="S")
    keep_reading(**two.step(two.mine))
    assert RoundReading.objects.get(assignment=two.mine).state == "kept"
    assert two.mine.submissions.count() == 1


def test_taking_no_link_marks_words_that_are_left_alone(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(1, 2), label=None)
    assert read_links(two.mine).unaligned_source == {1}
    change_link(**two.step(two.mine), cell=(1, 1), label="S")
    reading = read_links(two.mine)
    assert (reading.unaligned_source, reading.unaligned_target) == (frozenset(), {2})
    keep_reading(**two.step(two.mine))


def test_a_stale_version_is_refused(two: Two) -> None:
    two.open()
    old = two.step(two.mine)
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    for act in (
        keep_reading,
        lambda **k: keep_link(**k, cell=(1, 1)),
        lambda **k: change_link(**k, cell=(1, 1), label="S"),
    ):
        with pytest.raises(StaleVersion):
            act(**{**old, "operation_id": uuid4()})


def test_the_same_operation_twice_is_once(two: Two) -> None:
    two.open()
    change = two.step(two.mine)
    for _ in range(2):
        change_link(**change, cell=(0, 0), label="P")
    done = two.step(two.mine)
    for _ in range(2):
        keep_reading(**done)
    said = {key: value for key, value in two.step(two.mine).items() if key != "version"}
    for _ in range(2):
        post_round_comment(**said, text="Possible is enough.")
    assert two.mine.submissions.count() == 2
    assert len(two.view(two.b)["comments"]) == 1


def test_keeping_a_link_shows_to_the_other_and_goes_with_a_change(two: Two) -> None:
    two.open()
    keep_link(**two.step(two.mine), cell=(0, 0))
    assert two.view(two.b)["differences"][0].keeps == ("A",)
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    assert RoundReading.objects.get(assignment=two.mine).kept_cells == []


def test_every_action_raises_the_version_pages_ask_for(two: Two) -> None:
    opened = two.open()
    place = opened.items.get()
    seen = [place.version]
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    for act in (lambda **k: keep_link(**k, cell=(1, 1)), keep_reading):
        act(**two.step(two.mine))
        place.refresh_from_db()
        seen.append(place.version)
    post_round_comment(user=two.a.user, assignment_id=two.mine.pk, operation_id=uuid4(), text="So?")
    place.refresh_from_db()
    seen.append(place.version)
    assert seen == sorted(set(seen)), "each action must give a new version"


def test_a_comment_is_read_by_the_other_under_the_pseudonym_only(two: Two) -> None:
    two.open()
    post_round_comment(user=two.a.user, assignment_id=two.mine.pk, operation_id=uuid4(), text="A determiner.")
    [comment] = two.view(two.b)["comments"]
    assert (comment["pseudonym"], comment["is_own"], comment["text"]) == ("A", False, "A determiner.")


def test_closing_submits_a_whole_draft(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    two.close()
    in_round = RoundReading.objects.get(assignment=two.mine)
    assert (in_round.state, in_round.after.number) == ("changed", 2)
    assert compare_agreement(ReconciliationRound.objects.get(), "round")[0].after.both_same_label == 2


def test_closing_sets_an_unfinished_draft_back(two: Two) -> None:
    submitted = read_links(two.mine)
    two.open()
    change_assignment(**two.step(two.mine), kind="set", links=[(1, 2, None)])
    two.close()
    assert read_links(two.mine) == submitted
    assert (RoundReading.objects.get(assignment=two.mine).state, two.mine.submissions.count()) == ("kept", 1)


def test_a_pair_in_a_round_is_not_reopened(two: Two) -> None:
    two.open()
    with pytest.raises(NotEditable, match="reconciliation round"):
        reopen_assignment(**two.step(two.mine))


def test_no_submission_is_lost(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    keep_reading(**two.step(two.mine))
    change_link(**two.step(two.mine), cell=(1, 1), label="S")
    keep_reading(**two.step(two.mine))
    assert list(Submission.objects.filter(assignment=two.mine).values_list("number", flat=True)) == [1, 2, 3]


def test_an_accepted_suggestion_can_be_changed_in_a_round(two: Two) -> None:
    Suggestion.objects.create(item=two.mine.item, source_index=0, target_index=0, label="S")
    two.open()
    change_assignment(**two.step(two.mine), kind="set", links=[(0, 0, None)])
    change_assignment(**two.step(two.mine), kind="set", links=[(0, 0, "S", "suggestion")])
    change_assignment(**two.step(two.mine), kind="set", links=[(0, 0, "P")])
    assert RoundReading.objects.get(assignment=two.mine).state == "changing"


def test_two_who_take_each_others_label_do_not_swap_them(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P", seen="P")
    with pytest.raises(ChangedMeanwhile, match="has changed this link since"):
        change_link(**two.step(two.theirs), cell=(0, 0), label="S", seen="S")
    with pytest.raises(ChangedMeanwhile):
        keep_link(**two.step(two.theirs), cell=(0, 0), seen="S")
    assert [read_links(each).links[0, 0] for each in (two.mine, two.theirs)] == ["P", "P"]
    # What they decide by the label of now is taken.
    change_link(**two.step(two.theirs), cell=(0, 0), label="S", seen="P")


def test_a_step_whose_answer_was_lost_is_repeated_whatever_the_other_did_since(two: Two) -> None:
    two.open()
    step = {**two.step(two.mine), "cell": (0, 0), "label": "P", "seen": "P"}
    change_link(**step)
    change_link(**two.step(two.theirs), cell=(0, 0), label=None)
    change_link(**step)
    assert read_links(two.mine).links[0, 0] == "P"


def test_a_pair_that_changed_since_is_not_finished(two: Two) -> None:
    two.open()
    shown = str(two.view(two.a)["seen"])
    change_link(**two.step(two.theirs), cell=(0, 0), label="S")
    with pytest.raises(ChangedMeanwhile, match="Look at it, then finish"):
        keep_reading(**two.step(two.mine), seen=shown)
    shown = str(two.view(two.a)["seen"])
    # That the other has finished, or said something, changes nothing that was decided by.
    keep_reading(**two.step(two.theirs))
    post_round_comment(**{k: v for k, v in two.step(two.theirs).items() if k != "version"}, text="Done.")
    keep_reading(**two.step(two.mine), seen=shown)
