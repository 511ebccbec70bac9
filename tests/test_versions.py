"""The version stands in files that other programs read."""

import tomllib

import yaml
from django.conf import settings

import interlinea


def test_package_site_and_citation_name_the_same_version() -> None:
    package = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    citation = yaml.safe_load((settings.BASE_DIR / "CITATION.cff").read_text())
    assert {package["version"], citation["version"], settings.VERSION} == {settings.VERSION}
    assert citation["license"] == package["license"]
    client = tomllib.loads((settings.BASE_DIR / "clients" / "python" / "pyproject.toml").read_text())["project"]
    assert (client["version"], interlinea.__version__) == (settings.VERSION, settings.VERSION)
    assert client["license"] == package["license"]
