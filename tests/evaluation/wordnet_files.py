"""WordNet for tests: a few entries in its own format, or the real one where it is installed."""

from pathlib import Path

import pytest
from django.conf import settings

from evaluation.measures.jobs.preparing import has_wordnet

# Where the site finds it: INTERLINEA_WORDNET, or what `make wordnet` fetched; else Debian's.
ROOT = Path(settings.WORDNET_FOLDER if has_wordnet("en") else "/usr/share/wordnet")
LICENCE = "  1 This software and database is being provided to you, the LICENSEE, by  \n"
FILES = {
    "index.noun": (
        "store n 4 4 @ ~ #p %p 4 3 04202417 13367070 03744276 04329190  \n"
        "shop n 2 2 @ ~ 2 2 04202417 04603081  \n"
        "trade n 1 3 @ ~ + 1 1 01090446  \n"
        "luxury n 1 1 @ 1 1 05149325  \n"
        "luxury_store n 1 1 @ 1 0 04202999  \n"
    ),
    "index.verb": "run v 2 1 @ 2 2 01926311 02075049  \nstore v 1 1 @ 1 1 02281093  \n",
    "index.adj": "good a 1 1 ! 1 1 01123148  \n",
    "index.adv": "well r 1 1 ! 1 1 00011093  \n",
    "noun.exc": "mice mouse\n",
    "verb.exc": "ran run\n",
    "adj.exc": "better good well\n",
    "adv.exc": "best well\n",
    "cntlist.rev": "store%1:06:00:: 1 12\nstore%2:40:00:: 1 4\nrun%2:38:00:: 1 106\ngood%3:00:01:: 1 190\n",
}


def write_wordnet(folder: Path) -> Path:
    for name, text in FILES.items():
        (folder / name).write_text(LICENCE + text if name.startswith("index") else text)
    return folder


def real_wordnet() -> Path:
    """Return the real WordNet; skip the test where it is absent."""
    if not (ROOT / "index.noun").exists():
        pytest.skip(f"WordNet is not under {ROOT}: make wordnet, or set INTERLINEA_WORDNET")
    return ROOT
