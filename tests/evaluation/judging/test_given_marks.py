"""Given marks: fitted to a scheme, and what judges made of them."""

from random import Random

import pytest

from evaluation.judging.attention import plan_attention
from evaluation.judging.given_marks import (
    Changes,
    JudgedMarks,
    choose_marks,
    count_changes,
    fit_mark,
    give_marks,
    normalise_place,
    report_given_marks,
)
from evaluation.judging.planning import Output, PlannedTask
from evaluation.metrics.error_spans.schemes import ESA, EXPRESSION, MQM, ErrorSpan


def mark(start: int, end: int, severity: str = "minor", category: str = "Error", side: str = "target") -> ErrorSpan:
    return ErrorSpan(side, start, end, category, severity)


def plan(number: int, *texts: str) -> PlannedTask:
    outputs = tuple(Output(text, (index,)) for index, text in enumerate(texts))
    return PlannedTask(number, 0, "", f"Source {number}.", (), "", (), outputs)


@pytest.mark.parametrize(
    ("scheme", "given", "category"),
    [
        (ESA, mark(0, 4, category="Accuracy/Mistranslation"), "Error"),
        (ESA, mark(0, 4, category="Accuracy/Omission", side="source"), "Omission"),
        (MQM, mark(0, 4, category="fluency/grammar"), "Fluency/Grammar"),
        (MQM, mark(0, 4, category="Error"), "Other"),
        (MQM, mark(0, 4, category="Omission", side="source"), "Accuracy/Omission"),
        (EXPRESSION, mark(0, 4, category="Omission", side="source"), "Expression/Missing"),
    ],
)
def test_a_category_becomes_that_of_the_scheme(scheme: object, given: ErrorSpan, category: str) -> None:
    fitted = fit_mark(given, scheme)  # type: ignore[arg-type]
    assert fitted is not None and (fitted.category, fitted.side, fitted.start) == (category, given.side, 0)


def test_what_a_scheme_lacks_is_left_out_and_critical_is_major() -> None:
    assert fit_mark(mark(0, 4, "neutral"), ESA) is None
    assert fit_mark(mark(0, 4, category="Accuracy/Addition"), EXPRESSION) is None
    critical = fit_mark(mark(0, 4, "critical"), ESA)
    assert critical is not None and critical.severity == "major"


def test_impossible_places_and_doubles_are_left_out() -> None:
    given = [mark(0, 3), mark(0, 3, "major"), mark(2, 99), mark(3, 4), mark(0, 3, category="Omission", side="source")]
    chosen = choose_marks(given, scheme=ESA, source="The end.", text="Una fine.", within=[[4, 7]])
    assert chosen == (mark(0, 3),)


@pytest.mark.parametrize(
    ("start", "end", "words"), [(0, 3, "Una"), (5, 10, "bella"), (3, 10, " bella"), (12, 16, "fine")]
)
def test_places_follow_the_text_with_single_spaces(start: int, end: int, words: str) -> None:
    text = "Una  bella  fine "
    moved = normalise_place(mark(start, end), text)
    assert "Una bella fine"[moved.start : moved.end].strip() == words.strip()


@pytest.mark.parametrize(
    ("final", "changes"),
    [
        ([mark(0, 4), mark(6, 9)], Changes(kept=2)),
        ([mark(0, 4, "major"), mark(6, 9)], Changes(kept=1, changed=1)),
        ([mark(2, 4), mark(6, 9), mark(20, 24)], Changes(kept=1, changed=1, added=1)),
        ([mark(6, 9)], Changes(kept=1, deleted=1)),
        # One mark over both answers to the one that it shares more with.
        ([mark(0, 9)], Changes(changed=1, deleted=1)),
        ([mark(0, 4, side="source"), mark(6, 9)], Changes(kept=1, deleted=1, added=1)),
        ([], Changes(deleted=2)),
    ],
)
def test_marks_are_kept_changed_deleted_or_added(final: list[ErrorSpan], changes: Changes) -> None:
    assert count_changes([mark(0, 4), mark(6, 9)], final) == changes


def test_control_items_withhold_the_marks_of_a_share_and_texts_without_entry_are_given_none() -> None:
    tasks = [plan(number, f"Frase {number}.", "Altra.") for number in range(40)]
    known = {(number, 0, f"Frase {number}."): (mark(0, 5),) for number in range(20)}
    given = give_marks(tasks, known, scheme=ESA, limits_source=False, control_share=25, generator=Random(1))
    stored = [task.outputs[0].to_json() for task in given]
    assert sum("withheld" in output for output in stored) == 5 and sum("given" in output for output in stored) == 15
    assert not any({"given", "withheld"} & output.to_json().keys() for task in given for output in task.outputs[1:])
    assert stored[39] == tasks[39].outputs[0].to_json()


def test_a_degraded_copy_keeps_the_marks_beside_its_stretch() -> None:
    texts = [" ".join(f"{letter}{number}" for letter in "abcdefghijkl") for number in range(10, 30)]
    known = {(number, 0, text): (mark(0, 3), mark(44, 47)) for number, text in enumerate(texts)}
    tasks = [plan(number, text) for number, text in enumerate(texts)]
    tasks = give_marks(tasks, known, scheme=ESA, limits_source=False, control_share=0, generator=Random(1))
    copies = plan_attention(tasks, method="esa", share=100, language="it", generator=Random(3), needs_place=False)
    for copy in copies:
        [output] = copy.outputs
        assert output.given and {output.text[each.start : each.end][0] for each in output.given} <= {"a", "l"}


def test_a_report_counts_all_and_each_and_compares_with_control_items() -> None:
    shown = [
        JudgedMarks("A", "1", False, 20, [((mark(0, 4),), (mark(0, 4),))]),
        JudgedMarks("A", "2", False, 30, [((mark(0, 4),), (mark(0, 4), mark(6, 8)))]),
        JudgedMarks("B", "1", False, 40, [((mark(0, 4),), ())]),
    ]
    controls = [
        JudgedMarks("A", "3", True, 60, [((mark(0, 4),), (mark(8, 12),))]),
        JudgedMarks("B", "4", True, 80, [((mark(0, 4),), (mark(0, 4),))]),
    ]
    report = report_given_marks([*shown, *controls], resamples=200, seed=1)
    assert report is not None
    everyone, first, second = report.annotators
    assert (everyone.given, everyone.kept, everyone.deleted, everyone.added) == (3, 2 / 3, 1 / 3, 1)
    assert (first.annotator, first.kept, first.added_share) == ("A", 1.0, 1 / 3)
    assert (second.given, second.deleted, second.added_share) == (1, 1.0, None)
    assert (report.shown.seconds, report.controls.seconds) == (30, 70)
    # 8 of 12 given characters and of 10 marked ones; 4 of 8 and of 8.
    f1 = 2 * (8 / 10) * (8 / 12) / (8 / 10 + 8 / 12)
    assert report.shown.f1 == pytest.approx(f1) and report.controls.f1 == pytest.approx(0.5)
    assert report.anchoring == pytest.approx(f1 - 0.5)
    assert report.interval is not None and report.interval[0] < report.anchoring < report.interval[1]


def test_without_control_items_nothing_is_said_about_influence() -> None:
    report = report_given_marks([JudgedMarks("A", "1", False, 9, [((), ())])], resamples=100, seed=1)
    assert report is not None and report.anchoring is None and report.interval is None
    assert report.controls.seconds is None and report_given_marks([], resamples=100, seed=1) is None
