"""The modules of a page are found from its script, and served under the hash of what they say."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.template import Context, Template

from annotation_site.web.scripts import list_imports

EDITOR = "alignment/readings/annotate.js"
PAGES = {
    EDITOR: 44,
    "alignment/adjudication/adjudicate.js": 18,
    "alignment/rounds/reconcile.js": 18,
    "idiomaticity/ratings/rate.js": 11,
    "evaluation/judging/judge.js": 13,
    "evaluation/judging/mark.js": 22,
    "expressions/marks/mark.js": 14,
}


@pytest.mark.parametrize(("script", "most"), PAGES.items())
def test_every_module_of_a_page_is_found_once(script: str, most: int) -> None:
    found = list_imports(script)
    assert "site/unsent/queue.js" in found
    assert len(found) == len(set(found)) <= most
    assert script not in found


def test_a_module_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"no script nowhere\.js"):
        list_imports("nowhere.js")


def test_the_tag_announces_what_the_script_imports() -> None:
    page = Template('{% load scripts %}{% module "evaluation/judging/judge.js" %}').render(Context())
    announced = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page)
    assert announced == list_imports("evaluation/judging/judge.js")
    assert page.endswith('<script type="module" src="/static/evaluation/judging/judge.js"></script>')


def test_collected_modules_import_each_other_under_their_hashes(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    storages = {"BACKEND": "annotation_site.web.scripts.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storages}
    call_command("collectstatic", interactive=False, verbosity=0)
    for script in (EDITOR, *list_imports(EDITOR)):
        collected = tmp_path / staticfiles_storage.stored_name(script)
        imports = re.findall(r'^import\b[^;"]*"([^"]+)"', collected.read_text("utf-8"), re.MULTILINE)
        assert all(re.search(r"\.[0-9a-f]{12}\.js$", name) for name in imports), collected
        assert all((collected.parent / name).resolve().is_file() for name in imports)
