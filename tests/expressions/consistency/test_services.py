"""Correcting occurrences of the gold standard, undoing it, and the lexicon."""

import json
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest

from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.releases.verification import verify_release
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from expressions.consistency.gold import list_corrections
from expressions.consistency.models import ConsistencyChange
from expressions.consistency.parseme import read_notes
from expressions.consistency.queries.items import find_item, list_items
from expressions.consistency.queries.notes import find_corrections, write_project_notes
from expressions.consistency.services import correct_expressions, undo_change
from expressions.lexicon.cases import Case
from expressions.lexicon.models import SolvedCase
from expressions.lexicon.services import decide_cases, remove_case
from expressions.marks.models import Mark as StoredMark
from tests.alignment.releasing import change as change_file
from tests.alignment.releasing import save_release
from tests.expressions.making import DAY, DOUBT, RAIN, import_files, make_empty_project, make_release, write_cupt

pytestmark = pytest.mark.django_db
TEXT = (RAIN, RAIN, RAIN, DOUBT, DAY)
READING = [[([1, 2, 4], "VID")], [([1, 2, 4], "LVC.full")], [], [([1, 4, 5], "VID")], []]
LEMMAS = ("cat", "dog", "rain")
RAINED = (1, 2, 4)


@pytest.fixture
def project() -> Project:
    """Make a project that one annotator has read: the same expression as two categories, and once skipped."""
    project = make_empty_project(annotators_per_item=1)
    import_files(project, write_cupt(TEXT, READING), use="readings")
    project.refresh_from_db()
    return project


def correct(project: Project, *seen: tuple[int, tuple[int, ...], str], to: str, words: tuple[int, ...] = ()):  # type: ignore[no-untyped-def]
    return correct_expressions(
        user=project.created_by,
        project=project,
        corrections=list_corrections(seen, to, words),
        operation_id=uuid4(),
    )


def occurrences(project: Project) -> list[tuple[int, tuple[int, ...], str]]:
    checked, _texts = find_item(project, LEMMAS)
    return [(each.passage, each.words, each.category) for each in checked.item.occurrences] if checked else []


def test_the_worst_item_comes_first_and_is_corrected_at_once(project: Project) -> None:
    assert [each.item.lemmas for each in list_items(project)] == [LEMMAS, ("account", "into", "take")]
    assert occurrences(project) == [(1, RAINED, "VID"), (2, RAINED, "LVC.full"), (3, RAINED, "")]
    change = correct(project, (2, RAINED, "LVC.full"), (3, RAINED, ""), to="VID")
    assert [category for _, _, category in occurrences(project)] == ["VID"] * 3
    assert change.corrections.count() == 2
    # Nobody's reading is another one.
    assert set(StoredMark.objects.values_list("category", flat=True)) == {"VID", "LVC.full"}
    assert Operation.objects.filter(project=project, kind="correct_expressions", item=None).count() == 1
    assert undo_change(user=project.created_by, project=project, change=change, operation_id=uuid4()) == 2
    assert [category for _, _, category in occurrences(project)] == ["VID", "LVC.full", ""]
    assert undo_change(user=project.created_by, project=project, change=change, operation_id=uuid4()) == 0


def test_an_occurrence_gets_other_words_or_is_none(project: Project) -> None:
    correct(project, (2, RAINED, "LVC.full"), to="VID", words=(1, 2, 3, 4))
    assert occurrences(project) == [(1, RAINED, "VID"), (2, RAINED, ""), (3, RAINED, "")]
    correct(project, (3, RAINED, ""), to="NotMWE")
    assert occurrences(project)[2] == (3, RAINED, "NotMWE")


def test_what_changed_since_is_not_overwritten(project: Project) -> None:
    correct(project, (2, RAINED, "LVC.full"), to="VID")
    with pytest.raises(StaleVersion, match="Passage 2 has changed"):
        correct(project, (1, RAINED, "VID"), (2, RAINED, "LVC.full"), to="IRV")
    assert [category for _, _, category in occurrences(project)] == ["VID", "VID", ""]


