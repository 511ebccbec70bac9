"""Store a database of this version, which later versions must bring up to date: docs/developing/upgrades.md says when.

    make dump

The demo projects, and the rows and files of every kind that the tests of pages and of rights look at.
"""

import json
import logging
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from alignment.demo.services import load_demo
from annotation_site.backups.copies import back_up
from annotation_site.embedded.console import say
from annotation_site.projects.demo import PEOPLE
from evaluation.demo.services import load_translation_demo
from idiomaticity.demo.services import load_rating_demo
from tests.authorisation.building import build_side
from tests.browser.world import build_world
from tests.factories import PASSWORD
from tests.stand_ins.outside_hosts import LISTED_HOST
from tests.upgrades.figures import read_figures
from tests.upgrades.places import BACKUP, DUMPS, FIGURES, empty_site, pack_dump


def make_dump(archive: Path) -> dict[str, list[int]]:
    """Build a site in use and pack its backup with its figures; gives rows and hash of each table."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        packed = folder / "packed"
        packed.mkdir()
        with empty_site(folder):
            call_command("migrate", verbosity=0)
            _fill()
            contents = back_up(packed / BACKUP)
            (packed / FIGURES).write_text(json.dumps(read_figures(), indent=1))
        archive.parent.mkdir(exist_ok=True)
        pack_dump(packed, archive)
    return contents["tables"]


def _fill() -> None:
    passwords = dict.fromkeys(PEOPLE, PASSWORD)
    for load in (load_demo, load_rating_demo, load_translation_demo):
        load(passwords)
    with override_settings(OUTGOING_HOSTS=[LISTED_HOST]):
        build_world()
        build_side()


if __name__ == "__main__":
    logging.disable(logging.ERROR)  # the world holds jobs that fail, to be looked at
    archive = DUMPS / f"{settings.VERSION}.tar.xz"
    tables = make_dump(archive)
    empty = sorted(table for table, (rows, _) in tables.items() if not rows)
    say(f"{archive}: {archive.stat().st_size / 1000:,.0f} kB, {len(tables) - len(empty)} of {len(tables)} tables.")
    say(f"Without rows: {', '.join(empty)}.")
