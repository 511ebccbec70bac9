"""The metadata files of a release: written when it is built, and again when it is verified."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from annotation_site.projects.licences import write_legal_text
from annotation_site.releases.archives import ReleaseArchive, find_other_line
from annotation_site.releases.kinds import Manifest, ReleaseKind
from annotation_site.releases.metadata.card import write_card
from annotation_site.releases.metadata.citation import write_bibtex, write_cff
from annotation_site.releases.metadata.croissant import write_croissant
from annotation_site.releases.metadata.datacite import write_datacite, write_zenodo
from annotation_site.releases.metadata.description import describe
from annotation_site.releases.metadata.ro_crate import write_crate

# Goes up with every change of their words or order: `verify` compares metadata only where it is the same.
METADATA_VERSION = 4
CARD, DATASHEET, LICENCE = "README.md", "DATASHEET.md", "LICENSE"
CFF, BIBTEX = "CITATION.cff", "citation.bib"
CRATE, CROISSANT, DATACITE, ZENODO = "ro-crate-metadata.json", "croissant.json", "datacite.json", ".zenodo.json"
MEMBERS = {
    CARD: "this description",
    DATASHEET: "what the data is, how it was made, and how often",
    LICENCE: "terms of use in full",
    CFF: "how to cite (Citation File Format)",
    BIBTEX: "how to cite (BibTeX)",
    CROISSANT: "metadata for machine learning (Croissant)",
    CRATE: "metadata of the research object (RO-Crate)",
    DATACITE: "metadata for a DOI (DataCite)",
    ZENODO: "metadata for a deposit (Zenodo)",
    "manifest.json": "counts, agreement, policy, and the SHA-256 of every file",
    "SHA256SUMS": "the same hashes for `sha256sum --check`",
}


def write_members(manifest: Manifest, kind: ReleaseKind) -> Iterator[tuple[str, str]]:
    """Yield the files of metadata, from a manifest with or without them in its list of files."""
    contents = {name: file for name, file in manifest["files"].items() if name not in MEMBERS}
    release = describe({**manifest, "files": contents}, kind)
    beside = {name: text for name, text in MEMBERS.items() if name != CRATE}
    yield CARD, write_card(release, MEMBERS)
    yield DATASHEET, kind.write_datasheet(manifest)
    yield LICENCE, write_legal_text(manifest["licence"])
    yield CFF, write_cff(release)
    yield BIBTEX, write_bibtex(release)
    yield CROISSANT, _to_text(write_croissant(release))
    yield CRATE, _to_text(write_crate(release, beside))
    yield DATACITE, _to_text(write_datacite(release))
    yield ZENODO, _to_text(write_zenodo(release))


def check_metadata(release: ReleaseArchive, kind: ReleaseKind, not_recomputed: list[str]) -> Iterator[str]:
    """Yield what differs between the metadata in a release and that which its manifest gives; add what
    another version of this software wrote in other words to `not_recomputed`.
    """
    files = release.manifest["files"]
    if release.manifest.get("metadata") != METADATA_VERSION:
        written = sorted(name for name in (*MEMBERS, "README.txt") if name in files)
        not_recomputed += [f"{name}: another version of this software wrote it" for name in written]
        return
    for name, text in write_members(release.manifest, kind):
        if difference := find_other_line(release, name, text):
            yield f"{name}, line {difference}: the manifest gives other metadata."


def _to_text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
