"""Every form of the site can be sent as it stands, and shows the same again; found by the table of routes, so that a
new page is tried by itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse

from annotation_site.accounts.models import User
from tests.authorisation.rows import TABLE
from tests.authorisation.world import World
from tests.factories import make_user
from tests.round_trips.page_forms import PageForm, read_forms
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db
VIEWERS = ("manager", "annotator", "operator")
LANGUAGES = [code for code, _ in settings.LANGUAGES]
# Made anew for every page.
ONCE_ONLY = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\w{64}")
# A browser may send these as they stand, and the site rightly asks for more.
ASKS_FOR_MORE = {
    "alignment:submit": "words are left without a link",
    "alignment:skip": "a reason is needed, from the list or in words",
    "evaluation:skip": "a reason is needed, from the list or in words",
    "idiomaticity:skip": "a reason is needed, from the list or in words",
    "alignment:correct": "nothing was corrected",
    "alignment:reconcile_say": "nothing was said",
    "evaluation:alignment_new": "a file or a release is needed",
    "evaluation:expression_classes": "the test set has no expressions without a class",
}
# These are no settings: what is sent changes what the page offers next.
GOES_ON = {
    "idiomaticity:raise_required": "the plan begins from what is required now",
    "alignment:readings_confirm": "the files are imported, and their preview asks no more",
    "evaluation:adjudicate_decide": "the next judgement is shown",
}


@dataclass(frozen=True)
class Found:
    """A form on a page, as one person meets it."""

    viewer: str
    page: str
    route: str
    place: int

    def __str__(self) -> str:
        return f"{self.viewer} {self.page} {self.route} {self.place}"


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        world = World.build()
        client = Client()
        client.force_login(make_user("Olga", is_superuser=True))
        world.sessions["operator"] = client.cookies["sessionid"].value
        yield world


@pytest.fixture(scope="module")
def found(world: World, django_db_blocker: Any) -> list[Found]:
    """Every form that a browser would send as it stands, once."""
    by_route: dict[tuple[str, str], Found] = {}
    with django_db_blocker.unblock():
        for viewer in VIEWERS:
            for name in sorted(TABLE):
                for route, place in find_forms(world, viewer, name):
                    by_route.setdefault((route, name.partition(":")[0]), Found(viewer, name, route, place))
    return list(by_route.values())


def find_forms(world: World, viewer: str, name: str) -> Iterator[tuple[str, int]]:
    """Yield the routes and places of the forms of a page that can be sent as they stand."""
    row = TABLE[name]
    if row.get != 200 or name.startswith("api:"):
        return
    with undone():
        forms = open_page(world, viewer, reverse(name, args=row.arguments(world.own)))
    for place, form in enumerate(forms):
        if form.method == "post" and form.names and not form.lacks_an_answer:
            yield resolve(urlsplit(form.action).path).view_name, place


def open_page(world: World, viewer: str, address: str) -> list[PageForm]:
    """Return the forms of a page, none if it does not exist for the person."""
    answer = world.browser(viewer).get(address)
    text = answer.getvalue()
    if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
        return []
    forms = read_forms(text.decode())
    for form in forms:
        form.action = urljoin(address, form.action)
    return forms


def unseen(form: PageForm) -> set[tuple[str, str]]:
    """Return what a form sends without showing it, but for what is made anew for every page."""
    hidden = [control for control in form.controls if control.kind == "hidden"]
    return {(each.name, each.value) for each in hidden if not ONCE_ONLY.fullmatch(each.value)}


class Sitting:
    """Somebody in front of one form: reads it, sends it, reads it again."""

    def __init__(self, world: World, found: Found) -> None:
        self._world, self._found = world, found
        self._address = reverse(found.page, args=TABLE[found.page].arguments(world.own))
        self.form = open_page(world, found.viewer, self._address)[found.place]
        self.answer = ""
        self.leads_back = False

    def send(self) -> int:
        """Send the form as it stands and read the page again; return the status of the answer."""
        answer = self._world.browser(self._found.viewer).post(self.form.action, self.form.sent())
        self.answer = answer.getvalue().decode(errors="replace")
        if answer.status_code < 400:
            self.form = self.read_again() or self.form
        self.leads_back = urlsplit(answer.headers.get("Location", "")).path == self._address
        return int(answer.status_code)

    def read_again(self) -> PageForm | None:
        """Return the form as its page shows it now, None where it does not offer it any more.

        Of several with one address, which differ in what they send unseen, the same one.
        """
        forms = open_page(self._world, self._found.viewer, self._address)
        alike = [form for form in forms if form.action == self.form.action and form.method == "post"]
        same = alike if len(alike) == 1 else [form for form in alike if unseen(form) == unseen(self.form)]
        return next(iter(same), None)


def errors_of(page: str) -> list[str]:
    """Return what a page says is wrong, for the message of a failed test."""
    return re.findall(r'class="(?:error|form-errors)"[^>]*>(.*?)</div>', page, re.DOTALL)[:5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_saved_unchanged_in_every_language(world: World, found: list[Found], language: str) -> None:
    assert len(found) > 40, "the pages were not read"
    wrong = []
    for each in found:
        with undone():
            User.objects.update(language=language)
            sitting = Sitting(world, each)
            before = sitting.form.shown()
            status = sitting.send()
            if status >= 400:
                if each.route not in ASKS_FOR_MORE:
                    wrong.append(f"{each}: {status} {errors_of(sitting.answer)}")
            elif each.route not in GOES_ON and (changed := compare(before, sitting.form.shown())):
                wrong.append(f"{each}: {changed}")
    assert not wrong, "\n".join(wrong)


def compare(entered: dict[str, list[str]], shown: dict[str, list[str]]) -> str:
    """Return what a form shows otherwise than it was entered; an empty row may come or go with one that was filled."""
    changed = []
    for name, values in entered.items():
        if name not in shown and not any(values):
            continue
        if shown.get(name) != values:
            changed.append(f"{name}: {values} → {shown.get(name)}")
    return ", ".join(changed)
