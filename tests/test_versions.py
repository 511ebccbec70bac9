"""The version stands in files that other programs read."""

import tomllib
from importlib.metadata import distributions

import yaml
from django.conf import settings
from packaging.specifiers import SpecifierSet

import interlinea


def test_package_site_and_citation_name_the_same_version() -> None:
    package = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    citation = yaml.safe_load((settings.BASE_DIR / "CITATION.cff").read_text())
    assert {package["version"], citation["version"], settings.VERSION} == {settings.VERSION}
    assert citation["license"] == package["license"]
    client = tomllib.loads((settings.BASE_DIR / "clients" / "python" / "pyproject.toml").read_text())["project"]
    assert (client["version"], interlinea.__version__) == (settings.VERSION, settings.VERSION)
    assert client["license"] == package["license"]


def test_every_package_runs_under_the_oldest_python_that_is_promised() -> None:
    package = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    oldest = package["requires-python"].removeprefix(">=") + ".0"
    wanted = {each.name: each.metadata.get("Requires-Python") for each in distributions()}
    assert [name for name, pythons in wanted.items() if pythons and oldest not in SpecifierSet(pythons)] == []
