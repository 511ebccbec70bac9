"""RO-Crate 1.1: the release as a research object, a file at a time."""

from __future__ import annotations

from typing import Any

from annotation_site.releases.metadata.description import ReleaseDescription

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
# Terms of schema.org that are younger than RO-Crate 1.1 and not in its vocabulary.
NEWER_TERMS = {term: f"http://schema.org/{term}" for term in ("creditText", "sha256")}


def write_crate(release: ReleaseDescription, metadata: dict[str, str]) -> dict[str, Any]:
    """Return ro-crate-metadata.json; `metadata` are further files by their description, whose hashes are not known."""
    creators, affiliations = _describe_creators(release)
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
        "creator": [{"@id": each["@id"]} for each in creators],
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
        {"@id": licence_id, "@type": "CreativeWork", **_describe_terms(release)},
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


def _describe_creators(release: ReleaseDescription) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return creators and their affiliations, each of these once."""
    creators: dict[str, dict[str, Any]] = {}
    affiliations: dict[str, dict[str, Any]] = {}
    for place, each in enumerate(release.creators, start=1):
        key = (each.orcid_url if each.is_person else each.ror_url) or f"#creator-{place}"
        creator: dict[str, Any] = {"@id": key, "@type": "Organization", "name": each.full_name}
        if each.is_person:
            creator |= {"@type": "Person", "familyName": each.name}
        if each.given_name:
            creator["givenName"] = each.given_name
        if each.affiliation:
            employer = each.ror_url or f"#affiliation-{place}"
            creator["affiliation"] = {"@id": employer}
            affiliations[employer] = {"@id": employer, "@type": "Organization", "name": each.affiliation}
        creators[key] = creator
    return list(creators.values()), [each for key, each in affiliations.items() if key not in creators]


def _describe_terms(release: ReleaseDescription) -> dict[str, str]:
    terms = release.licence
    if terms is None:
        return {"name": "None stated", "description": "Contact the authors of this release before you use it."}
    if "text" in terms:
        return {"name": "Terms of this release", "description": terms["text"]}
    return {"name": terms["name"], "identifier": terms["id"], "url": terms["url"]}
