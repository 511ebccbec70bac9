"""Releases for tests of scoring: the same archive the release job packs, without its wait."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256 as sha256_of
from itertools import count
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage

from alignment.formats import AlignedSentence
from alignment.readings.links import Reading
from alignment.releases.files import GOLD, TEXTS, write_gold_json
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.texts.json_lines import to_json_line

_keys = count(1)
GoldLine = tuple[str, str, Reading]
THREE_PAIRS: list[GoldLine] = [
    ("a black cat", "un gatto nero", Reading({(0, 0): "S", (1, 2): "S", (2, 1): "S"})),
    ("it rains", "piove", Reading({(1, 0): "S", (0, 0): "P"})),
    ("good night", "buona notte", Reading({(0, 0): "S", (1, 1): "S"})),
]


def make_release(project: Project, lines: Sequence[GoldLine] = THREE_PAIRS, *, scope: str = "full") -> Release:
    """Store a release of the project that holds these pairs and their gold links."""
    number = project.releases.count() + 1
    name = f"{project.slug}-release-{number}"
    with tempfile.TemporaryDirectory() as temporary:
        folder, archive = Path(temporary) / "files", Path(temporary) / f"{name}.zip"
        folder.mkdir()
        with ReleaseFiles(folder) as files:
            _write(files, lines)
            manifest = files.pack(_describe(project, number, lines, scope), name, archive)
        sha256, size = sha256_of(archive.read_bytes()).hexdigest(), archive.stat().st_size
        with archive.open("rb") as packed:
            stored = default_storage.save(f"releases/{name}.zip", File(packed))
    job = Job.objects.create(
        project=project,
        kind="release",
        requested_by=project.created_by,
        idempotency_key=f"test-{next(_keys)}",
        state=Job.State.SUCCEEDED,
    )
    return Release.objects.create(
        project=project,
        number=number,
        job=job,
        file=stored,
        file_name=f"{name}.zip",
        size=size,
        sha256=sha256,
        manifest=manifest,
        created_by=project.created_by,
    )


def _describe(project: Project, number: int, lines: Sequence[GoldLine], scope: str) -> dict[str, Any]:
    """Return a manifest in the first format: later versions must always show such releases the same way."""
    links = Counter(label for _, _, gold in lines for label in gold.links.values())
    counts = {
        "pairs": len(lines),
        "source_tokens": sum(len(source.split(" ")) for source, _, _ in lines),
        "target_tokens": sum(len(target.split(" ")) for _, target, _ in lines),
        "sure": links["S"],
        "possible": links["P"],
        **dict.fromkeys(("unaligned_source", "unaligned_target", "readings", "decisions", "left_open"), 0),
    }
    reasons = ["There is no item to agree on."]
    return {
        "format": "interlinea-release/1",
        "software": "Interlinea 0.1.0",
        "project": {"slug": project.slug, "name": project.name, "kind": "alignment", "scope": scope},
        "languages": {"source": "en", "target": "it"},
        "release": number,
        "created_at": "2026-01-31T12:00:00+00:00",
        "note": "",
        "policy": "wags",
        "annotators_per_pair": 2,
        "guideline": None,
        "inputs": [],
        "counts": counts,
        "agreement": {
            "links": "as submitted, before reconciliation",
            "pairs": [],
            "fleiss_kappa": None,
            "alpha": None,
            "items": 0,
            "reasons": reasons,
        },
    }


def _write(files: ReleaseFiles, lines: Sequence[GoldLine]) -> None:
    texts, gold = [], []
    for number, (source, target, reading) in enumerate(lines, start=1):
        identifier = f"pair-{number}"
        text = {
            "number": number,
            "id": identifier,
            "source_tokens": source.split(" "),
            "target_tokens": target.split(" "),
        }
        texts.append(to_json_line(text))
        gold.extend(write_gold_json([AlignedSentence(number, reading, number, identifier)]))
    files[TEXTS].write("".join(texts))
    files[GOLD].write("".join(gold))
