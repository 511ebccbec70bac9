"""R24: thirty people of a marketplace take part in a study with lists, each in a browser of their own.

Three fail the test, three give the same answer throughout, two go on with another device, one loses the connection and
closes the tab with answers in it, and five come when nothing is left. One comes back after a month to the tab that they
left open, one with parameters missing, then doubled, one works in two tabs, one presses Back on every page, one's clock
is two hours off, and one's pages change their language half-way. Each ends on the right return address, every answer is
kept, and those who finished can be paid from the table.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain, repeat
from urllib.parse import urlsplit

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leases import return_abandoned
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.lists.queries import read_lists
from idiomaticity.page_texts.services import choose_page_language
from idiomaticity.ratings.models import Rating
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.annotator_quality import USUAL
from idiomaticity.screening.queries.annotator_quality import read_annotator_qualities
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.browser.chromium import SECONDS, running_chromium
from tests.browser.windows import expect_at, expect_away, expect_saved
from tests.idiomaticity.making import make_rating_project
from tests.scripts.clients import sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage

RETURNS = "https://study.example/"
KNOWN = {"fish": "tutorial", "gas": "qualification", "rain": "attention"}
# Two lists: one sentence of each of these in both.
WORDS = ("oil", "water", "septic", "think", "drunk")
SENTENCES = 2
PAYMENT, CURRENCY = 2, "EUR"
ENDS = {"failed": "OUT", "late": "FULL"}
DETOURS = ("away", "parameters", "tabs", "back", "clock", "language")
PHONE, DESK = 390, 1280


@dataclass
class Participant:
    """Somebody with the fate that the script has for them, and what they saw and said."""

    number: int
    fate: str
    said: dict[str, tuple[int, ...]] = field(default_factory=dict)
    end: str = ""

    @property
    def query(self) -> str:
        return f"?PROLIFIC_PID=p{self.number}&SESSION_ID=s{self.number}&STUDY_ID=compounds"

    @property
    def width(self) -> int:
        return PHONE if self.number % 2 else DESK

    def judge(self, sentence: str) -> tuple[int, ...]:
        """Return the scores for a sentence: what is known to be right, or an opinion."""
        if any(f" {word} tank" in sentence for word in KNOWN):
            return (3, 3, 0 if self.fate == "failed" else 5)
        if self.fate == "same":
            return (5, 5, 5)
        place = next(place for place, word in enumerate(WORDS) if f" {word} tank" in sentence)
        return (place, 4 - place, (place + self.number % 2) % 5)


@script(small={"careful": 1, "same": 1, "movers": 1, "failed": 1, "late": 1})
def rate_together(
    stage: Stage, careful: int = 10, same: int = 3, movers: int = 2, failed: int = 3, late: int = 5
) -> Report:
    """Let them come one after another, those who are too late last."""
    detours = dict.fromkeys(DETOURS, 1)
    fates = {"failed": failed, "same": same, "moves": movers, "closes": 1, **detours, "careful": careful, "late": late}
    named = chain.from_iterable(repeat(fate, count) for fate, count in fates.items())
    people = [Participant(number, fate) for number, fate in enumerate(named)]
    finish = [each for each in people if each.fate not in ENDS]
    project = _make_study(required=len(finish) // SENTENCES)
    link = stage.need_site() + reverse("idiomaticity:crowd_link", args=[project.crowd_call.key])
    with running_chromium() as chromium:
        for each in people:
            _take_part(chromium.browser, link, each)
        table = _download_table(chromium.browser, stage, project)
    return _compare(project, people, finish, table)


def _make_study(required: int) -> Project:
    """Make two lists of five sentences, one item for the tutorial, one for the test and one for attention."""
    rows = [f"{word} tank\tHere is a {word} tank.\n" for word in KNOWN]
    rows += [f"{word} tank\tHere is a {word} tank, number {n}.\n" for word in WORDS for n in range(1, SENTENCES + 1)]
    # Until it is committed, no worker of a script played before sees the import, which is done here.
    with transaction.atomic():
        project = make_rating_project(text="compound\tsentence\n" + "".join(rows), annotators_per_item=required)
    known = {"user": project.created_by, "project": project}
    for word, use in KNOWN.items():
        add_known_rating(**known, item=f"{word} tank-1", use=use, expected={"whole": (4, 5)})  # type: ignore[arg-type]
    set_screening(**known, attention_share=20, pass_mark=100)  # type: ignore[arg-type]
    set_up_crowd(
        **known,  # type: ignore[arg-type]
        consent="You may stop at any time.",
        limit_each=len(WORDS),
        most_people=100,
        lists="apart",
        worker_parameter="PROLIFIC_PID",
        session_parameter="SESSION_ID",
        other_parameters=["STUDY_ID"],
        forget_on=timezone.localdate() + timedelta(days=30),
        completed_url=RETURNS + "?cc=DONE&code={code}",
        screened_out_url=RETURNS + "?cc=OUT",
        full_url=RETURNS + "?cc=FULL&id={PROLIFIC_PID}",
        payment=PAYMENT,
        currency=CURRENCY,
    )
    open_crowd(**known, is_open=True)  # type: ignore[arg-type]
    return project


def _take_part(browser: Browser, link: str, person: Participant) -> None:
    context = _open_device(browser, person)
    page = context.new_page()
    if person.fate == "clock":
        page.clock.install(time=datetime.now(UTC) + timedelta(hours=2))
    if person.fate == "parameters":
        _come_with_wrong_parameters(page, link, person)
    page.goto(link + person.query)
    if person.fate != "late":
        page.get_by_label("I have read this").check()
        _press(page, "Take part")
        _press(page, "Start")
        _rate(page, person)
        _press(page, "Continue")
    if person.fate == "moves":
        context.close()
        context = _open_device(browser, person)
        page = context.new_page()
        page.goto(link + person.query)
        _press(page, "Continue")
        _press(page, "Continue")
    if person.fate == "closes":
        _rate(page, person)
        _lose_line_and_close(context, page, person)
        page = context.new_page()
        page.goto(link + person.query)
        _press(page, "Continue")
    if person.fate in ON_THE_WAY:
        _rate(page, person)
        ON_THE_WAY[person.fate](page, person, link)
    while "/rate/" in page.url:
        _rate(page, person)
    page.get_by_role("link", name="Return to where you found this study").click()
    expect_at(page, re.compile(re.escape(RETURNS)))
    person.end = page.url
    context.close()


def _come_with_wrong_parameters(page: Page, link: str, person: Participant) -> None:
    """Open the link as marketplaces, programs of mail and people break it; none of these begins anything."""
    for query, heading in (
        ("", "The link is incomplete"),
        (f"?PROLIFIC_PID=p{person.number}", "The link is incomplete"),
        ("?PROLIFIC_PID=&SESSION_ID=&STUDY_ID=", "The link is incomplete"),
        (f"{person.query}&PROLIFIC_PID=p{person.number + 1000}", "The link names two participants"),
    ):
        page.goto(link + query)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    # Twice the same is one participant's.
    page.goto(f"{link}{person.query}&{person.query[1:]}")
    expect(page.get_by_role("button", name="Take part")).to_be_visible()


def _stay_away(page: Page, person: Participant, link: str) -> None:
    """Leave a half-rated sentence open for a month, in which everything reserved for them lapses; then submit it."""
    month_ago = timezone.now() - timedelta(days=31)
    worker = CrowdWorker.objects.latest("pk")
    mine = Assignment.objects.filter(annotator=worker.membership_id)
    mine.in_progress().update(lease_expires_at=month_ago)
    CrowdWorker.objects.filter(pk=worker.pk).update(reserved_until=month_ago, consented_at=month_ago)
    return_abandoned(worker.membership.project)
    scores = person.judge(_read_sentence(page))
    for scale, score in zip(SCALES, scores, strict=True):
        _choose(page, scale, score)
    page.get_by_role("button", name="Submit and next").click()
    page.goto(link + person.query)
    expect(page.get_by_text("Welcome back.")).to_be_visible()
    _press(page, "Continue")


def _work_in_two_tabs(page: Page, person: Participant, link: str) -> None:
    """Open the same sentence twice, submit it in one tab, and send other scores from the other."""
    other = page.context.new_page()
    other.goto(page.url)
    sentence = _read_sentence(other)
    expect(other.locator("html[data-rating=ready]")).to_be_attached()
    for scale in SCALES:
        _choose(other, scale, 1)
    # A score that arrives after the reload would be newer than what the first tab shows, and rightly stop it.
    expect_saved(other)
    page.reload()
    _rate(page, person)
    other.get_by_role("button", name="Submit and next").click()
    expect(other.get_by_text("This one is submitted.")).to_be_visible()
    assert sentence in person.said
    other.close()


def _go_back_everywhere(page: Page, person: Participant, link: str) -> None:
    """Press Back after each sentence, look at what was submitted, and go on from there."""
    while "/rate/" in page.url:
        _rate(page, person)
        if "/rate/" not in page.url:
            break
        following = page.url
        page.go_back()
        expect(page.locator(".context")).to_be_visible()
        page.go_forward()
        expect_at(page, re.compile(re.escape(following)))
    page.go_back()
    page.go_forward()


def _change_language(page: Page, person: Participant, link: str) -> None:
    """Let the manager choose another language of the pages while the person is at work, and take it back."""
    project = CrowdCall.objects.get(key=link.rstrip("/").rpartition("/")[2]).project
    for language, button in (("it", "Invia e continua"), ("", "Submit and next")):
        with transaction.atomic():
            choose_page_language(user=project.created_by, project=project, language=language)
        scores = person.judge(sentence := _read_sentence(page))
        for scale, score in zip(SCALES, scores, strict=True):
            _choose(page, scale, score)
        person.said[sentence] = scores
        before = page.url
        page.locator("#submit").click()
        expect_away(page, before)
        expect(page.get_by_role("button", name=button)).to_be_visible()


ON_THE_WAY: Mapping[str, Callable[[Page, Participant, str], None]] = {
    "away": _stay_away,
    "tabs": _work_in_two_tabs,
    "back": _go_back_everywhere,
    "language": _change_language,
}


def _rate(page: Page, person: Participant) -> None:
    """Give the scores for the sentence shown; those of work are kept for the comparison."""
    sentence = _read_sentence(page)
    scores = person.judge(sentence)
    for scale, score in zip(SCALES, scores, strict=True):
        _choose(page, scale, score)
    person.said[sentence] = scores
    _press(page, "Submit and next")


def _press(page: Page, name: str) -> None:
    """Press a button and wait for the page that it leads to."""
    before = page.url
    page.get_by_role("button", name=name).click()
    expect_away(page, before)


def _lose_line_and_close(context: BrowserContext, page: Page, person: Participant) -> None:
    """Score a sentence without a connection, and close the tab; nothing was submitted."""
    expect(page.locator("html[data-rating=ready]")).to_be_attached()
    context.set_offline(True)
    for scale, score in zip(SCALES, person.judge(_read_sentence(page)), strict=True):
        _choose(page, scale, score)
    page.wait_for_function("() => Object.keys(localStorage).some(key => key.includes(':unsent:'))")
    # The browser gives a page that is closing its connection back: a retry due at that moment would arrive.
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    page.close()
    context.set_offline(False)


def _read_sentence(page: Page) -> str:
    return page.locator(".context").inner_text().strip()


def _choose(page: Page, scale: str, score: int) -> None:
    page.locator(f"label.score:has(input[name={scale}][value='{score}'])").click()


def _open_device(browser: Browser, person: Participant) -> BrowserContext:
    context = browser.new_context(viewport={"width": person.width, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(SECONDS * 1000)
    context.route(f"{RETURNS}**", lambda route: route.fulfill(body="Thank you."))
    return context


def _download_table(browser: Browser, stage: Stage, project: Project) -> list[dict[str, str]]:
    context = browser.new_context()
    address = stage.need_site()
    session = {"name": "sessionid", "value": sign_in(project.created_by), "url": address}
    context.add_cookies([session])  # type: ignore[list-item]
    answer = context.request.get(address + reverse("idiomaticity:crowd_people", args=[project.slug]))
    text = answer.text().lstrip("\ufeff")
    context.close()
    return list(csv.DictReader(text.splitlines()))


def _compare(
    project: Project, people: list[Participant], finish: list[Participant], table: list[dict[str, str]]
) -> Report:
    report = Report(f"R24  {len(people)} people of a marketplace, each in a browser of their own")
    codes = {row["PROLIFIC_PID"]: row["completion_code"] for row in table}
    wrong = [each for each in people if not _is_right_end(each, codes.get(f"p{each.number}", ""))]
    report.equal("on the right return address", len(people) - len(wrong), len(people))
    for each in wrong[:5]:
        report.note(f"person {each.number}, {each.fate}", each.end)
    stored = _read_answers(project)
    said = {
        (row["annotator"], sentence): scores
        for each in people
        for row in table
        if row["PROLIFIC_PID"] == f"p{each.number}"
        for sentence, scores in each.said.items()
        if ", number " in sentence
    }
    report.equal("ratings given", len(said), len(finish) * len(WORDS))
    report.equal("ratings not kept as they were given", len(said.items() ^ stored.items()), 0)
    paid = {row["PROLIFIC_PID"]: (float(row["payment"]), row["currency"]) for row in table if float(row["payment"])}
    report.equal("payable from the table", len(paid), len(finish))
    report.equal("others paid", len(paid.keys() - {f"p{each.number}" for each in finish}), 0)
    report.equal("different completion codes", len(set(codes.values()) - {""}), len(finish))
    report.equal("who passed their attention item", sum(row["checks_passed"] == "1" for row in table), len(finish))
    given = Counter(row["list"] for row in table if row["PROLIFIC_PID"] in paid)
    report.equal("participants of each list", sorted(given.values()), [len(finish) // SENTENCES] * SENTENCES)
    report.equal("ratings still needed", sum(row.left for row in read_lists(project)), 0)
    found = read_annotator_qualities(project, list(list_annotators(project)), USUAL)
    alike = [row for row in found if "run" in [flag.name for flag in row.flags]]
    report.equal("flagged for one answer throughout", len(alike), sum(each.fate == "same" for each in people))
    return report


def _is_right_end(person: Participant, code: str) -> bool:
    query = urlsplit(person.end).query
    if person.fate == "late":
        return query == f"cc=FULL&id=p{person.number}"
    return query == (f"cc=DONE&code={code}" if person.fate not in ENDS else "cc=OUT")


def _read_answers(project: Project) -> dict[tuple[str, str], tuple[int, ...]]:
    rows = Rating.objects.submitted(project).values_list(
        "assignment__annotator__pseudonym", "assignment__item__occurrence__sentence", *SCALES
    )
    return {(annotator, sentence): tuple(scores) for annotator, sentence, *scores in rows}


if __name__ == "__main__":
    rate_together.main()
