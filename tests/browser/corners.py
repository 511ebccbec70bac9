"""Pages that a site shows only at times: suggestions and their report, a text read in the wrong format, the second
factor once it is set up, and errors.
"""

import re
from collections.abc import Callable, Iterator
from uuid import uuid4

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.files.base import ContentFile
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Route

from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import request_import_preview
from alignment.suggestions.jobs.suggesting import take_suggestions
from alignment.suggestions.services import request_suggestions
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.browser.windows import Window, expect_at
from tests.factories import PASSWORD, lease, make_member, make_pair, make_project, make_reading

BITEXT = "a stitch in time ||| un punto a tempo\nlook before you leap ||| guarda prima di saltare\n"
SECOND_FACTOR = {
    "second-factor-on": "/accounts/2fa/",
    "second-factor-off": "/accounts/2fa/totp/deactivate/",
    "recovery-codes": "/accounts/2fa/recovery-codes/",
    "recovery-codes-new": "/accounts/2fa/recovery-codes/generate/",
    "second-factor-again": "/accounts/2fa/reauthenticate/",
}
ERRORS = ("400", "403_csrf", "429", "500")


def _do(job: Job, body: object) -> Job:
    work_on(job.pk, body)  # type: ignore[arg-type]
    job.refresh_from_db()
    return job


def suggest_links(people: dict[str, User]) -> tuple[Project, int]:
    """Make a project with suggestions, two readings made over them, and one pair open in the editor: its assignment."""
    project = make_project(people["manager"], name="Suggestions in use")
    for source, target in (
        ("a black cat", "un gatto nero"),
        ("it rains", "piove"),
        ("he kicked the bucket last night", "ieri notte ha tirato le cuoia"),
    ):
        make_pair(project, source, target)
    first, second = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    links = ContentFile(b"0-0S 1-2S 2-1S\n0-0P 1-0S\n0-2S 1-3P 2-4P 3-5P 4-0S 5-1S\n")
    asked = request_suggestions(
        user=people["manager"],
        project=project,
        file=links,
        file_name="aligner.txt",
        alignment_format="suffix",
        base="0",
        request_id=uuid4(),
    )
    _do(asked, take_suggestions)
    for annotator in (first, second):
        make_reading(annotator, "0-0S")
        make_reading(annotator, "0-0S")
    return project, lease(first).pk


def misread_text(manager: User, project: Project) -> tuple[Job, Job]:
    """Preview a bitext that was taken for a table, and one that was taken for XML."""
    upload = store_upload(user=manager, project=project, file=ContentFile(BITEXT.encode()), name="proverbs.txt")
    table, xml = (
        _do(
            request_import_preview(
                user=manager, project=project, uploads=[upload], text_format=name, tokens="spaces", request_id=uuid4()
            ),
            preview_import,
        )
        for name in ("tsv", "tmx")
    )
    return table, xml


def walk_second_factor(window: Window, door: Window, user: User) -> Iterator[tuple[str, Window]]:
    """Set up the factor for somebody who is signed in, and open its pages one after the other; at the door too."""
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    for name, url in SECOND_FACTOR.items():
        window.page.goto(url)
        yield name, window
    door.page.goto("/accounts/login/")
    door.page.get_by_label("Email").fill(user.email)
    door.page.get_by_label("Password").fill(PASSWORD)
    door.page.get_by_role("button", name="Sign in").click()
    expect_at(door.page, re.compile("/2fa/authenticate/"))
    yield "second-factor-at-the-door", door


def _answer_with(html: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=html, content_type="text/html")


def walk_errors(window: Window) -> Iterator[tuple[str, Window]]:
    """Yield the pages of errors that no request can cause, served at some address."""
    for name in ERRORS:
        html = render_to_string(f"{name}.html", request=RequestFactory().get("/"))
        window.page.route(f"**/errors/{name}/", _answer_with(html))
        window.page.goto(f"/errors/{name}/")
        yield f"error-{name}", window
