"""README.md: the card that Hugging Face reads, and people first."""

from __future__ import annotations

from collections.abc import Iterator

from annotation_site.projects.licences import write_licence
from annotation_site.releases.metadata.citation import write_bibtex
from annotation_site.releases.metadata.description import ReleaseDescription
from annotation_site.releases.metadata.markdown import escape
from annotation_site.releases.metadata.yaml import quote


def write_card(release: ReleaseDescription, metadata: dict[str, str]) -> str:
    """Return README.md; `metadata` are further files by their description."""
    return "\n".join([*_front_matter(release), *_body(release, metadata)]) + "\n"


def _front_matter(release: ReleaseDescription) -> Iterator[str]:
    """Yield the part in YAML. Texts are written as JSON, which is YAML, too."""
    terms = release.licence
    yield "---"
    yield f"pretty_name: {quote(release.title)}"
    yield "language:"
    # The hub knows languages by their first subtag.
    yield from (f"- {quote(code)}" for code in dict.fromkeys(tag.split("-")[0].lower() for tag in release.languages))
    yield f"license: {terms['id'].lower() if terms and 'text' not in terms else 'other' if terms else 'unknown'}"
    if terms and "text" in terms:
        yield from ('license_name: "own-terms"', 'license_link: "LICENSE"')
    yield from ("task_categories:", f"- {release.task}", "tags:")
    yield from (f"- {quote(word)}" for word in release.keywords)
    yield "configs:"
    for number, table in enumerate(release.tables):
        yield f"- config_name: {table.name}"
        yield f"  data_files: {table.member}"
        if not number:
            yield "  default: true"
    yield "---"


def _body(release: ReleaseDescription, metadata: dict[str, str]) -> Iterator[str]:
    yield from ("", f"# {escape(release.title)}", "", release.summary)
    if release.note:
        yield from ("", escape(release.note))
    yield from ("", "## Files", "", "| file | content |", "|---|---|")
    descriptions = {file.name: file.description for file in release.files} | metadata
    yield from (f"| `{name}` | {text} |" for name, text in sorted(descriptions.items()))
    for table in release.tables:
        yield from ("", f"### {table.member}", "", "| column | type | content |", "|---|---|---|")
        yield from (f"| `{name}` | {column.kind} | {column.description} |" for name, column in table.columns.items())
    yield from ("", "## How to load", "", "    from datasets import load_dataset")
    yield from (f'    {table.name} = load_dataset("PATH OF THIS FOLDER", "{table.name}")' for table in release.tables)
    yield from ("", "## How to verify", "", "In this folder, without any program of ours:", "")
    yield from ("    sha256sum --check SHA256SUMS", "")
    yield "Every number of `manifest.json` and every file that follows from others, computed again from the archive:"
    yield from ("", f"    python manage.py verify {release.identifier}.zip")
    yield from ("", "## Creators", "")
    for creator in release.creators:
        yield f"- {', '.join(filter(None, map(escape, [creator.full_name, creator.affiliation, creator.orcid_url])))}"
    yield from ("", "## Licence", "", escape(write_licence(release.licence)))
    yield from ("", "## How to cite", "", escape(release.citation), "")
    yield from (f"    {line}" for line in write_bibtex(release).splitlines())
