"""The names by which jobs are asked for."""

import re
from pathlib import Path

from annotation_site.celery import app

ROOT = Path(__file__).resolve().parents[3]


def test_every_task_that_a_service_asks_for_is_known_to_the_worker():
    app.loader.import_default_modules()
    files = [
        path
        for name in ("annotation_site", "alignment", "idiomaticity", "evaluation")
        for path in (ROOT / name).rglob("*.py")
    ]
    asked = {name for path in files for name in re.findall(r'task="([\w.]+)"', path.read_text(encoding="utf-8"))}
    assert "evaluation.tasks.run_comparison" in asked and len(asked) > 20
    assert asked <= set(app.tasks)
