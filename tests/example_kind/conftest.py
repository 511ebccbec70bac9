"""The example kind, installed for the tests of this folder alone."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import AppConfig, apps
from django.db import connection
from django.template import engines
from django.urls import clear_url_caches

from annotation_site.jobs import registry
from annotation_site.projects import kinds

HERE = Path(__file__).parent
KIND = "acceptability"


def _read_addresses_again() -> None:
    """Gather the addresses of every kind anew: they are gathered when the modules are imported."""
    for name in ("annotation_site.api_urls", "annotation_site.urls"):
        importlib.reload(importlib.import_module(name))
    clear_url_caches()


@pytest.fixture
def installed(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the app as its line in KIND_APPS would: models with tables, kind, addresses, templates."""
    monkeypatch.syspath_prepend(str(HERE))
    settings.KIND_APPS = [*settings.KIND_APPS, KIND]
    config = AppConfig.create(KIND)
    config.apps = apps
    apps.app_configs[KIND] = config
    config.import_models()
    apps.clear_cache()
    with connection.schema_editor() as editor:
        for model in config.get_models():
            editor.create_model(model)
    folders = engines["django"].engine.dirs
    folders.append(HERE / KIND / "templates")
    config.ready()
    _read_addresses_again()
    yield
    with connection.schema_editor() as editor:
        for model in config.get_models():
            editor.delete_model(model)
    folders.pop()
    kinds._kinds.pop(KIND)
    for job in [job for job in registry._kinds if job.startswith(f"{KIND}_")]:
        del registry._kinds[job]
    del apps.app_configs[KIND], apps.all_models[KIND]
    for name in [name for name in sys.modules if name == KIND or name.startswith(f"{KIND}.")]:
        del sys.modules[name]
    apps.clear_cache()
    _read_addresses_again()
