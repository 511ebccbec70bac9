"""The forms of a page, and what a browser would send from them, by the rules of the HTML standard."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime, time
from html.parser import HTMLParser
from typing import Any

BUTTONS = frozenset({"submit", "button", "reset", "image"})
CHOICES = frozenset({"radio", "checkbox"})
# Tags whose text is a control's or an option's own.
TEXTS = frozenset({"textarea", "option"})
NUMBER = re.compile(r"-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?")


@dataclass
class Option:
    value: str
    is_selected: bool
    is_disabled: bool


@dataclass
class Control:
    """A field of a form as the page has it, after the browser has emptied what the field cannot hold."""

    name: str
    kind: str
    value: str = ""
    is_checked: bool = False
    is_disabled: bool = False
    attributes: dict[str, str] = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)

    @property
    def is_required(self) -> bool:
        return "required" in self.attributes

    @property
    def is_editable(self) -> bool:
        return self.kind not in BUTTONS | {"hidden"} and not self.is_disabled and "readonly" not in self.attributes

    def fill(self, value: str | None = None) -> None:
        """Enter this value; without one, where there is none, one that the field's own rules allow."""
        if self.kind == "radio":
            self.is_checked = self.is_checked if value is None else self.value == value
        elif self.kind == "checkbox":
            self.is_checked = value is None or value == self.value
        elif self.kind in ("select", "select-multiple"):
            filled = [option.value for option in self.options if option.value and not option.is_disabled]
            if value is not None or not any(option.value for option in self.selected_options()):
                chosen = filled[0] if value is None and filled else value
                for option in self.options:
                    option.is_selected = option.value == chosen
        elif value is not None or not self.value:
            self.value = sanitise(self.kind, find_value(self.kind, self.attributes) if value is None else value)

    def empty(self) -> None:
        """Take back what was entered, as far as a browser lets people do so."""
        if self.kind == "checkbox":
            self.is_checked = False
        elif self.kind in ("select", "select-multiple"):
            is_optional = self.kind == "select-multiple" or any(not option.value for option in self.options)
            for option in self.options if is_optional else []:
                option.is_selected = not option.value and self.kind == "select"
        elif self.kind not in CHOICES:
            self.value = ""

    def sent_values(self) -> list[str]:
        """Return the values under the control's name, none where it is disabled or not chosen."""
        if self.is_disabled or not self.name or self.kind in BUTTONS:
            return []
        if self.kind in CHOICES:
            return [self.value] if self.is_checked else []
        if self.kind in ("select", "select-multiple"):
            return [option.value for option in self.selected_options()]
        return [self.value]

    def selected_options(self) -> list[Option]:
        """Return the selected options; a list that unfolds shows its first one where none is."""
        selected = [option for option in self.options if option.is_selected and not option.is_disabled]
        if self.kind == "select":
            possible = [option for option in self.options if not option.is_disabled]
            return selected[-1:] or possible[:1]
        return selected


@dataclass
class PageForm:
    """A form with the controls inside it, in the order of the page."""

    method: str
    action: str
    controls: list[Control] = field(default_factory=list)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(control.name for control in self.controls if control.is_editable and control.name)

    def sent(self) -> dict[str, list[str]]:
        """Return what the browser sends when the form's first button is pressed."""
        sent: dict[str, list[str]] = {}
        for control in self.controls:
            for value in control.sent_values():
                sent.setdefault(control.name, []).append(value)
        button = next((each for each in self.controls if each.kind == "submit" and not each.is_disabled), None)
        if button is not None and button.name:
            sent.setdefault(button.name, []).append(button.value)
        return sent

    def shown(self) -> dict[str, list[str]]:
        """Return what people see in the form: of every field they can change, its values."""
        shown: dict[str, list[str]] = {name: [] for name in self.names}
        for control in self.controls:
            if control.is_editable and control.name and control.kind != "file":
                shown[control.name] += control.sent_values()
        return shown

    @property
    def lacks_an_answer(self) -> bool:
        """True if the browser would not send the form as it stands, because a required field is empty."""
        by_name: dict[str, list[Control]] = {}
        for control in self.controls:
            if control.is_required and not control.is_disabled:
                by_name.setdefault(control.name, []).append(control)
        return any(not any(filter(None, _values_of(controls))) for controls in by_name.values())


