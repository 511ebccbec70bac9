"""Pages of errors and of the second factor are in order, and what is wrong with a page is found."""

from itertools import chain

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from tests.browser.conftest import OpenWindow
from tests.browser.corners import walk_errors, walk_second_factor
from tests.browser.pages.contrast import find_bad_colours
from tests.browser.pages.looking import look_at
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.browser


def test_errors_and_the_second_factor_are_in_order(open_window: OpenWindow, transactional_db: None) -> None:
    user = make_user()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    window, door = open_window(), open_window()
    window.sign_in(user.email, PASSWORD)
    looks: set[int] = set()
    found = [
        f"{name}: {line}"
        for name, place in chain(walk_errors(window), walk_second_factor(window, door, user))
        for line in look_at(place, looks)
    ]
    assert not found, "\n".join(found)


def test_what_is_wrong_with_a_page_is_found(open_window: OpenWindow) -> None:
    window = open_window()
    window.page.goto("/accounts/login/")
    looks: set[int] = set()
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


def test_what_is_badly_laid_out_is_found_at_the_width_at_which_it_is(open_window: OpenWindow) -> None:
    window = open_window().enter_as(make_user())
    window.page.goto(reverse("mfa_index"))
    assert not list(look_at(window, set(), on_phones=True))
    window.page.evaluate(
        """() => {
          const css = new CSSStyleSheet();
          css.replaceSync(`@media (max-width: 640px) { h1 { width: 1ch; overflow-wrap: anywhere; } }
            @media (min-width: 1000px) { .breadcrumb { position: absolute; right: 0; } }`);
          document.adoptedStyleSheets.push(css);
          for (const place of ["first", "second"]) {
            const action = `<a class="button primary" href="/new/">${place}</a>`;
            document.querySelector("main").insertAdjacentHTML("beforeend", action);
          }
          const folds = "<details><summary>Over</summary></details>".repeat(2);
          document.querySelector("main").insertAdjacentHTML("beforeend", `<div>${folds}</div>`);
        }"""
    )
    found = "\n".join(look_at(window, set(), on_phones=True))
    assert "at 390: a column of letters: h1" in found
    assert "at 820: a column of letters" not in found
    assert "at 1280: the way back lies under what stands right of it" in found
    assert "at 820: the way back" not in found
    assert "at 820: two primary actions lead to /new/" in found
    assert "at 820: the line of a fold goes through: details “Over”" in found


def test_a_look_is_asked_about_once_and_again_where_something_lies_over_it(open_window: OpenWindow) -> None:
    page = open_window().page
    page.goto("/accounts/login/")
    page.emulate_media(color_scheme="dark")
    looks: set[int] = set()
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
