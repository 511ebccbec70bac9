"""Links drawn by dragging in sentences that wrap: by mouse and by touch, in every direction of writing."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.acts.annotating import Desk, Finger
from tests.browser.conftest import OpenWindow
from tests.browser.windows import find_violations
from tests.factories import lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser
ENGLISH = (
    "when the ferry was founded by two brothers who had never owned a boat , nobody on the island believed that "
    "it would still cross the narrow strait every single morning after one hundred long winters"
)
ITALIAN = (
    "quando il traghetto fu fondato da due fratelli che non avevano mai avuto una barca , nessuno sull’ isola credeva "
    "che avrebbe ancora attraversato lo stretto braccio di mare ogni mattina dopo cento lunghi inverni"
)
ARABIC = (
    "عندما أسس العبارة أخوان لم يملكا قط قاربا ، لم يصدق أحد في الجزيرة أنها ستظل تعبر المضيق الضيق كل صباح "
    "بعد مئة شتاء طويل من الرياح والأمواج العالية التي كانت تغلق المرفأ الصغير أياما كثيرة في كل عام"
)
HEBREW = (
    "כאשר המעבורת נוסדה על ידי שני אחים שמעולם לא הייתה להם סירה , איש באי לא האמין שהיא עדיין תחצה את המצר הצר בכל "
    "בוקר אחרי מאה חורפים ארוכים של רוחות וגלים גבוהים שסגרו את הנמל הקטן ימים רבים בכל שנה"
)
CHINESE = " ".join(
    "两个从来没有船的兄弟创办这条渡船的时候岛上没有人相信它在一百个漫长的冬天以后还会每天早晨穿过这条狭窄的海峡"
    "把孩子们送到对岸的学校再把邮件和面包带回来而且从来没有迟到过一次"
)
JAPANESE = " ".join(
    "船を持ったことのない二人の兄弟がこの渡し船を始めたとき島の人は誰も百年の長い冬のあとでもそれが毎朝"
    "この狭い海峡を渡り子どもたちを向こう岸の学校へ送り手紙とパンを持って帰るとは信じなかった"
)
PAIRS = {
    "en-it": (ENGLISH, ITALIAN),
    "en-ar": (ENGLISH, ARABIC),
    "he-en": (HEBREW, ENGLISH),
    "zh-ja": (CHINESE, JAPANESE),
}
Open = Callable[..., Desk]


@pytest.fixture
def open_pair(open_window: OpenWindow) -> Open:
    """Open a pair of long sentences in the editor."""

    def open_one(languages: str, **look: object) -> Desk:
        source, _, target = languages.partition("-")
        project = make_project(source_language=source, target_language=target)
        make_pair(project, *PAIRS[languages])
        annotator = make_member(project)
        return Desk(open_window(annotator.user, **look)).open(lease(annotator))

    return open_one


def lines_of(desk: Desk, side: str) -> list[list[int]]:
    """Return indices of the words on each line of a sentence, from top to bottom."""
    tops: list[float] = desk.page.locator(f"#{side}-words .word").evaluate_all(
        "(words) => words.map((word) => Math.round(word.getBoundingClientRect().top))"
    )
    lines: dict[float, list[int]] = {}
    for index, top in enumerate(tops):
        lines.setdefault(next((known for known in lines if abs(known - top) < 8), top), []).append(index)
    return list(lines.values())


def middle(word: Locator) -> tuple[float, float]:
    """Return the middle of a word on the screen."""
    box = word.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def held(desk: Desk) -> Locator:
    """Return the word that a finger holds."""
    return desk.page.locator(".word[data-aim]")


def begin(desk: Desk, word: Locator) -> Any:
    """Press on a word: by mouse, or by finger where the window has a touch screen."""
    if desk.page.evaluate("() => navigator.maxTouchPoints > 0"):
        finger = Finger(desk.page)
        finger.hold(*middle(word), held(desk))
        return finger
    desk.page.mouse.move(*middle(word))
    desk.page.mouse.down()
    return desk.page.mouse


def aimed(desk: Desk) -> list[tuple[str, int]]:
    """Return the words marked as those that letting go would link."""
    found: list[list[Any]] = desk.page.locator(".word[data-aim]").evaluate_all(
        "(words) => words.map((word) => [word.closest('[data-side]').dataset.side, Number(word.dataset.index)])"
    )
    return [(side, index) for side, index in found]


HANDS = pytest.mark.parametrize("has_touch", [False, True], ids=["mouse", "touch"])


@HANDS
@pytest.mark.parametrize("width", [1280, 820])
@pytest.mark.parametrize("languages", PAIRS)
def test_a_drag_over_all_lines_links_two_words(open_pair: Open, languages: str, width: int, *, has_touch: bool) -> None:
    desk = open_pair(languages, width=width, has_touch=has_touch)
    above, below = lines_of(desk, "source"), lines_of(desk, "target")
    assert {len(above), len(below)} <= {2, 3, 4}
    made = {}
    down = ("source", above[0][len(above[0]) // 2]), ("target", below[-1][0])
    up = ("target", below[-1][-1]), ("source", above[0][1])
    for first, last in (down, up):
        hand = begin(desk, desk.word(*first))
        hand.move(*middle(desk.word(*last)), steps=24)
        expect(desk.page.locator(".word[data-aim=S]")).to_have_count(2)
        assert set(aimed(desk)) == {first, last}
        expect(desk.page.locator("#ribbons .draft")).to_have_attribute("d", re.compile("^M.*C"))
        expect(desk.page.locator("#hint")).to_contain_text("Let go to link")
        hand.up()
        desk.expect_saved()
        cell = dict([first, last])
        made[cell["source"], cell["target"]] = "S"
        assert desk.stored()["links"] == made
        expect(desk.page.locator(".word[data-aim], .is-picked")).to_have_count(0)


@HANDS
@pytest.mark.parametrize("languages", PAIRS)
def test_a_drag_along_the_own_line_picks_a_phrase_until_it_moves_on(
    open_pair: Open, languages: str, *, has_touch: bool
) -> None:
    desk = open_pair(languages, has_touch=has_touch)
    picked = desk.page.locator("#source-words .is-picked")
    line = lines_of(desk, "source")[0]
    hand = begin(desk, desk.word("source", line[2]))
    hand.move(*middle(desk.word("source", line[5])), steps=8)
    expect(picked).to_have_count(4)
    hand.move(*middle(desk.word("source", line[3])), steps=8)
    expect(picked).to_have_count(2)
    hand.move(*middle(desk.word("target", 0)), steps=12)
    expect(picked).to_have_count(0)
    assert aimed(desk) == [("source", line[2]), ("target", 0)]
    hand.move(*middle(desk.word("source", line[4])), steps=12)
    expect(picked).to_have_count(3)
    assert aimed(desk) == []
    hand.up()
    expect(picked).to_have_count(3)
    # A second drag that begins in the phrase takes all of it along.
    hand = begin(desk, desk.word("source", line[3]))
    hand.move(*middle(desk.word("target", 1)), steps=12)
    assert aimed(desk) == [*(("source", index) for index in line[2:5]), ("target", 1)]
    hand.up()
    desk.expect_saved()
    assert desk.stored()["links"] == {(index, 1): "S" for index in line[2:5]}


def test_what_letting_go_would_do_is_shown_and_escape_gives_it_up(open_pair: Open) -> None:
    desk = open_pair("en-it")
    page, hint = desk.page, desk.page.locator("#hint")
    desk.drag_across(2, 2)
    desk.expect_saved()
    hand = begin(desk, desk.word("source", 2))
    hand.move(*middle(desk.word("target", 2)), steps=8)
    expect(hint).to_contain_text("Let go to unlink")
    expect(page.locator(".word[data-aim=none]")).to_have_count(2)
    page.keyboard.down("Alt")
    expect(hint).to_contain_text("Possible")
    expect(page.locator(".word[data-aim=P]")).to_have_count(2)
    assert not find_violations(page)
    page.emulate_media(color_scheme="dark")
    assert not find_violations(page)
    page.keyboard.up("Alt")
    expect(page.locator(".word[data-aim=none]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".word[data-aim]")).to_have_count(0)
    hand.move(*middle(desk.word("target", 3)), steps=4)
    hand.up()
    desk.expect_saved()
    assert desk.stored()["links"] == {(2, 2): "S"}
    expect(page.locator(".is-picked")).to_have_count(0)


def test_a_finger_taps_swipes_and_holds(open_pair: Open) -> None:
    desk = open_pair("en-it", width=820, has_touch=True)
    desk.page.set_viewport_size({"width": 820, "height": 560})
    finger = Finger(desk.page)
    scrolled = "() => Math.round(window.scrollY)"
    x, y = middle(desk.word("source", 3))
    # A swipe that begins on a word scrolls the sentence in its pane, or the page.
    finger.down(x, y)
    finger.move(x, y - 90, steps=12)
    desk.page.wait_for_timeout(200)
    finger.move(x, y - 90)  # at rest, so that the page does not glide on
    finger.up()
    pane = 'document.getElementById("source-words")'
    desk.page.wait_for_function(f"() => window.scrollY > 40 || {pane}.scrollTop > 10")
    assert desk.stored()["links"] == {}
    expect(desk.page.locator(".is-picked, .word[data-aim]")).to_have_count(0)
    desk.page.evaluate(f"() => {{ window.scrollTo(0, 0); {pane}.scrollTop = 0; }}")
    # A finger that rests holds the word, and the page stays where it is.
    x, y = middle(desk.word("source", 3))
    finger.hold(x, y, held(desk))
    expect(desk.word("source", 3)).to_have_attribute("data-aim", "S")
    finger.move(x, y + 40, steps=8)
    finger.move(x, y, steps=8)
    assert desk.page.evaluate(scrolled) == 0
    finger.up()
    desk.page.keyboard.press("Escape")
    # Letting go where it began picks the word, once.
    finger.hold(x, y, held(desk))
    finger.up()
    expect(desk.page.locator(".is-picked")).to_have_text("was")
    desk.page.keyboard.press("Escape")
    # Taps pick words, and the tools link them.
    desk.word("source", 1).tap()
    desk.word("source", 2).tap()
    desk.word("target", 1).tap()
    expect(desk.page.locator(".is-picked")).to_have_count(3)
    desk.page.locator('[data-action="possible"]').tap()
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 1): "P", (2, 1): "P"}