def find_value(kind: str, attributes: dict[str, str]) -> str:
    """Return a value that a field takes by its type, its bounds and its length."""
    if kind == "number":
        return attributes.get("min") or "1"
    written = {
        "date": "2099-03-31",
        "time": "12:30",
        "datetime-local": "2099-03-31T12:30",
        "url": "https://example.org/a",
        "email": "someone@example.org",
        "color": "#336699",
    }
    return written.get(kind, "Some text")[: int(attributes.get("maxlength", "100"))]


def _values_of(controls: list[Control]) -> list[str]:
    return [value for control in controls for value in control.sent_values()]


class FormReader(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._by_id: dict[str, PageForm] = {}
        self._waiting: list[tuple[str, Control]] = []
        self._form: PageForm | None = None
        self._control: Control | None = None
        self._option: Option | None = None
        self._option_has_value = False
        # Of every open fieldset, whether it is disabled.
        self._fieldsets: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = PageForm(given.get("method", "get").lower(), given.get("action", ""))
            self.forms.append(self._form)
            if "id" in given:
                self._by_id[given["id"]] = self._form
        elif tag == "fieldset":
            self._fieldsets.append("disabled" in given)
        elif tag in ("input", "button", "select", "textarea"):
            self._add(tag, given)
        elif tag == "option" and self._control is not None:
            self._option = Option(given.get("value", ""), "selected" in given, "disabled" in given)
            self._option_has_value = "value" in given
            self._control.options.append(self._option)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "fieldset" and self._fieldsets:
            self._fieldsets.pop()
        elif tag == "option":
            self._option = None
        elif tag in ("select", "textarea"):
            if tag == "textarea" and self._control is not None:
                text = self._control.value.replace("\r\n", "\n")
                # The line break that may follow the tag is none of the text.
                self._control.value = text.removeprefix("\n").replace("\n", "\r\n")
            self._control = None

    def handle_data(self, data: str) -> None:
        if self._option is not None and not self._option_has_value:
            self._option.value += data
        elif self._control is not None and self._control.kind == "textarea":
            self._control.value += data

    def close(self) -> None:
        super().close()
        for form_id, control in self._waiting:
            self._by_id[form_id].controls.append(control)

    def _add(self, tag: str, given: dict[str, str]) -> None:
        kind = _find_kind(tag, given)
        value = given.get("value", "on" if kind in CHOICES else "")
        control = Control(
            name=given.get("name", ""),
            kind=kind,
            value=sanitise(kind, value),
            is_checked="checked" in given,
            is_disabled="disabled" in given or any(self._fieldsets),
            attributes=given,
        )
        if tag in ("select", "textarea"):
            self._control = control
        if "form" in given:
            self._waiting.append((given["form"], control))
        elif self._form is not None:
            self._form.controls.append(control)


def _find_kind(tag: str, given: dict[str, str]) -> str:
    if tag == "select":
        return "select-multiple" if "multiple" in given else "select"
    return given.get("type", {"input": "text", "button": "submit", "textarea": "textarea"}[tag]).lower()


def sanitise(kind: str, value: str) -> str:
    """Return what the field holds: a browser empties a number or a date that is not written as the standard says."""
    if kind == "number":
        return value if NUMBER.fullmatch(value) else ""
    if kind in ("date", "time", "datetime-local"):
        read: Any = {"date": date, "time": time, "datetime-local": datetime}[kind].fromisoformat
        try:
            read(value)
        except ValueError:
            return ""
        return value
    if kind in ("text", "search", "tel", "password"):
        return value.replace("\n", "").replace("\r", "")
    if kind in ("url", "email"):
        return value.replace("\n", "").replace("\r", "").strip()
    return value


def read_forms(page: str) -> list[PageForm]:
    """Return the forms of a page in their order."""
    reader = FormReader()
    reader.feed(page)
    reader.close()
    return reader.forms
