"""The citation of a release: as a sentence, as CITATION.cff, and as BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from annotation_site.creators.creators import Creator
from annotation_site.releases.metadata.description import ReleaseDescription
from annotation_site.releases.metadata.yaml import quote

_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def cite(creators: Sequence[Creator], project: str, number: int, date: str) -> str:
    """Return the citation of a release whose manager entered none."""
    names = "; ".join(creator.listed_name for creator in creators)
    return f"{names} ({date[:4]}). {project}, release {number}." if names else f"{project}, release {number}, {date}."


def write_cff(release: ReleaseDescription) -> str:
    """Return CITATION.cff, as GitHub and Zenodo read it."""
    return "\n".join(_cff(release)) + "\n"


def _cff(release: ReleaseDescription) -> Iterator[str]:
    yield from ("cff-version: 1.2.0", f"message: {quote(release.citation)}", "type: dataset")
    yield from (f"title: {quote(release.title)}", f"version: {quote(release.version)}")
    yield f"date-released: {quote(release.created[:10])}"
    if release.licence and "text" not in release.licence:
        yield f"license: {release.licence['id']}"
    yield "authors:"
    for creator in release.creators:
        fields = {"name": creator.name}
        if creator.is_person:
            fields = {
                "family-names": creator.name,
                "given-names": creator.given_name,
                "orcid": creator.orcid_url,
                "affiliation": creator.affiliation,
            }
        lines = [f"{name}: {quote(value)}" for name, value in fields.items() if value]
        yield from (f"{'- ' if not index else '  '}{line}" for index, line in enumerate(lines))


def write_bibtex(release: ReleaseDescription) -> str:
    """Return an entry for a bibliography."""
    fields = {
        "author": " and ".join(_bibtex_name(creator) for creator in release.creators),
        "title": f"{{{escape_latex(release.title)}}}",
        "year": release.created[:4],
        "version": release.version,
        "note": escape_latex(release.citation),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{release.identifier},", *lines, "}"]) + "\n"


def escape_latex(text: str) -> str:
    """Return a text that LaTeX prints as it is."""
    return re.sub(r"[\\~^{}$&#%_]", lambda found: _LATEX.get(found[0], "\\" + found[0]), text)


def _bibtex_name(creator: Creator) -> str:
    # Braces keep BibTeX from taking the name of an organisation, or an "and" in it, apart.
    parts = [f"{{{escape_latex(part)}}}" for part in (creator.name, creator.given_name) if part]
    return ", ".join(parts)
