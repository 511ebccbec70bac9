"""Managers' actions on their pages, and joining by invitation links."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.windows import Window, expect_at, expect_away
from tests.factories import PASSWORD

JOB_SECONDS = 180


class Office:
    """A manager's way through their project."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.page: Page = window.page

    def create_project(self, name: str, source: str, target: str, guideline: str) -> None:
        """Fill in the page for a new project, whose page of imports follows, and go to its overview."""
        self.page.goto("/")
        # Who has no project yet chooses its kind on the first page.
        if (new := self.page.get_by_role("link", name="New project")).count():
            new.first.click()
        self.page.get_by_role("link", name="Word alignment", exact=True).click()
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Source language", exact=True).fill(source)
        self.page.get_by_label("Target language", exact=True).fill(target)
        self.page.get_by_text("Change defaults", exact=True).click()
        self.page.get_by_role("spinbutton", name="Annotators per pair").fill("2")
        self.page.get_by_role("textbox", name="Guidelines").fill(guideline)
        self.page.get_by_role("button", name="Create project").click()
        self.page.get_by_role("navigation", name="You are here").get_by_role("link", name=name).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    def go_to(self, group: str, page: str = "") -> None:
        """Open one of the project's pages by the group in which it stands; alone in it, it needs no name."""
        for name, within in ((group, "Project"), (page, group))[: 2 if page else 1]:
            link = self.page.get_by_role("navigation", name=within, exact=True).get_by_role("link", name=name)
            address = link.get_attribute("href") or ""
            link.click()
            expect_at(self.page, address)

    def preview_import(self, file: Path) -> None:
        """Upload a bitext file and wait for its preview."""
        self.go_to("Data", "Import")
        self.page.get_by_text("Change how the text is read").click()
        self.page.get_by_role("radio", name="One file with ||| between the sides").check()
        self.page.get_by_label("File", exact=True).set_input_files(file)
        self.page.get_by_role("button", name="Preview import").click()
        expect(self.page.get_by_role("heading", name="Import preview")).to_be_visible()
        expect(self.page.locator("dl.figures")).to_be_visible(timeout=JOB_SECONDS * 1000)

    def confirm_import(self, pairs: int) -> None:
        """Confirm the preview and wait until the pairs are imported."""
        self.page.get_by_role("button", name=f"Import {pairs} pairs").click()
        self.wait_for_job("Show pairs")

    def wait_for_job(self, result: str) -> None:
        """Stay on a job's page until it is done, then go where its result is."""
        link = self.page.get_by_role("link", name=result)
        expect(link).to_be_visible(timeout=JOB_SECONDS * 1000)
        before = self.page.url
        link.click()
        expect_away(self.page, before)

    def invite(self, role: str, uses: int = 1) -> str:
        """Make an invitation link; it is shown once."""
        self.go_to("People")
        form = self.page.locator("details", has_text="Create a link instead")
        form.locator("summary").click()
        form.get_by_role("radio", name=role).check()
        form.get_by_role("spinbutton", name="Number of people").fill(str(uses))
        form.get_by_role("button", name="Create link").click()
        return self.page.locator("#link").input_value()

    def release(self, note: str) -> None:
        """Build a release and come to the list of releases."""
        self.go_to("Results", "Releases")
        self.page.get_by_role("link", name="New release").first.click()
        self.page.get_by_role("textbox", name="Note").fill(note)
        self.page.get_by_role("button", name="Create release").click()
        self.wait_for_job("Show release")
        self.go_to("Results", "Releases")

    def download_release(self, number: int, folder: Path) -> Path:
        """Download a release from its page."""
        self.page.get_by_role("link", name=f"Release {number}", exact=True).click()
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name="Download").click()
        target = folder / download.value.suggested_filename
        download.value.save_as(target)
        return target

    def score_system(self, name: str, file: Path, alignment_format: str) -> None:
        """Upload an aligner's output and wait until it is on the board."""
        self.go_to("Results", "Systems")
        self.page.get_by_role("link", name="Add system output").first.click()
        self.page.get_by_label("System", exact=True).fill(name)
        self.page.get_by_label("File", exact=True).set_input_files(file)
        self.page.get_by_role("combobox", name="Format").select_option(alignment_format)
        self.page.get_by_role("radio", name="from 0").check()
        self.page.get_by_role("button", name="Score output").click()
        expect(self.page.get_by_role("table").get_by_role("link", name=name)).to_be_visible(timeout=JOB_SECONDS * 1000)


def join_by_link(window: Window, link: str, name: str, email: str) -> None:
    """Open an invitation, make an account, join; ends on the project's overview."""
    page = window.page
    page.goto(link)
    page.get_by_role("link", name="Create account").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("button", name="Join project").click()
    expect_at(page, re.compile("/alignment/[^/]+/$"))
