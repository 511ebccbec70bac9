"""RO-Crate 1.1: the release as a research object, a file at a time."""

from __future__ import annotations

from typing import Any

from annotation_site.releases.metadata.description import ReleaseDescription

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
# Terms of schema.org that are younger than RO-Crate 1.1 and not in its vocabulary.
NEWER_TERMS = {term: f"http://schema.org/{term}" for term in ("creditText", "sha256")}


def write_crate(release: ReleaseDescription, metadata: dict[str, str]) -> dict[str, Any]:
    """Return ro-crate-metadata.json; `metadata` are further files by their description, whose hashes are not known."""
    creators, affiliations = _list_creators(release)
    terms = release.licence
    licence_id = (terms or {}).get("url", "#licence")
    root: dict[str, Any] = {
        "@id": "./",
        "@type": "Dataset",
        "name": release.title,
        "description": release.text,
        "datePublished": release.created,
        "version": release.version,
        "creditText": release.citation,
        "inLanguage": list(release.languages),
        "keywords": ", ".join(release.keywords),
        "creator": [{"@id": creator["@id"]} for creator in creators],
        "license": {"@id": licence_id},
        "hasPart": [{"@id": name} for name in sorted([file.name for file in release.files] + list(metadata))],
    }
    graph: list[dict[str, Any]] = [
        {
            "@id": "ro-crate-metadata.json",
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        },
        root,
        {"@id": licence_id, "@type": "CreativeWork", **_write_terms(release)},
        *creators,
        *affiliations,
        {"@id": "#software", "@type": "SoftwareApplication", "name": release.software},
        {
            "@id": "#release",
            "@type": "CreateAction",
            "name": f"Release {release.number}",
            "endTime": release.created,
            "instrument": {"@id": "#software"},
            "result": {"@id": "./"},
        },
        *(
            {
                "@id": file.name,
                "@type": "File",
                "name": file.name,
                "description": file.description,
                "encodingFormat": file.media_type,
                "contentSize": str(file.size),
                "sha256": file.sha256,
            }
            for file in release.files
        ),
        *(
            {"@id": name, "@type": "File", "name": name, "description": description}
            for name, description in sorted(metadata.items())
        ),
    ]
    return {"@context": [CONTEXT, NEWER_TERMS], "@graph": graph}


def _list_creators(release: ReleaseDescription) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return creators and their affiliations, each of these once."""
    creators: dict[str, dict[str, Any]] = {}
    affiliations: dict[str, dict[str, Any]] = {}
    for number, named in enumerate(release.creators, start=1):
        key = (named.orcid_url if named.is_person else named.ror_url) or f"#creator-{number}"
        creator: dict[str, Any] = {"@id": key, "@type": "Organization", "name": named.full_name}
        if named.is_person:
            creator |= {"@type": "Person", "familyName": named.name}
        if named.given_name:
            creator["givenName"] = named.given_name
        if named.affiliation:
            key_of_employer = named.ror_url or f"#affiliation-{number}"
            creator["affiliation"] = {"@id": key_of_employer}
            affiliations[key_of_employer] = {"@id": key_of_employer, "@type": "Organization", "name": named.affiliation}
        creators[key] = creator
    return list(creators.values()), [employer for key, employer in affiliations.items() if key not in creators]


def _write_terms(release: ReleaseDescription) -> dict[str, str]:
    terms = release.licence
    if terms is None:
        return {"name": "None stated", "description": "Contact the authors of this release before you use it."}
    if "text" in terms:
        return {"name": "Terms of this release", "description": terms["text"]}
    return {"name": terms["name"], "identifier": terms["id"], "url": terms["url"]}