@pytest.mark.parametrize(
    ("seen", "to", "words", "said"),
    [
        ([(1, RAINED, "VID")], "VID", (), "There is nothing to change"),
        ([(1, RAINED, "VID")], "LVC", (), "“LVC” is no category"),
        ([(9, RAINED, "")], "VID", (), "There is no passage 9"),
        ([(3, (1, 9), "")], "VID", (), "The passage has the words 1 to 6"),
        ([(3, RAINED, ""), (3, RAINED, "")], "VID", (), "named twice"),
    ],
)
def test_what_cannot_be_is_refused(project: Project, seen: list, to: str, words: tuple, said: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(DomainError, match=said):
        correct(project, *seen, to=to, words=words)
    assert not ConsistencyChange.objects.exists()


def test_an_earlier_change_is_undone_after_the_later_one(project: Project) -> None:
    first = correct(project, (2, RAINED, "LVC.full"), to="VID")
    second = correct(project, (2, RAINED, "VID"), to="IRV")
    with pytest.raises(NotEditable, match="Undo it first"):
        undo_change(user=project.created_by, project=project, change=first, operation_id=uuid4())
    for each in (second, first):
        undo_change(user=project.created_by, project=project, change=each, operation_id=uuid4())
    assert occurrences(project)[1] == (2, RAINED, "LVC.full")


def test_the_same_operation_is_applied_once(project: Project) -> None:
    corrections, operation = list_corrections([(2, RAINED, "LVC.full")], "VID"), uuid4()
    keys = {
        correct_expressions(
            user=project.created_by, project=project, corrections=corrections, operation_id=operation
        ).pk
        for _ in range(2)
    }
    assert keys == {ConsistencyChange.objects.get().pk}


def test_a_passage_on_which_annotators_differ_has_no_gold_to_correct() -> None:
    project = make_empty_project()
    import_files(project, write_cupt(TEXT, READING), write_cupt(TEXT, [[], *READING[1:]]), use="readings")
    project.refresh_from_db()
    assert [passage for passage, _, _ in occurrences(project)] == [2, 3]
    with pytest.raises(NotEditable, match="Passage 1 has no gold standard"):
        correct(project, (1, RAINED, "VID"), to="IRV")


def test_a_decided_item_is_solved_once_all_occurrences_follow(project: Project) -> None:
    def checked():  # type: ignore[no-untyped-def]
        return next(each for each in list_items(project) if each.item.lemmas == LEMMAS)

    cases = [Case(LEMMAS, "VID", "always")]
    assert decide_cases(user=project.created_by, project=project, cases=cases, operation_id=uuid4()) == 1
    assert (checked().is_solved, checked().is_in("open"), checked().is_in("solved")) == (False, True, False)
    correct(project, (2, RAINED, "LVC.full"), (3, RAINED, ""), to="VID")
    assert (checked().is_solved, checked().is_in("open"), checked().is_in("solved")) == (True, False, True)
    assert remove_case(user=project.created_by, project=project, lemmas=LEMMAS, operation_id=uuid4())
    assert not SolvedCase.objects.exists()


def test_parsemes_notes_carry_corrections_to_another_project(project: Project) -> None:
    correct(project, (2, RAINED, "LVC.full"), (3, RAINED, ""), to="VID")
    correct(project, (4, (1, 4, 5), "VID"), to="LVC.full", words=(1, 3, 4, 5))
    notes = json.loads(write_project_notes(project))
    assert notes["DECISIONS"]["MWE_KEY=[[1, 3, [1, 2, 4]]]"] == {
        "type": "RE-ANNOT",
        "source_categ": "Skipped",
        "source_mwe": ["rained", "cats", "dogs"],
        "target_categ": "VID",
    }
    assert notes["DECISIONS"]["MWE_KEY=[[1, 4, [1, 4, 5]]]"]["target_mwe"] == ["took", "doubt", "into", "account"]
    other = make_empty_project(annotators_per_item=1)
    import_files(other, write_cupt(TEXT, READING), use="readings")
    other.refresh_from_db()
    corrections, faults = find_corrections(other, read_notes(json.dumps(notes), "notes"))
    assert (len(corrections), faults) == (4, [])
    correct_expressions(user=other.created_by, project=other, corrections=corrections, operation_id=uuid4())
    assert [category for _, _, category in occurrences(other)] == ["VID"] * 3
    _, faults = find_corrections(other, read_notes(json.dumps(notes), "notes"))
    assert faults[0] == "Sentence 2, rained cats dogs: the gold standard has VID there, the note LVC.full."


@pytest.mark.django_db(transaction=True)
def test_a_release_has_corrections_and_solved_cases_and_verifies_them(
    project: Project, files_folder: object, tmp_path: Path
) -> None:
    correct(project, (2, RAINED, "LVC.full"), to="VID")
    correct(project, (4, (1, 4, 5), "VID"), to="NotMWE")
    cases = [Case(LEMMAS, "VID", "a\ttab"), Case(("call", "day"), "")]
    decide_cases(user=project.created_by, project=project, cases=cases, operation_id=uuid4())
    path = save_release(make_release(project), tmp_path)
    with zipfile.ZipFile(path) as archive:
        gold, none, solved = (
            archive.read(f"{path.stem}/{name}").decode()
            for name in ("gold.cupt", "not-expressions.jsonl", "solved-cases.tsv")
        )
    assert (gold.count("1:VID"), gold.count("LVC")) == (2, 0)
    assert json.loads(none)["corrected"]
    assert solved.splitlines() == ["lemmas\tcategory\tnote", "call day\t\t", "cat dog rain\tVID\ta tab"]
    report = verify_release(path)
    assert report["differences"] == []
    assert report["consistency"] == {
        "several_categories": 0,
        "with_skipped": 1,
        "skipped_occurrences": 1,
        "found_none": 0,
        "corrections": 2,
        "solved_cases": 2,
    }
    spoilt = change_file(path, "passages.jsonl", lambda text: text.replace('"after":"VID"', '"after":"IRV"', 1))
    assert any("consistency.several_categories" in line for line in verify_release(spoilt)["differences"])
