"""Every page as the people see it who may: nothing for axe to find in light and dark, nothing wider than the window,
and no complaint of the browser."""

from collections.abc import Iterator
from itertools import chain

import pytest
from allauth.account.models import EmailAddress
from django.urls import URLPattern, URLResolver, get_resolver, is_valid_path, resolve
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.contrast import find_bad_colours
from tests.browser.corners import walk_errors, walk_second_factor
from tests.browser.windows import Window, find_violations, measure_overflow
from tests.browser.world import World, build_world
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.browser
WIDTHS = (820, 1280)
# Answers that are no pages: what is posted, fragments, files, and steps that lead elsewhere at once.
NOT_PAGES = {
    *("class_judge", "adjudicate_decide", "adjudicate_undo"),
    *("accept", "acceptance_take_back", "draw", "round_take_out", "agreement_frequency"),
    *("selection_again", "selection_confirm"),
    *("adopt", "comment", "decide", "import_again", "import_confirm", "reopen", "skip", "submit", "take_back"),
    *("take_up", "work_next", "agreement_plot", "agreement_table", "scoring", "systems_plot", "guideline_preview"),
    *("invitation_revoke", "invite", "job_cancel", "job_retry", "job_status", "release_download", "take_role"),
    *("readings_confirm",),
    *("elsewhere_part", "paraphrase_review_part"),
    *("suggestions_by_aligner", "aligner_new", "class_scores_table"),
    *("predictor_jobs", "predictors_again", "predictor_remove", "predictor_table", "correlations_table"),
    *("reconcile_now", "reconcile_change", "reconcile_undo", "reconcile_settle", "reconcile_say", "round_close"),
    *("token_create", "token_revoke", "invitation"),
    *("training_files_download", "finding_of_job", "hit_decide", "phrase_decide", "hits_undo"),
    *(
        "test_set_of_job",
        "test_set_jobs",
        "test_set_table",
        "test_set_latex",
        "groups_table",
        "expressions_table",
        "test_set_plot",
        "groups_plot",
        "compare_compute",
        "compare_plot",
        "compare_table",
        "comparison_of_job",
        "marks_undo",
        "expression_classes_clear",
        "expression_classes_undo",
        "occurrences_plot",
        "occurrences_table",
    ),
    *("judgement_results", "systems_table"),
    *("feedback_reply", "training_again", "training_allow", "quality_plot"),
    *("known_gold_mark", "known_gold_import", "known_gold_remove"),
    *("crowd_open", "crowd_close", "crowd_people", "crowd_link"),
    *("quality_table", "exclude", "lift", "known_rating_remove", "screening"),
    *(
        "judgement_round_close",
        "judgement_table",
        "judgement_quality_table",
        "correlation_plot",
        "correlation_table",
        "correlation_of_job",
    ),
    *("paraphrases_table", "paraphrase_decide", "paraphrase_undo"),
    *("agreement_file", "agreement_intervals", "changes_of_job", "gold_preview"),
    *(
        "rating_agreement_compute",
        "rating_plan_plot",
        "raise_wanted",
        "rating_timeline",
        "rating_table",
        "token_type_plot",
        "token_type_table",
    ),
}
# allauth shows these only with the key of a mail, or in a state that the site does not use.
OF_OTHERS = {
    *("account_confirm_email", "account_set_password", "account_confirm_login_code"),
    *("mfa_authenticate", "mfa_reauthenticate", "mfa_deactivate_totp", "mfa_view_recovery_codes"),
    *("mfa_generate_recovery_codes", "mfa_download_recovery_codes"),
}


@pytest.fixture
def world(transactional_db: None, files_folder: object) -> World:
    """The site in use."""
    return build_world()


def test_every_page_is_in_order(open_window: OpenWindow, world: World) -> None:
    windows = {name: open_window() for name in ["", *world.people]}
    for name, person in world.people.items():
        windows[name].sign_in(person.email, PASSWORD)
    found: list[str] = []
    seen: set[str] = set()
    looks: set[str] = set()
    for visit in world.visits:
        window = windows[visit.person]
        window.expect_complaint(rf"status of 40[034] .*\({visit.url}\)", r"503.*/health/")
        window.visit(visit.url, PASSWORD)
        if is_valid_path(window.path):
            seen.add(resolve(window.path).view_name)
        found += [f"{visit.name} ({visit.url}): {line}" for line in look_at(window, looks)]
    assert not found, "\n".join([f"{len(found)} findings:", *found])
    unseen = set(list_pages()) - seen
    assert not unseen, f"no visit leads to {sorted(unseen)}; add one to tests/browser/world.py"


