"""People who read pages and press what these offer, as a browser without a script does."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit

from tests.markup import join_lines
from tests.scripts.clients import Person

MOST_REDIRECTS = 4
REDIRECTS = (301, 302, 303)
# Of an input that is not sent unless it is chosen.
CHOSEN = ("checkbox", "radio")
CONTROLS = ("input", "button", "select", "textarea")
BLOCKS = ("div", "p", "li", "ul")


@dataclass
class Form:
    """A form that sends something, with what it sends unless a person changes it, and its buttons."""

    action: str
    key: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    # Names and values of what can be chosen besides.
    choices: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Offer:
    """One button of a page, with all that its form sends: `label` is the name and value of the button."""

    action: str
    label: str
    fields: Sequence[tuple[str, str]]
    choices: Sequence[tuple[str, str]]

    @property
    def step(self) -> str:
        """Return the last word of the address, which names the step."""
        return [part for part in urlsplit(self.action).path.split("/") if part and not part.isdecimal()][-1]

    def send(self, **values: str) -> list[tuple[str, str]]:
        """Return what is sent, with these values in place of those that the page had."""
        kept = [(name, value) for name, value in self.fields if name not in values]
        return kept + list(values.items())


@dataclass
class Page:
    """An answered page: its status, its address after all redirects, its text and its forms."""

    status: int
    address: str
    text: str
    forms: list[Form] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    # Names and values of check boxes, also of forms that only choose.
    boxes: list[tuple[str, str]] = field(default_factory=list)

    @property
    def heading(self) -> str:
        """Return the first heading below the page's own, or that."""
        found = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", self.text, re.DOTALL)
        return " ".join(found[-1].split()) if found else ""

    def list_offers(self) -> Iterator[Offer]:
        """Yield every button that sends something."""
        for form in self.forms:
            for name, value, action in form.buttons:
                own = [(name, value)] if name else []
                yield Offer(action or form.action, f"{name}={value}", [*form.fields, *own], form.choices)


class _Reader(HTMLParser):
    """Collects the forms below `main` that send something, links, and notices of refusals."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page, self.main = page, 0
        self.form: Form | None = None
        self.by_key: dict[str, Form] = {}
        self.late: list[tuple[str, tuple[str, str, str]]] = []
        self.inside: tuple[str, str] | None = None
        self.typed: list[str] = []
        self.notice: list[str] | None = None
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._note_refusal(tag, given)
        if tag == "main":
            self.main += 1
        elif tag == "a" and given.get("href", "").startswith("/"):
            self.page.links.append(given["href"])
        if not self.main:
            return
        if tag == "form":
            self._open_form(given)
        elif tag in CONTROLS:
            self._read_control(tag, given)
        elif tag == "option" and self.inside and self.inside[0] == "select" and self.form:
            entry = (self.inside[1], given.get("value", ""))
            (self.form.fields if "selected" in given else self.form.choices).append(entry)

    def _note_refusal(self, tag: str, given: Mapping[str, str]) -> None:
        classes = given.get("class", "")
        is_alert = given.get("role") == "alert" and "hidden" not in given
        if is_alert or "notice-error" in classes or "form-errors" in classes:
            self.notice, self.depth = [], 0
        elif self.notice is not None and tag in BLOCKS:
            self.depth += 1

    def _open_form(self, given: Mapping[str, str]) -> None:
        is_sending = given.get("method", "").lower() == "post"
        self.form = Form(urljoin(self.page.address, given.get("action", "")) if is_sending else "")
        if is_sending:
            self.page.forms.append(self.form)
            self.by_key[given.get("id", "")] = self.form

    def _read_control(self, tag: str, given: Mapping[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if "disabled" in given:
            return
        if given.get("type") == "checkbox":
            self.page.boxes.append((name, value))
        if tag == "button" and given.get("type", "submit") == "submit":
            button = (name, value, given.get("formaction", ""))
            if "form" in given:
                self.late.append((given["form"], button))
            elif self.form:
                self.form.buttons.append(button)
        elif not name or not self.form:
            return
        elif tag in ("select", "textarea"):
            self.inside, self.typed = (tag, name), []
        elif given.get("type") in CHOSEN and "checked" not in given:
            self.form.choices.append((name, value or "on"))
        else:
            self.form.fields.append((name, value or ("on" if given.get("type") in CHOSEN else "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self.main -= 1
        elif tag == "form":
            self.form = None
        elif tag in ("select", "textarea") and self.inside:
            if tag == "textarea" and self.form:
                self.form.fields.append((self.inside[1], "".join(self.typed)))
            self.inside = None
        if self.notice is not None and tag in BLOCKS:
            if self.depth == 0:
                self.page.refusals.append(" ".join("".join(self.notice).split()))
                self.notice = None
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[0] == "textarea":
            self.typed.append(data)
        if self.notice is not None:
            self.notice.append(data)

    def finish(self) -> None:
        self.close()
        for key, button in self.late:
            if key in self.by_key:
                self.by_key[key].buttons.append(button)


def read_page(status: int, address: str, text: str) -> Page:
    """Return a page with the forms and links that it has; how its template is laid out does not show in its text."""
    page = Page(status, address, join_lines(text))
    reader = _Reader(page)
    reader.feed(text)
    reader.finish()
    return page


class Browser(Person):
    """A person who opens pages and presses their buttons; cookies that the site sets are sent again."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._cookies = dict(
            entry.split("=", 1)
            for line in self._headers.split("\r\n")
            if line.startswith("Cookie: ")
            for entry in line.removeprefix("Cookie: ").split("; ")
        )
        self._token = self._cookies["csrftoken"]

    async def open(self, path: str) -> Page:
        """Open a page, following redirects."""
        return await self._browse("GET", path, "")

    async def press(self, offer: Offer, **values: str) -> Page:
        """Send a form by one of its buttons and return the page that follows."""
        return await self._browse("POST", offer.action, urlencode(offer.send(**values)))

    async def _browse(self, method: str, path: str, body: str) -> Page:
        for _ in range(MOST_REDIRECTS):
            status, text = await self._ask(self._write(method, path, body))
            self._keep_cookies()
            if status not in REDIRECTS:
                return read_page(status, path, text if isinstance(text, str) else str(text))
            parts = urlsplit(urljoin(path, dict(self.told)["location"]))
            method, path, body = "GET", parts.path + (f"?{parts.query}" if parts.query else ""), ""
        raise AssertionError(f"{path} leads on and on")

    def _write(self, method: str, path: str, body: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        sent = body.encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nCookie: {cookies}\r\n"
            f"X-CSRFToken: {self._token}\r\nAccept: text/html\r\n"
        )
        if method == "POST":
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(sent)}\r\n"
        return f"{head}\r\n".encode() + sent

    def _keep_cookies(self) -> None:
        for name, value in self.told:
            if name == "set-cookie":
                cookie, _, content = value.split(";", 1)[0].partition("=")
                self._cookies[cookie] = content
        # The site may name another token; what is sent in the header is that of the cookie.
        self._token = self._cookies["csrftoken"]


def list_paths(links: Sequence[str], ending: str) -> list[str]:
    """Return the addresses among links that end so, each once."""
    return list(dict.fromkeys(link for link in links if urlsplit(link).path.endswith(ending)))
