"""A newcomer sets up a whole study with an Italian table, from the page of their projects to an open Prolific link."""

import re
from datetime import timedelta

import pytest
from django.urls import resolve
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.studies.queries.steps import list_steps
from tests.browser.conftest import OpenWindow
from tests.factories import make_user
from tests.shared_data import shared

pytestmark = pytest.mark.browser
MOST_CLICKS, MOST_PAGES = 45, 8
# Of our own: nothing of the table, whose compounds the study is about.
KNOWN = (
    "composto;frase;expected_whole;use\n"
    "acqua calda;Ho bisogno di acqua calda per il tè.;4-5;attention\n"
    "pesce rosso;Ho comprato un pesce rosso per la vasca.;3-5;attention\n"
)
CONSENT = "Si tratta di uno studio su espressioni italiane. Può interrompere in qualsiasi momento."


class Newcomer:
    """A person who clicks into every field, whatever the keyboard could do; remembers the pages that they saw."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.pages: set[str] = set()
        page.on("framenavigated", lambda frame: self._see() if frame == page.main_frame else None)

    def _see(self) -> None:
        path = re.sub(r"^https?://[^/]+", "", self.page.url).partition("?")[0].partition("#")[0]
        self.pages.add(resolve(path).view_name)

    def click(self, place: Locator) -> None:
        self.clicks += 1
        place.click()

    def fill(self, label: str, value: str) -> None:
        # Not “Ratings per participant” for “Participants”; what is optional says so in its label.
        field = self.page.get_by_label(re.compile(rf"^\s*{re.escape(label)}\s*(\(optional\))?\s*$"))
        expect(field).to_be_attached()  # the page may still be on its way
        if not field.is_visible():
            self.click(self.page.locator("details", has=field).locator("summary").first)
        self.click(field)
        field.fill(value)

    def choose(self, name: str | re.Pattern[str]) -> None:
        self.click(self.page.get_by_role("radio", name=name))

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))

    def follow(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=True).first)


def test_a_newcomer_reaches_an_open_prolific_link_in_few_clicks_and_pages(
    open_window: OpenWindow, worker: None
) -> None:
    table = shared("cases/60-study/compounds_excel_it.csv")
    page = open_window(make_user(can_create_projects=True)).page
    newcomer = Newcomer(page)
    page.goto("/")
    newcomer.click(page.get_by_role("link", name=re.compile("^Choose Compositionality")))
    newcomer.fill("Name", "Composti italiani")
    newcomer.fill("Language", "italiano")
    newcomer.click(page.get_by_text("Change defaults"))
    newcomer.choose(re.compile("^Both"))
    newcomer.fill("Ratings per item", "8")
    newcomer.press("Create project")
    page.locator("input[type=file]").set_input_files(table)
    newcomer.clicks += 2  # to choose the file, and in the window of the system
    newcomer.press("Preview import")
    newcomer.click(page.get_by_role("button", name=re.compile("^Import 30 compounds|^Import ")))
    expect(page.locator("main")).to_contain_text("30 compounds imported; 120 items to rate.")
    project = Project.objects.get(slug="composti-italiani")
    newcomer.follow("People")
    expect(page.get_by_role("heading", name="Study", level=1)).to_be_visible()
    expect(page.locator("main")).to_contain_text("30 compounds; 8 ratings for each item.")
    newcomer.click(page.get_by_text("Import items with known answers"))
    files = page.locator("input[type=file]")
    files.set_input_files({"name": "noti.csv", "mimeType": "text/csv", "buffer": KNOWN.encode()})
    newcomer.clicks += 2
    newcomer.press("Import items")
    expect(page.locator("#messages")).to_contain_text("2 items with known answers imported")
    newcomer.follow("Write the consent text first.")
    newcomer.press("Prolific")
    newcomer.fill("Consent text", CONSENT)
    newcomer.fill("Ratings per participant (maximum)", "30")
    newcomer.fill("Participants (maximum)", "30")
    newcomer.choose("Lists with each compound once")
    newcomer.fill("Keep the parameters until", f"{timezone.localdate() + timedelta(days=60):%Y-%m-%d}")
    address = "https://app.prolific.com/submissions/complete?cc=C1PROVA"
    for label in (
        "Return address after the last rating",
        "Return address after a failed test",
        "Return address if nothing is left",
    ):
        newcomer.fill(label, address)
    newcomer.fill("Payment per participant", "3.50")
    newcomer.fill("Currency", "EUR")
    newcomer.press("Save crowd settings")
    expect(page.locator("#messages")).to_contain_text("Saved.")
    newcomer.follow("Study")
    newcomer.follow("Check and open")
    # 90 sentences and 30 compounds by themselves, four items a compound, in lists with each compound once.
    expect(page.locator("main")).to_contain_text("8 raters × 4 lists need 32 places; the crowd has 30.")
    newcomer.press("Open link")
    expect(page.locator("#crowd-link")).to_have_value(re.compile(r"\?PROLIFIC_PID=\{\{%PROLIFIC_PID%\}\}"))
    call = CrowdCall.objects.get(project=project)
    assert call.is_open and call.stores_data
    assert [gap.sentence for step in list_steps(project) for gap in step.gaps] == [
        "8 raters × 4 lists need 32 places; the crowd has 30."
    ]
    assert newcomer.clicks <= MOST_CLICKS, newcomer.clicks
    assert len(newcomer.pages) <= MOST_PAGES, newcomer.pages
