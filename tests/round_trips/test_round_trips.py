"""Every form of the site can be sent as it stands, and shows the same again; found by the table of routes, so that a
new page is tried by itself.
"""

import re
from collections.abc import Iterable, Iterator
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
from tests.round_trips.page_forms import Control, PageForm, read_forms
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
    "expressions:skip": "a reason is needed, from the list or in words",
    "idiomaticity:skip": "a reason is needed, from the list or in words",
    "alignment:correct": "nothing was corrected",
    "alignment:reconcile_say": "nothing was said",
    "alignment:readings_confirm": "every reading needs an annotator",
    "evaluation:alignment_new": "a file or a release is needed",
    "evaluation:expression_classes": "the test set has no expressions without a class",
}
# These are no settings: what is sent changes what the page offers next.
GOES_ON = {
    "idiomaticity:raise_required": "the plan begins from what is required now",
    "alignment:readings_confirm": "the files are imported, and their preview asks no more",
    "evaluation:adjudicate_decide": "the next judgement is shown",
}
# By route, or for every form, and the pattern of a field's name: what it is filled with, where its own rules do not say
# it, or where others of its form depend on it. Of boxes with one name, the one that is ticked.
VALUES = {
    ("", r"creators-0-orcid"): "0000-0002-1825-0097",
    ("", r"creators-1-orcid"): "0000-0001-5109-3700",
    ("", r"creators-2-orcid"): "0000-0002-1694-233X",
    ("", r"creators-.-ror"): "05dxps055",
    ("", r"licence"): "other",
    ("", r".*(DELETE|remove)"): "",
    ("alignment:selection_again", r"mark_also"): "16-40",
    ("alignment:selection_again", r"(source|target)_lengths"): "8-60",
    ("alignment:selection_again", r"ratios"): "0.5-2",
    ("alignment:settings", r"suggestion_control_share|check_share"): "12",
    ("alignment:settings", r"training_threshold"): "71",
    ("alignment:settings", r"training_attempts"): "4",
    ("evaluation:band_scores_new", r"second"): "",
    ("evaluation:band_scores_new", r"target_words"): "0,1-15,16-",
    ("evaluation:measures_new", r"measures"): "bleu",
    ("evaluation:runs", r"pattern"): "{system}-{run}",
    ("expressions:settings", r"category_set"): "own",
    ("expressions:settings", r"categories"): "VID\r\nLVC.full",
    ("expressions:submit", r"marks"): "1 VID",
    ("idiomaticity:crowd_settings", r"lists"): "apart",
    # Its lists have one item.
    ("idiomaticity:crowd_settings", r"repeats"): "0",
    ("idiomaticity:crowd_settings", r"worker_parameter"): "PROLIFIC_PID",
    ("idiomaticity:crowd_settings", r"session_parameter"): "SESSION_ID",
    ("idiomaticity:crowd_settings", r"other_parameters"): "STUDY_ID COUNTRY",
    # Its keys would be fetched from outside.
    ("idiomaticity:crowd_settings", r"signed_by"): "",
    ("idiomaticity:crowd_settings", r".*_url"): "https://example.org/?cc={code}&study={STUDY_ID}",
    ("idiomaticity:crowd_settings", r"payment"): "2.50",
    ("idiomaticity:crowd_settings", r"currency"): "EUR",
    ("idiomaticity:questionnaire_edit", r"question-.-name"): "age",
    ("idiomaticity:questionnaire_edit", r"question-.-choices"): "yes\r\nno",
    ("idiomaticity:settings", r"score_control_share"): "31",
}
# Fields that stay as they are, because the form needs them though a browser cannot ask for them, or derives them.
LEFT = {
    ("evaluation:marked_expressions", r"e0-(source|reference|reference_text)|e1-.*"),
    # Of a measure that needs a table.
    ("evaluation:measures_new", r"compound.*|exact_compounds|compositionality"),
}
NEEDED = {
    ("evaluation:judging_round_new", r"systems"),
    ("evaluation:measures_new", r"measures"),
    ("evaluation:alignment_new", r"release"),
    # Own categories are the choice that asks for them.
    ("expressions:settings", r"categories"),
    ("idiomaticity:questionnaire_edit", r"question-0-(text|name|choices)"),
    ("idiomaticity:settings", r"score_control_share"),
    ("projects:webhook", r"events"),
    # Without the columns that an upload is for, there is nothing to read.
    *((f"{app}_again", r"column_.*") for app in ("alignment:import", "idiomaticity:import", "idiomaticity:predictor")),
    *((f"evaluation:{name}_again", r"column_.*") for name in ("external_scores", "study", "test_set", "translations")),
}
# What an emptied field stands for, and shows.
MEANT = {
    ("evaluation:marked_expressions", "e0-label"): "woke up",
    ("idiomaticity:crowd_settings", "payment"): "0.00",
    ("idiomaticity:crowd_settings", "repeats"): "0",
    ("idiomaticity:questionnaire_edit", "question-0-ORDER"): "1",
    # Of the blank row, which begins so.
    ("idiomaticity:questionnaire_edit", "question-1-is_required"): "on",
    **{("", f"creators-{row}-place"): str(row + 1) for row in range(3)},
}
# What the site asks about before it saves a form that was emptied.
CONFIRMED = {"idiomaticity:crowd_settings": "stops_storing"}
# Forms that do something instead of showing what is stored.
ACTS = {
    *("alignment:adopt", "alignment:correct", "alignment:submit", "alignment:skip", "evaluation:skip"),
    "expressions:submit",
    *("alignment:feedback_reply", "evaluation:feedback_reply", "alignment:reconcile_say"),
    *("alignment:import_again", "alignment:readings_again", "alignment:readings_confirm", "alignment:selection_again"),
    *("evaluation:external_scores_again", "evaluation:study_again", "evaluation:test_set_again"),
    *("evaluation:translations_again", "idiomaticity:import_again", "idiomaticity:predictor_again"),
    *("evaluation:adjudicate_decide", "alignment:agreement_frequency", "evaluation:alignment_new"),
    *("evaluation:band_scores_new", "evaluation:correlations", "evaluation:expression_classes"),
    *("evaluation:finding_use", "evaluation:judging_round_new", "evaluation:measures_new", "evaluation:release_new"),
    *("evaluation:runs", "evaluation:training_files_new", "idiomaticity:raise_required", "idiomaticity:release_new"),
    *("expressions:adjudicate_decide", "expressions:release_new", "expressions:skip"),
    *("idiomaticity:skip", "projects:guideline_new", "projects:invite", "projects:webhook_send_again_since"),
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

    def list_optional(self) -> list[Control]:
        """Return the fields that may be left empty; what a file may be is no matter of a form."""
        editable = [control for control in self.form.controls if control.is_editable and control.name]
        return [control for control in editable if not control.is_required and control.kind != "file"]

    def confirm(self, name: str) -> bool:
        """Tick the box with which the answer asks whether this is meant; return whether it asks."""
        asking = [form for form in read_forms(self.answer) if name in form.names]
        for form in asking:
            form.action = self.form.action
            self.form = form
        boxes = [control for form in asking for control in form.controls if control.name == name]
        for box in boxes:
            box.is_checked = True
        return bool(boxes)

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


# Blank rows come with filled ones, and go with them.
BLANK_ROW = re.compile(r"creators-[3-9]-\w+")


def compare(entered: dict[str, list[str]], shown: dict[str, list[str]]) -> str:
    """Return what a form shows otherwise than it was entered; an empty row may come or go with one that was filled."""
    changed = []
    for name, values in entered.items():
        if name not in shown and (BLANK_ROW.fullmatch(name) or not any(values)):
            continue
        if shown.get(name) != values:
            changed.append(f"{name}: {values} → {shown.get(name)}")
    return ", ".join(changed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_optional_field_can_be_filled_and_emptied(world: World, found: list[Found], language: str) -> None:
    """A form that shows what is stored shows what was entered, and is then saved unchanged; others accept it."""
    wrong = []
    for each in found:
        for states in [("filled",), ("emptied",)] if each.route in ACTS else [("filled", "emptied")]:
            with undone():
                User.objects.update(language=language)
                sitting = Sitting(world, each)
                for state in states if sitting.list_optional() else ():
                    if fault := try_state(sitting, each.route, state):
                        wrong.append(f"{each}, {state}: {fault}")
                        break
    assert not wrong, "\n".join(wrong)


def try_state(sitting: Sitting, route: str, state: str) -> str:
    """Fill or empty a form, send it, read it, send it unchanged, and read it again; return what went wrong."""
    for control in sitting.list_optional():
        enter(route, control, is_filled=state == "filled")
    entered = sitting.form.shown()
    status = sitting.send()
    if status >= 400 and route in CONFIRMED and sitting.confirm(CONFIRMED[route]):
        status = sitting.send()
    if status >= 400:
        return "" if route in ASKS_FOR_MORE else f"refused: {errors_of(sitting.answer)}"
    if route in ACTS:
        return ""
    if state == "emptied":
        entered |= {name: [value] for (place, name), value in MEANT.items() if place in ("", route) and name in entered}
    if changed := compare(entered, sitting.form.shown()):
        return changed
    shown = sitting.form.shown()
    if sitting.send() >= 400:
        return f"refused unchanged: {errors_of(sitting.answer)}"
    return compare(shown, sitting.form.shown())


def enter(route: str, control: Control, *, is_filled: bool) -> None:
    """Fill or empty a field as somebody would who knows what it is for."""
    if is_named(LEFT, route, control):
        return
    if is_filled:
        control.fill(next((value for rule, value in VALUES.items() if is_named([rule], route, control)), None))
    elif not is_named(NEEDED, route, control):
        control.empty()


def is_named(rules: Iterable[tuple[str, str]], route: str, control: Control) -> bool:
    return any(place in ("", route) and re.fullmatch(name, control.name) for place, name in rules)