def test_errors_and_the_second_factor_are_in_order(open_window: OpenWindow, transactional_db: None) -> None:
    user = make_user()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    window, door = open_window(), open_window()
    window.sign_in(user.email, PASSWORD)
    looks: set[str] = set()
    found = [
        f"{name}: {line}"
        for name, place in chain(walk_errors(window), walk_second_factor(window, door, user))
        for line in look_at(place, looks)
    ]
    assert not found, "\n".join(found)


def look_at(window: Window, looks: set[str]) -> Iterator[str]:
    """What is wrong with the page that is open, at both widths and in both schemes; `looks` of text are known dark."""
    page = window.page
    settle(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 860})
        if overflow := measure_overflow(page):
            yield f"{overflow} px wider than {width}"
    page.emulate_media(color_scheme="light")
    yield from (f"light: {line}" for line in find_violations(page))
    # The schemes differ in colours only, so that the second needs only the rules about these.
    page.emulate_media(color_scheme="dark")
    yield from (f"dark: {line}" for line in find_bad_colours(page, looks))


def settle(page: Page) -> None:
    """Wait until the page has done what its scripts do at the start."""
    if page.locator("#editor").count():
        expect(page.locator("html[data-editor=ready]")).to_be_attached()
    if page.locator("#submit").count() and page.locator("#rating").count():
        expect(page.locator("html[data-rating=ready]")).to_be_attached()


def list_pages() -> Iterator[str]:
    """Names of the routes of our apps, and of those of allauth that we show, that answer with a page."""
    for name in list_routes(get_resolver()):
        app, _, route = name.rpartition(":")
        is_ours = app in ("projects", "alignment", "idiomaticity", "evaluation")
        if (is_ours and route not in NOT_PAGES) or (not app and name not in OF_OTHERS):
            yield name


def list_routes(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """Every name in the site's addresses, with its namespace."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}"
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from list_routes(pattern, inner)


def test_what_is_wrong_with_a_page_is_found(open_window: OpenWindow) -> None:
    window = open_window()
    window.page.goto("/accounts/login/")
    looks: set[str] = set()
    assert not list(look_at(window, looks))
    window.page.emulate_media(color_scheme="light")
    window.page.evaluate(
        """() => {
          const css = new CSSStyleSheet();
          css.replaceSync(`h1 { width: 3000px; }
            @media (prefers-color-scheme: dark) { h1 { color: rgb(50 50 50); } }`);
          document.adoptedStyleSheets.push(css);
          document.documentElement.removeAttribute("lang");
        }"""
    )
    found = "\n".join(look_at(window, looks))
    assert "wider than 820" in found
    assert "light: html-has-lang" in found
    assert "dark: color-contrast" in found
    assert "light: color-contrast" not in found


def test_a_look_is_asked_about_once_and_again_where_something_lies_over_it(open_window: OpenWindow) -> None:
    page = open_window().page
    page.goto("/accounts/login/")
    page.emulate_media(color_scheme="dark")
    looks: set[str] = set()
    assert not find_bad_colours(page, looks)
    known = len(looks)
    assert known > 5
    page.evaluate(
        """() => {
          document.querySelector("main").insertAdjacentHTML("beforeend", "<p id=one>One</p><p id=two>Two</p>");
          const css = new CSSStyleSheet();
          css.replaceSync(`#veil { position: absolute; background: rgb(150 150 150); }`);
          document.adoptedStyleSheets.push(css);
        }"""
    )
    assert not find_bad_colours(page, looks)
    page.evaluate(
        """() => {
          const veil = document.createElement("div"), place = document.querySelector("#two").getBoundingClientRect();
          veil.id = "veil";
          document.querySelector("main").before(veil);
          Object.assign(veil.style, {left: 0, right: 0, top: `${place.top + scrollY}px`, height: `${place.height}px`});
          document.querySelector("#two").style.position = "relative";
        }"""
    )
    found = "\n".join(find_bad_colours(page, looks))
    assert "#two" in found
    assert "#one" not in found
