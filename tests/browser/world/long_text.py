"""A project of long names, long sentences and another script."""

from uuid import uuid4

from alignment.releases.services import request_release
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Role
from tests.browser.world.visiting import Visit, page
from tests.factories import (
    draw,
    lease,
    make_member,
    make_pair,
    make_project,
    submit,
)

ARABIC = "وضع المدير النقاط على الحروف بعد أن طفح الكيل ولم يعد أحد يعرف ما الذي يجري في المكتب منذ الصباح الباكر ."
ENGLISH = "the manager made things clear once all were fed up and nobody knew what was going on at the office ."
LONG_NAME = "Expressions in instruction manuals, Arabic–English, second round after the pilot of last spring"


def visit_long_text(people: dict[str, User]) -> list[Visit]:
    project = make_project(
        people["manager"], name=LONG_NAME, description="Long. " * 60, source_language="ar", target_language="en"
    )
    first, second = make_member(project, user=people["annotator A"]), make_member(project)
    make_member(project, Role.ADJUDICATOR, people["adjudicator"])
    hundred = [" ".join(f"{word}{number}" for number in range(100)) for word in ("كلمة", "expression")]
    for source, target in ((ARABIC, ENGLISH), (hundred[0], hundred[1]), ("شكرا", "Thanks"), ("x" * 300, "y" * 300)):
        make_pair(project, source, target)
    for annotator, label in ((first, "S"), (second, "P")):
        for _ in range(2):
            assignment = lease(annotator)
            pair = assignment.item.sentence_pair
            shared = range(min(len(pair.source_tokens), len(pair.target_tokens)))
            links = " ".join(f"{index}-{index}{label}" for index in shared)
            submit(draw(assignment, links))
    _read_a_hundred_words(lease(first), "SP")
    _read_a_hundred_words(lease(second), "PS")
    lease(first)
    queued = request_release(user=people["manager"], project=project, request_id=uuid4())
    ready = Item.objects.filter(project=project, state=Item.State.ANNOTATED)
    return [
        page("long-overview", "manager", "alignment:overview", project.slug),
        page("long-pairs", "manager", "alignment:pairs", project.slug),
        page("long-work", "annotator A", "alignment:assignments", project.slug),
        page("long-queue", "adjudicator", "alignment:adjudication", project.slug),
        page("long-agreement", "adjudicator", "projects:agreement", project.slug),
        page("long-release-new", "manager", "alignment:release_new", project.slug),
        page("job-waiting", "manager", "projects:job", project.slug, queued.pk),
        *[
            page(f"long-annotate-{number}", "annotator A", "alignment:annotate", assignment.pk)
            for number, assignment in enumerate(first.assignments.order_by("item__number"), start=1)
        ],
        *[
            page(f"long-adjudicate-{item.number}", "adjudicator", "alignment:adjudicate", project.slug, item.number)
            for item in ready.order_by("number")
        ],
        *[
            page(f"long-own-links-{n}", "adjudicator", "alignment:adjudicate", project.slug, n, query="?own_links=0-0")
            for n in (1, 2)
        ],
        *[
            page(f"long-pair-{number}", "manager", "alignment:pair", project.slug, number)
            for number in range(1, project.item_count + 1)
        ],
    ]


def _read_a_hundred_words(assignment: Assignment, labels: str) -> None:
    pair = assignment.item.sentence_pair
    last = min(len(pair.source_tokens), len(pair.target_tokens)) - 1
    submit(draw(assignment, " ".join(f"{i}-{last - i}{labels[i % 2]}" for i in range(0, last + 1, 3))))
