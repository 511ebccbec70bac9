"""The words on which keys act stay between the source and the dock, however long the segment and small the window."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import open_marking
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.browser

ENGLISH = "The committee of experienced translators put off its long promised and important decision once more"
ITALIAN = "Il comitato di traduttori esperti ha rinviato ancora la sua importante decisione da tempo promessa"
WINDOWS = ((1280, 860), (820, 1180), (390, 844))

# Where the chosen words are not seen: under the source, under the dock, or scrolled out of the source.
HIDDEN = """(forward) => {
    const source = document.getElementById("source").getBoundingClientRect();
    const pieces = [...document.querySelectorAll(".is-chosen")];
    const box = pieces.flatMap((piece) => [...piece.getClientRects()]).at(forward ? -1 : 0);
    const isInSource = Boolean(pieces[0].closest("#source"));
    const first = isInSource ? source.top : Math.max(0, source.bottom);
    const last = isInSource ? source.bottom : document.getElementById("dock").getBoundingClientRect().top;
    const isSeen = box.top >= first - 1 && box.bottom <= last + 1;
    return isSeen ? [] : [`${pieces[0].textContent}: ${box.top}-${box.bottom} in ${first}-${last}`];
}"""


def walk(page: Page, key: str, times: int, *, is_forward: bool) -> list[str]:
    """Press a key; return what was hidden after any press."""
    faults = []
    for _ in range(times):
        page.keyboard.press(key)
        faults += page.evaluate(HIDDEN, is_forward)
    return faults


@pytest.mark.parametrize("words", [60, 300])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_words_that_keys_act_on_are_never_hidden(
    open_window: OpenWindow, transactional_db: None, width: int, height: int, words: int
) -> None:
    source, output = (" ".join((text.split() * 30)[:words]) for text in (ENGLISH, ITALIAN))
    table = f"source\tspans\tone\tother\n{source}\t\t{output}\t{output} oggi\n"
    project = make_evaluation_project()
    test_set = make_test_set(project, table, {name: name for name in ("source", "spans")}, ["one", "other"])
    judge = make_member(make_round(project, test_set, method="mqm", scope="segment").project)
    page = open_window(judge.user, width=width).page
    page.set_viewport_size({"width": width, "height": height})
    open_marking(page, lease_judgement(judge))
    page.locator(".markable.output").first.focus()
    assert walk(page, "ArrowRight", words - 1, is_forward=True) == []
    assert walk(page, "ArrowDown", 1, is_forward=False) == []
    expect(page.locator(".markable.output").last).to_be_focused()
    assert walk(page, "Shift+ArrowRight", words, is_forward=True) == []
    assert walk(page, "ArrowUp", 1, is_forward=False) == []
    page.locator("#source").focus()
    assert walk(page, "ArrowRight", words - 1, is_forward=True) == []
    assert walk(page, "ArrowLeft", words // 2, is_forward=False) == []
