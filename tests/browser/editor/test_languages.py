"""The editor's scripts in the language of the annotator."""

import pytest
from playwright.sync_api import expect

from tests.annotation_site.languages.english import find_english
from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.factories import lease, make_member, make_pair, make_project, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_editor_speaks_french(open_window: OpenWindow, transactional_db: None, files_folder: object) -> None:
    """Link, mark, pick, look at the matrix and submit too early: whatever the scripts write has no English word."""
    project = make_project(name="Zu")
    make_pair(project, "xu qa va", "zo ku pu")
    annotator = make_member(project, user=make_user(language="fr"))
    window = open_window(annotator.user)
    window.expect_complaint(r"status of 400 .*/submit/")
    desk = Desk(window).open(lease(annotator))
    page = desk.page

    def read() -> None:
        assert find_english(page.content(), "fr") == []

    assert page.locator("html").get_attribute("lang") == "fr"
    read()
    desk.link_by_keys([0], [0], "S")
    expect(page.locator("#announcer")).to_contain_text("Sûr\u00a0: xu – zo")
    expect(desk.word("source", 0)).to_have_attribute("aria-label", "xu, 1 sûr")
    read()
    desk.mark_by_keys("source", 1)
    expect(page.locator("#announcer")).to_contain_text("Sans équivalent\u00a0: qa")
    desk.press("u", "Escape", "d")
    expect(page.locator("#hint")).to_contain_text("3 mots à traiter")
    read()
    desk.press("m")
    expect(page.get_by_role("grid")).to_have_attribute(
        "aria-label", "mots en anglais dans les lignes, mots en italien dans les colonnes"
    )
    read()
    desk.press("m", "?")
    expect(page.get_by_role("heading", name="Toutes les touches")).to_be_visible()
    assert measure_overflow(page) == 0
    desk.press("Escape", "Enter")
    expect(page.locator("#untouched-detail")).to_have_text("3 mots n’ont ni lien ni marque.")
    read()
