"""S2: 300 texts made to run as a script, to break out of their place or to turn lines round, wherever people write."""

from itertools import cycle, islice, product
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from alignment.adjudication.services.decisions import decide_links
from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.assignments import post_comment, skip_assignment
from annotation_site.jobs.running import work_on
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.members import invite
from tests.browser.conftest import OpenWindow
from tests.factories import draw, lease, make_member, make_pair, make_project, make_user, submit

RUN = "window.hacked=1"
MARKUP = [
    "<script>{}</script>",
    "<img src=x onerror={}>",
    "<svg/onload={}>",
    "<svg><script>{}</script></svg>",
    "<body onload={}>",
    "<iframe srcdoc='<script>parent.{}</script>'></iframe>",
    "<a href=javascript:{}>x</a>",
    "[x](javascript:{})",
    "![x](x onerror={})",
    "<details open ontoggle={}>",
    "<input autofocus onfocus={}>",
    "<style>@import'javascript:{}'</style>",
    "<math><mtext><script>{}</script></mtext></math>",
    "<object data=javascript:{}>",
    "<base href=javascript:{}//>",
    "<div hx-on:load={} hx-trigger=load>",
    "<div hx-get=/ hx-vals=js:{} hx-trigger=load>",
    "<template><script>{}</script></template>",
    "<marquee onstart={}>",
    "{{{{constructor.constructor('{}')()}}}}",
]
# What stands before the markup closes whatever place the text was put into.
BREAKS = [
    '"',
    "'",
    '">',
    "'>",
    "</script>",
    "</textarea>",
    "-->",
    "]]>",
    "</title>",
    "\\u003c",
    "</style>",
    "`}",
    "%3C",
]
TURNS = ["\u202e", "\u2066\u2067", "\u200f", "\ufeff"]
FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(1)", "\uff1d1+1", "=cmd|' /C calc'!A0"]
PAYLOADS = [
    *(break_ + markup.format(RUN) for break_, markup in product(BREAKS, MARKUP)),
    *(turn + markup.format(RUN) for turn, markup in product(TURNS, MARKUP)),
    *FORMULAS,
]
texts = cycle(PAYLOADS)


def hostile(number: int = 1, most: int = 10_000) -> str:
    """Return the next payloads as one text."""
    return " ".join(islice(texts, number))[:most]


def words(number: int) -> str:
    """Return the next payloads as so many words, without spaces inside."""
    return " ".join(text.replace(" ", "/") for text in islice(texts, number))


def write_everywhere(manager: User) -> tuple[Project, Membership, User]:
    """Make a project in which every text that people can write is hostile; return it with an annotator and the
    adjudicator.
    """
    project = make_project(
        manager,
        name=hostile(most=120),
        description=hostile(20, most=2000),
        guideline="\n\n".join(islice(texts, 200)),
    )
    first, second = (make_member(project, user=make_user(hostile(most=120))) for _ in range(2))
    adjudicator = make_member(project, Role.ADJUDICATOR, make_user(hostile(most=120))).user
    for _ in range(4):
        make_pair(project, words(80), words(80))
    invite(user=manager, project=project, role=Role.ANNOTATOR, days=7, use_limit=5, note=hostile(most=100))
    create_token(user=manager, name=hostile(most=60), scope="read", days=30)
    for member, label in ((first, "S"), (second, "P")):
        for _ in range(2):
            reading = draw(lease(member), f"0-0{label} 1-1S 2-2{label}")
            post_comment(user=member.user, assignment_id=reading.pk, operation_id=uuid4(), text=hostile(10, 2000))
            submit(reading)
    open_round(user=manager, project=project, operation_id=uuid4(), note=hostile(most=300))
    close_round(user=manager, project=project, operation_id=uuid4(), number=1)
    item = project.items.filter(state=Item.State.ANNOTATED)[0]
    decide_links(
        user=adjudicator,
        item_id=item.pk,
        operation_id=uuid4(),
        version=0,
        decisions=[(0, 0, "S")],
        note=hostile(most=300),
    )
    skipped = lease(first)
    skip_assignment(
        user=first.user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason=hostile(most=300)
    )
    job = request_release(
        user=manager, project=project, request_id=uuid4(), note=hostile(most=300), citation=hostile(3, 900)
    )
    work_on(job.pk, build_release)
    return project, first, adjudicator


def list_pages(project: Project, annotator: Membership, adjudicator: User) -> list[tuple[User, str]]:
    """Return pages on which any of these texts is shown, with a person who sees them."""
    manager = project.created_by
    number = project.items.exclude(link_decisions=None).values_list("number", flat=True)[0]
    slug = project.slug
    pages = [(manager, reverse("projects:home")), (manager, reverse("projects:account"))]
    pages += [
        (manager, reverse(route, args=[slug]))
        for route in (
            "alignment:overview",
            "alignment:settings",
            "alignment:pairs",
            "alignment:rounds",
            "alignment:release_new",
            "projects:members",
            "projects:guidelines",
            "projects:guideline_new",
            "projects:jobs",
            "projects:releases",
        )
    ]
    pages += [
        (manager, reverse("alignment:pair", args=[slug, number])),
        (manager, reverse("alignment:round", args=[slug, 1])),
        (manager, reverse("projects:release", args=[slug, 1])),
        (manager, reverse("alignment:datasheet", args=[slug, 1])),
        (adjudicator, reverse("alignment:adjudication", args=[slug])),
        (adjudicator, reverse("alignment:adjudicate", args=[slug, number])),
        (adjudicator, reverse("projects:agreement", args=[slug])),
        (annotator.user, reverse("alignment:assignments", args=[slug])),
        *(
            (annotator.user, reverse("alignment:annotate", args=[pk]))
            for pk in annotator.assignments.values_list("pk", flat=True)
        ),
    ]
    return pages


def expect_settled(page: Page) -> None:
    """Wait for fragments and pictures that are fetched once the page is there, and for what their events start."""
    page.wait_for_function(
        "() => !document.querySelector('.htmx-request') && [...document.images].every((image) => image.complete)"
    )
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.usefixtures("transactional_db")
def test_nothing_that_people_write_is_ever_run(open_window: OpenWindow) -> None:
    """A blocked attempt counts as well: the window remembers what the browser's policy complained about."""
    assert len(PAYLOADS) >= 300
    project, annotator, adjudicator = write_everywhere(make_user(hostile(most=120), can_create_projects=True))
    pages = list_pages(project, annotator, adjudicator)
    windows = {person: open_window(person) for person, _ in pages}
    for person, path in pages:
        page = windows[person].page
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        expect_settled(page)
        assert page.evaluate("window.hacked") is None, path
        assert page.locator("[onerror], [onload], [onfocus], [ontoggle], [onstart], iframe, object, base").count() == 0
        assert page.locator("a[href^='javascript:' i]").count() == 0, path
        assert project.name[:20] in page.locator("body").inner_text() or path in ("/", "/account/"), path
