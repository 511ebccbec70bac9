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


def write_whole_wordnet(folder: Path, synsets: dict[str, list[list[str]]]) -> Path:
    """Write every file that NLTK reads, with these synsets of words by part of speech (noun, verb, adj, adv)."""
    letters = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
    for name, letter in letters.items():
        data = "  1 WordNet 3.0 Copyright 2006 by Princeton University.  \n"
        offsets: dict[str, list[int]] = {}
        for words in synsets.get(name, ()):
            offset = len(data)
            listed = " ".join(f"{word} 0" for word in words)
            frames = " 01 + 02 00" if name == "verb" else ""
            data += f"{offset:08} 00 {letter} {len(words):02x} {listed} 000{frames} | a meaning  \n"
            for word in words:
                offsets.setdefault(word.lower(), []).append(offset)
        index = "".join(
            f"{word} {letter} {len(places)} 0 {len(places)} 0 {' '.join(f'{place:08}' for place in places)}  \n"
            for word, places in sorted(offsets.items())
        )
        (folder / f"data.{name}").write_text(data)
        (folder / f"index.{name}").write_text(LICENCE + (index or f"zxqv {letter} 1 0 1 0 {len(data):08}  \n"))
        (folder / f"{name}.exc").write_text("mice mouse\n" if name == "noun" else "")
    (folder / "lexnames").write_text("00\tadj.all\t3\n")
    (folder / "cntlist.rev").write_text("store%1:06:00:: 1 12\n")
    return folder
