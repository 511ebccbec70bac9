"""Croissant 1.0: the files of a release, and the columns of its tables, for loaders of machine learning."""

from __future__ import annotations

from typing import Any

from annotation_site.creators.creators import Creator
from annotation_site.releases.metadata.description import ReleaseDescription
from annotation_site.releases.tables import Table

# The context of the specification, which its readers compare word for word.
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{
        name: f"cr:{name}"
        for name in (
            "citeAs", "column", "equivalentProperty", "extract", "field", "fileProperty", "fileObject", "fileSet",
            "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet",
            "references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField",
            "transform",
        )
    },
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "sc": "https://schema.org/",
}  # fmt: skip
DATA_TYPES = {"text": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "truth": "sc:Boolean"}


def write_croissant(release: ReleaseDescription) -> dict[str, Any]:
    """Return croissant.json. Record sets are the Parquet tables."""
    terms = release.licence or {}
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": release.identifier,
        "alternateName": release.title,
        "description": release.text,
        "version": release.version,
        "citeAs": release.citation,
        "creator": [_write_creator(creator) for creator in release.creators],
        "datePublished": release.created[:10],
        "inLanguage": list(release.languages),
        "keywords": list(release.keywords),
        **({"license": terms.get("url") or terms["text"]} if terms else {}),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.name,
                "name": file.name,
                "description": file.description,
                "contentSize": f"{file.size} B",
                "contentUrl": file.name,
                "encodingFormat": file.media_type,
                "sha256": file.sha256,
            }
            for file in release.files
        ],
        "recordSet": [_write_table(table) for table in release.tables],
    }


def _write_creator(creator: Creator) -> dict[str, Any]:
    if not creator.is_person:
        return {
            "@type": "sc:Organization",
            "name": creator.name,
            **({"url": creator.ror_url} if creator.ror else {}),
        }
    person: dict[str, Any] = {"@type": "sc:Person", "name": creator.full_name, "familyName": creator.name}
    if creator.given_name:
        person["givenName"] = creator.given_name
    if creator.orcid:
        person["url"] = creator.orcid_url
    if creator.affiliation:
        employer = {"@type": "sc:Organization", "name": creator.affiliation}
        person["affiliation"] = employer | ({"url": creator.ror_url} if creator.ror else {})
    return person


def _write_table(table: Table) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.description,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table.name}/{name}",
                "name": name,
                "description": column.description,
                "dataType": DATA_TYPES[column.kind],
                "source": {"fileObject": {"@id": table.member}, "extract": {"column": name}},
            }
            for name, column in table.columns.items()
        ],
    }
