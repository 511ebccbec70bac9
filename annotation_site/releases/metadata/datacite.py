"""DataCite 4.5 and Zenodo: the record of a release in a repository of data."""

from __future__ import annotations

from typing import Any

from annotation_site.creators.creators import Creator
from annotation_site.releases.metadata.description import ReleaseDescription


def write_datacite(release: ReleaseDescription) -> dict[str, Any]:
    """Return datacite.json. The repository that takes the release adds its DOI and replaces the publisher."""
    terms = release.licence
    record: dict[str, Any] = {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Annotated text"},
        "titles": [{"title": release.title}],
        "creators": [_write_creator(creator) for creator in release.creators],
        # DataCite's word for “to be announced”.
        "publisher": {"name": ":tba"},
        "publicationYear": release.created[:4],
        "dates": [{"date": release.created[:10], "dateType": "Created"}],
        "version": release.version,
        "subjects": [{"subject": word} for word in release.keywords],
        "sizes": [f"{len(release.files)} files", f"{sum(file.size for file in release.files)} bytes"],
        "formats": sorted({file.media_type for file in release.files}),
        "descriptions": [
            {"description": release.text, "descriptionType": "Abstract"},
            {"description": f"How to cite: {release.citation}", "descriptionType": "Other"},
        ],
    }
    if len(release.languages) == 1:
        record["language"] = release.languages[0]
    if terms and "text" in terms:
        record["rightsList"] = [{"rights": terms["text"]}]
    elif terms:
        record["rightsList"] = [
            {
                "rights": terms["name"],
                "rightsUri": terms["url"],
                "rightsIdentifier": terms["id"].lower(),
                "rightsIdentifierScheme": "SPDX",
                "schemeUri": "https://spdx.org/licenses/",
            }
        ]
    return record


def _write_creator(creator: Creator) -> dict[str, Any]:
    ror = {"schemeUri": "https://ror.org"}
    if not creator.is_person:
        own = {"nameIdentifier": creator.ror_url, "nameIdentifierScheme": "ROR", **ror}
        return {
            "name": creator.name,
            "nameType": "Organizational",
            **({"nameIdentifiers": [own]} if creator.ror else {}),
        }
    person: dict[str, Any] = {"name": creator.listed_name, "nameType": "Personal", "familyName": creator.name}
    if creator.given_name:
        person["givenName"] = creator.given_name
    if creator.orcid:
        own = {"nameIdentifier": creator.orcid_url, "nameIdentifierScheme": "ORCID", "schemeUri": "https://orcid.org"}
        person["nameIdentifiers"] = [own]
    if creator.affiliation:
        of_employer = {"affiliationIdentifier": creator.ror_url, "affiliationIdentifierScheme": "ROR", **ror}
        person["affiliation"] = [{"name": creator.affiliation, **(of_employer if creator.ror else {})}]
    return person


def write_zenodo(release: ReleaseDescription) -> dict[str, Any]:
    """Return .zenodo.json. Without a public licence nobody gets the files before the depositor opens them."""
    terms = release.licence
    access: dict[str, str] = {"access_right": "closed"}
    if terms and "text" in terms:
        access = {"access_right": "restricted", "access_conditions": terms["text"]}
    elif terms:
        access = {"access_right": "open", "license": terms["id"].lower()}
    return {
        "upload_type": "dataset",
        "title": release.title,
        "description": release.text,
        "creators": [_zenodo_creator(creator) for creator in release.creators],
        "keywords": list(release.keywords),
        "version": release.version,
        "publication_date": release.created[:10],
        "notes": f"How to cite: {release.citation}",
        **access,
    }


def _zenodo_creator(creator: Creator) -> dict[str, str]:
    entry = {"name": creator.listed_name}
    for name in ("orcid", "affiliation"):
        if value := getattr(creator, name):
            entry[name] = value
    return entry
