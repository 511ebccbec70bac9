"""The documentation, built once as the site serves it: its links, the site's policy, and a browser."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.navigation import GUIDES
from annotation_site.search.queries import find_help
from tests.browser.conftest import OpenWindow
from tests.browser.windows import ROOT, expect_at, find_violations, measure_overflow

ADDRESSES = ("href", "src", "action")
BLOCK = re.compile(r"{% block help_page %}(.+?){% endblock %}")
TAG = re.compile(r"{%.*?%}|{{.*?}}")
FAMILIES = ("expression-measures", "sentence-measures", "systems", "judgements", "ratings", "machines")
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)


@pytest.fixture(scope="module")
def built(files_folder: Path) -> Iterator[Path]:
    """Build the documentation where the tests' web server looks for it; a warning is an error."""
    folder = files_folder.parent / "help"
    strictly = ["--fail-on-warning", "--keep-going", "--quiet"]
    command = [sys.executable, "-m", "sphinx", *strictly, "--doctree-dir", str(files_folder.parent / "doctrees")]
    done = subprocess.run([*command, "docs", str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    yield folder
    shutil.rmtree(folder)


class Reader(HTMLParser):
    """The links of a page and the places that links may name."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses and the id of an element."""
        named = dict(attrs)
        self.links += [value for name in ADDRESSES if (value := named.get(name))]
        if place := named.get("id"):
            self.places.add(place)


def find_broken(folder: Path) -> list[str]:
    """Return the links from a page of the folder that lead to no file or to no place in it."""
    read = {page: Reader(page) for page in folder.rglob("*.html")}
    return [
        f"{page.relative_to(folder)}: {link}"
        for page, reader in read.items()
        for link in reader.links
        if not urlsplit(link).scheme and not is_found(link, page, folder, read)
    ]


def is_found(link: str, page: Path, folder: Path, read: dict[Path, Reader]) -> bool:
    parts = urlsplit(link)
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target == folder.parent:  # the site itself
        return True
    has_place = not parts.fragment or target not in read or unquote(parts.fragment) in read[target].places
    return target.is_file() and has_place


def named_pages() -> set[str]:
    """Return what tabs and templates name as their page of the documentation."""
    in_tabs = {tab.help_page for kind in list_kinds() for tab in kind.tabs} | {guide for _, guide in GUIDES}
    templates = (ROOT / "templates").rglob("*.html")
    blocks = [block for path in templates for block in BLOCK.findall(path.read_text(encoding="utf-8"))]
    return in_tabs | {page for block in blocks for page in TAG.sub(" ", block).split()}


def test_no_link_is_broken(built: Path, tmp_path: Path) -> None:
    assert find_broken(built.resolve()) == []
    page = tmp_path / "index.html"
    page.write_text('<a href="#here">a</a><a href="none.html">b</a><a href="#there">c</a><p id="here">d</p>')
    assert find_broken(tmp_path.resolve()) == ["index.html: none.html", "index.html: #there"]


def test_pages_need_nothing_that_the_policy_of_the_site_forbids(built: Path) -> None:
    pages = list(built.rglob("*.html"))
    assert len(pages) > 30
    found = [f"{page.name}: {each}" for page in pages for each in INLINE.findall(page.read_text(encoding="utf-8"))]
    assert found == []


def test_every_page_that_the_site_names_is_there(built: Path) -> None:
    missing = []
    for name in named_pages():
        path, _, place = name.partition("#")
        page = built / f"{path}.html"
        if not page.is_file() or (place and place not in Reader(page).places):
            missing.append(name)
    assert len(named_pages()) > 30
    assert missing == []


@pytest.mark.browser
def test_a_page_leads_to_its_help_which_can_be_searched(built: Path, open_window: OpenWindow) -> None:
    page = open_window().page
    page.emulate_media(color_scheme="dark")
    page.goto("/accounts/login/")
    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Interlinea")
    # The system's setting without a script, and with the site's own colours.
    expect(page.locator("body")).to_have_css("background-color", "rgb(23, 22, 20)")
    page.get_by_role("link", name="Measures", exact=True).first.click()
    page.get_by_role("link", name="Expressions in translations").last.click()
    expect(page.locator(".formula math").first).to_be_visible()
    for width in (1280, 820, 390):
        page.set_viewport_size({"width": width, "height": 860})
        assert measure_overflow(page) == 0
    page.set_viewport_size({"width": 1280, "height": 860})
    assert find_violations(page) == []
    page.get_by_role("link", name="Back to the site").click()
    expect(page).to_have_url(re.compile(r"/accounts/login/"))


@pytest.mark.browser
def test_the_help_of_annotators_is_set_as_the_site_and_lists_ten_pages_at_most(
    built: Path, open_window: OpenWindow
) -> None:
    page = open_window().page
    page.goto("/accounts/login/")
    type_of = "(element) => ['fontFamily', 'fontSize'].map((name) => getComputedStyle(element)[name])"
    own = page.locator("main p").first.evaluate(type_of)
    page.goto("/help/guides/annotators.html")
    [families, size] = page.locator("article p").first.evaluate(type_of)
    assert (families.split(",")[0], size) == (own[0].split(",")[0], own[1])
    listed = page.locator(".sidebar-tree").get_by_role("link").all_inner_texts()
    assert 5 <= len(listed) <= 10, listed
    assert "For annotators" in listed
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 860})
        assert measure_overflow(page) == 0
    assert find_violations(page) == []
    # The others are one click away, and open where one of them is shown.
    page.locator("summary", has_text="More pages").click()
    page.locator("summary", has_text="Reference").click()
    page.locator(".sidebar-tree").get_by_role("link", name="Formats").click()
    expect(page.locator(".sidebar-tree").get_by_role("link", name="Formats")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize(("typed", "title"), [("invite", "For managers"), ("excel", "Formats")])
def test_the_search_of_the_help_begins_with_the_page_for_those_who_work(
    built: Path, open_window: OpenWindow, typed: str, title: str
) -> None:
    page = open_window().page
    page.goto("/help/")
    page.get_by_role("textbox", name="Search").fill(typed)
    page.keyboard.press("Enter")
    expect(page.locator("#search-results li a").first).to_contain_text(title)


@pytest.mark.browser
def test_addresses_of_sections_of_measures_lead_on(built: Path, open_window: OpenWindow) -> None:
    page = open_window().page
    page.goto("/help/measuring/measures.html#planner")
    expect_at(page, re.compile(r"/help/measuring/ratings\.html#planner$"))
    places = Reader(built / "measuring" / "measures.html").places
    assert {"statistics-outside", "error-spans", "effects-of-a-machines-scores", "meteor"} <= places


@pytest.mark.parametrize("page", FAMILIES)
def test_a_page_of_measures_begins_with_definition_example_and_source(page: str) -> None:
    text = (ROOT / "docs" / "measuring" / f"{page}.md").read_text(encoding="utf-8")
    first, _, _ = text.partition("\n## ")
    assert re.search(r"^\| (measure|figure) \| definition \| example \| source \|$", first, re.MULTILINE)
    assert first.count("\n|") >= 5


@pytest.mark.parametrize(
    ("typed", "title"), [("invite", "For managers"), ("excel", "Formats"), ("kappa", "Links: scores and agreement")]
)
def test_the_search_of_the_site_finds_the_page_that_tells_it(
    built: Path, settings: Any, db: None, typed: str, title: str
) -> None:
    settings.HELP_ROOT = built
    assert title in [hit.title for hit in find_help(typed)]
