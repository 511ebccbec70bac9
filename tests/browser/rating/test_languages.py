"""The texts of scripts in the language of the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.factories import make_member, make_user
from tests.idiomaticity.making import lease_rating, make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_scripts_speak_the_language_of_the_page(
    open_window: OpenWindow, transactional_db: None, files_folder: object
) -> None:
    """Tell of a fault, of saving, and of what waits while the line is down."""
    annotator = make_member(make_rating_project(language="fr"), user=make_user(language="fr"))
    assignment = lease_rating(annotator)
    window = open_window(annotator.user)
    window.expect_complaint("ERR_INTERNET_DISCONNECTED")
    page = window.page
    page.goto(f"/idiomaticity/rate/{assignment.pk}/")
    expect(page.locator("html[data-rating=ready]")).to_be_attached()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.get_by_label("Paraphrase 1, facultative").fill(assignment.item.occurrence.compound.text)
    expect(page.get_by_text("C’est le composé lui-même. Utilisez d’autres mots.")).to_be_visible()
    page.locator("label:has(input[name=head][value='4'])").click()
    receipt = page.locator("#receipt")
    expect(receipt).to_contain_text("rien en attente")
    page.context.set_offline(True)
    page.locator("label:has(input[name=head][value='3'])").click()
    expect(receipt).to_have_text("Hors ligne\u00a0: vos réponses attendent dans ce navigateur")
    page.context.set_offline(False)
    expect(receipt).to_contain_text("rien en attente")
    assert measure_overflow(page) == 0
