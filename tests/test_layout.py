"""The shape of the house: what docs/architecture.md says of folders, modules and their layers."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

import grimp
import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
APPS = settings.OWN_APPS
# From low to high; jobs and services stand beside each other, views and API too. Every other module is pure.
LAYERS = ("models", "queries", "jobs", "services", "forms", "views", "api", "urls")
RANKS = {"models": 1, "queries": 2, "jobs": 3, "services": 3, "forms": 4, "views": 5, "api": 5, "urls": 6}
# What the framework wants under names of its own, and packages that are no subject of a project.
OUTSIDE = ("migrations", "management", "templatetags", "web", "embedded", "backups", "settings", "sources")
FRAMEWORKS = ("django", "rest_framework", "celery")
# Modules with names of their own that are not pure: how a request finds its project, an answer as a file, signed links.
FRAMEWORK_SIDE = ("access", "crowd.codes")
# The shared subjects are the machinery of the loop and of jobs; those that compute are pure all the same.
PURE_PARTS_OF_THE_SITE = (
    "annotation_site.phrases",
    "annotation_site.coefficients",
    "annotation_site.figures",
    "annotation_site.tables",
)


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*APPS, include_external_packages=True, exclude_type_checking_imports=True)


def find_layer(module: str) -> str | None:
    """Return the layer of a module in a subject, `pure` for a name of its own, None outside of subjects."""
    parts = module.split(".")
    if len(parts) < 3 or parts[0] not in APPS or parts[1] in OUTSIDE:
        return None
    return parts[2] if parts[2] in LAYERS else "pure"


def find_subject(module: str) -> str:
    """Return the subject of a module, such as `alignment.rounds`; empty for roots of apps and for the outside."""
    app, subject, *_rest = *module.split("."), "", ""
    is_subject = app in APPS and (ROOT / app / subject).is_dir() and subject not in ("", "migrations", "management")
    return f"{app}.{subject}" if is_subject else ""


def test_every_app_is_watched() -> None:
    """An app that these files do not name would be checked by neither, and nobody would hear of it."""
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter")
    assert contracts["importlinter"]["root_packages"].split() == list(APPS)
    assert contracts["importlinter:contract:apps"]["forbidden_modules"].split() == list(settings.KIND_APPS)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(APPS) <= set(project["tool"]["mypy"]["packages"])


def test_a_layer_imports_none_above_it(imports: grimp.ImportGraph):
    upwards = [
        f"{module} imports {imported}"
        for module in imports.modules
        for imported in imports.find_modules_directly_imported_by(module)
        if RANKS.get(find_layer(module) or "", 9) < RANKS.get(find_layer(imported) or "", 0)
    ]
    assert not upwards, "\n".join(sorted(upwards))


def test_a_module_with_a_name_of_its_own_knows_no_framework(imports: grimp.ImportGraph):
    found = [
        f"{module} imports {imported}"
        for module in imports.modules
        if find_layer(module) == "pure" and not module.endswith(FRAMEWORK_SIDE)
        if not module.startswith("annotation_site") or module.startswith(PURE_PARTS_OF_THE_SITE)
        for imported in imports.find_modules_directly_imported_by(module)
        if imported in FRAMEWORKS or RANKS.get(find_layer(imported) or "", 0)
    ]
    assert not found, "\n".join(sorted(found))


def test_subjects_that_import_each_other_are_listed_with_a_reason(imports: grimp.ImportGraph):
    """A contract of layers lets siblings import each other; here it is said which do, and why."""
    arrows = {
        (find_subject(module), find_subject(imported))
        for module in imports.modules
        for imported in imports.find_modules_directly_imported_by(module)
    }
    both_ways = {f"{one} {other}" for one, other in arrows if one and other and one < other and (other, one) in arrows}
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter")
    listed = dict(contracts["both-ways"])
    assert all(listed.values())
    assert not both_ways - set(listed)


def test_roots_of_apps_hold_at_most_six_modules():
    for app in APPS[1:]:
        assert len(list((ROOT / app).glob("*.py"))) <= 6, app


def test_every_package_says_what_it_is():
    silent = []
    for app in APPS:
        for folder in sorted((ROOT / app).iterdir()):
            init = folder / "__init__.py"
            if init.exists() and folder.name not in ("migrations", "management", "templatetags"):
                text = init.read_text(encoding="utf-8")
                silent += [] if re.match(r'"""\S', text) else [str(init.relative_to(ROOT))]
    assert not silent


def test_no_docstring_begins_with_a_question_word():
    """A docstring says what it returns, stores or raises, or names a class; the linter sees no difference."""
    question = re.compile(r'^ *"""(How|What|Who|Whose|Whether|Where|Which|When|Why)\b', re.MULTILINE)
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for folder in (*APPS, "tests")
        for path in (ROOT / folder).rglob("*.py")
        for match in question.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_private_functions_say_what_they_read_write_or_show():
    bare = re.compile(r"def _(describe|read|write|show|tell)\(")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if bare.search(line)
    ]
    assert not found, "\n".join(found)
