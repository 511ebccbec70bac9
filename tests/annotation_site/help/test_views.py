"""The built documentation as the site serves it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.servers import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(settings: Any, tmp_path: Path) -> Path:
    """Make a documentation of two pages, and a file beside it."""
    settings.HELP_ROOT = tmp_path / "help"
    (settings.HELP_ROOT / "guides").mkdir(parents=True)
    (settings.HELP_ROOT / "index.html").write_text("<h1>Interlinea</h1>")
    (settings.HELP_ROOT / "guides" / "managers.html").write_text("<h1>For managers</h1>")
    (tmp_path / "secret-key").write_text("secret")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/help/", "Interlinea"),
        ("/help/index.html", "Interlinea"),
        ("/help/guides/managers.html", "For managers"),
        ("/help/guides/managers", "For managers"),
    ],
)
def test_anybody_reads_a_page(built: Path, path: str, heading: str) -> None:
    response = Client().get(path)
    assert response.status_code == 200
    assert response.getvalue().decode() == f"<h1>{heading}</h1>"


def test_a_page_is_under_the_policy_of_the_site_and_asked_for_anew_after_an_update(built: Path) -> None:
    response = Client().get("/help/")
    assert response.getvalue()
    policy = {each.strip() for each in response.headers["Content-Security-Policy"].split(";")}
    assert {"script-src 'self'", "style-src 'self'"} <= policy
    assert response.headers["Cache-Control"] == "no-cache"
    later = Client().get("/help/", headers={"If-Modified-Since": response.headers["Last-Modified"]})
    assert later.status_code == 304


@pytest.mark.parametrize("path", ["/help/none.html", "/help/guides/", "/help/../secret-key", "/help/%2e%2e/secret-key"])
def test_nothing_else_is_sent(built: Path, path: str) -> None:
    assert Client().get(path).status_code in (400, 404)


def test_a_site_without_documentation_says_so(settings: Any, tmp_path: Path) -> None:
    settings.HELP_ROOT = tmp_path / "help"
    for path in ("/help/", "/help/measuring/measures.html"):
        response = Client().get(path)
        assert response.status_code == 404
        assert "The documentation of this site has not been built" in response.content.decode()


def test_make_and_the_image_build_what_the_site_serves() -> None:
    environment = {**os.environ, "INTERLINEA_ENVIRONMENT": "development", "SECRET_KEY": "x"}
    code = "from annotation_site.settings.storage import HELP_ROOT; print(HELP_ROOT)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    served = Path(done.stdout.strip()).relative_to(ROOT)
    for builder in ("Makefile", "Dockerfile"):
        assert re.search(rf"-m sphinx --quiet .* docs {served}\b", (ROOT / builder).read_text(encoding="utf-8"))
