"""Five people mark real sentences in the browser; what the report says of it is computed again by hand."""

import re
from collections import Counter
from itertools import combinations, permutations

import pytest
from playwright.sync_api import Page, expect

from evaluation.correlation.queries.human_scores import find_judging_round_report
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import COLUMNS, press
from tests.browser.windows import expect_away
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.shared_data import shared

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def read_sentences(count: int) -> list[tuple[str, str, str]]:
    """Return real sentences with the spans of their idiom and their translation, short enough to be marked quickly."""
    folder = shared("data/evaluation/idioms-enfr")
    files = (folder / name for name in ("sents.en", "sents.spans.en", "sents.fr"))
    rows = zip(*(path.read_text(encoding="utf-8").splitlines() for path in files), strict=False)
    found = [(source, spans, text) for source, spans, text in rows if spans and 8 <= len(text.split()) <= 14]
    return found[:count]


def mark_everything(page: Page, person: int) -> None:
    """Judge every item by keys, each person somewhat differently."""
    while "/judge/" in page.url:
        expect(page.locator("html[data-judging=ready]")).to_be_attached()
        for output in range(page.locator("fieldset.question").count()):
            press(page, *["ArrowRight"] * (1 + person % 2), *["Shift+ArrowRight"] * (person % 3))
            press(page, "1" if (person + output) % 3 else "2", "Enter")
            page.keyboard.type(str(60 + 7 * person - 10 * output))
            if output:
                break
            press(page, "Enter")
        address = page.url
        press(page, "Enter")
        expect_away(page, address)


def test_five_people_mark_real_sentences_and_the_report_is_recomputed(
    open_window: OpenWindow, transactional_db: None
) -> None:
    rows = read_sentences(3)
    table = "source\tspans\tlabel\tfull\tcut\n" + "".join(
        f"{source}\t{spans.split(chr(9))[1]}\t{spans.split(chr(9))[0]}\t{text}\t{' '.join(text.split()[:-2])}\n"
        for source, spans, text in rows
    )
    project = make_evaluation_project(target_language="fr")
    opened = make_round(
        project, make_test_set(project, table, COLUMNS, ["full", "cut"]), method="esa", required_count=5
    )
    for person in range(5):
        judge = make_member(project)
        page = open_window(judge.user).page
        page.goto(f"/evaluation/judge/{lease_judgement(judge).pk}/")
        mark_everything(page, person)
    assert opened.tasks.filter(item__submitted_count=5).count() == 3

    window = open_window(project.created_by)
    address = f"/evaluation/{project.slug}/judging-rounds/{opened.number}/"
    spans, answers = (
        window.context.request.get(f"{window.address}{address}{name}").text()
        for name in ("error-spans.tsv", "answers.csv")
    )
    page = window.page
    page.goto(address)
    expect(page.get_by_role("row", name=re.compile("^All pairs"))).to_be_visible()

    marked = read_marks(spans)
    report = find_judging_round_report(opened)
    counts = Counter((system, severity) for (system, *_), found in marked.items() for *_, severity in found)
    assert {(row.system, row.severity): row.count for row in report.errors} == counts
    assert sum(counts.values()) == 30, "five people marked one stretch of each of six translations"
    overall = report.overlaps[0]
    micro, macro = agree_by_hand(marked)
    assert overall.micro == pytest.approx(micro)
    assert overall.macro == pytest.approx(macro)
    assert 0 < micro < 1
    assert overall.translations == 60
    scores = [line.split(",") for line in answers.splitlines()[1:]]
    for row in report.systems:
        own = [float(score) for _, system, _, score, _ in scores if system == row.system]
        assert row.mean == pytest.approx(sum(own) / len(own))
    alpha = next(row.alpha.value for row in report.alphas if row.level == "interval")
    assert alpha == pytest.approx(alpha_by_hand([((seg, system), float(score)) for seg, system, _, score, _ in scores]))


Place = tuple[str, str, str]  # system, segment, rater


def read_marks(table: str) -> dict[Place, list[tuple[int, int, str]]]:
    """Return the marked stretches of the target, read from the table without the code that wrote it."""
    found: dict[Place, list[tuple[int, int, str]]] = {}
    for line in table.splitlines()[1:]:
        system, _, _, segment, rater, _, target, _, severity = line.split("\t")
        start = target.index("<v>")
        found.setdefault((system, segment, rater), []).append((start, target.index("</v>") - 3, severity))
    return found


def agree_by_hand(marked: dict[Place, list[tuple[int, int, str]]]) -> tuple[float, float]:
    """Return micro- and macro-averaged character F1 of single, flat marks, counted on sets of characters."""
    units = {place[:2] for place in marked}
    sums, each = [0.0, 0, 0], []
    for unit in units:
        raters = [place for place in marked if place[:2] == unit]
        for one, other in combinations(raters, 2):
            (start, end, severity), (low, high, theirs) = marked[one][0], marked[other][0]
            shared_characters = len(set(range(start, end)) & set(range(low, high)))
            matched = shared_characters * (1 if severity == theirs else 0.5)
            sums = [sums[0] + matched, sums[1] + end - start, sums[2] + high - low]
            each.append(2 * matched / (end - start + high - low))
    return 2 * sums[0] / (sums[1] + sums[2]), sum(each) / len(each)


def alpha_by_hand(rated: list[tuple[tuple[str, str], float]]) -> float:
    """Return Krippendorff's alpha at the interval level, from squared differences of all pairs."""
    units: dict[tuple[str, str], list[float]] = {}
    for unit, value in rated:
        units.setdefault(unit, []).append(value)
    values = [value for _, value in rated]
    observed = sum(
        (one - other) ** 2 / (len(found) - 1) for found in units.values() for one, other in permutations(found, 2)
    )
    expected = sum((one - other) ** 2 for one, other in permutations(values, 2)) / (len(values) - 1)
    return 1 - observed / expected
