"""The record of a release as InvenioRDM and Dataverse want it, from the DataCite record that the release holds.

`page` is the release's own address: every record names it, so that a draft whose number was lost is found again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]
SUBJECTS = ["Arts and Humanities", "Computer and Information Science"]
NO_LICENCE = "No licence is stated. Contact the authors before you use the files."


def has_public_licence(record: Record) -> bool:
    """Return whether the terms let everybody use the files."""
    return "rightsIdentifier" in next(iter(record.get("rightsList", ())), {})


def write_invenio(record: Record, page: str, *, with_ror: bool = True) -> dict[str, Any]:
    """Return a draft of InvenioRDM; one that does not know ROR takes affiliations by their names alone."""
    access = "public" if has_public_licence(record) else "restricted"
    return {
        "access": {"record": "public", "files": access},
        "files": {"enabled": True},
        "metadata": {
            "resource_type": {"id": "dataset"},
            "title": record["titles"][0]["title"],
            "publication_date": record["dates"][0]["date"],
            "creators": [_invenio_creator(creator, with_ror=with_ror) for creator in record["creators"]],
            "description": _escape(" ".join(description["description"] for description in record["descriptions"])),
            "rights": [_invenio_right(right) for right in record.get("rightsList", ())],
            "subjects": [{"subject": subject["subject"]} for subject in record["subjects"]],
            "version": record["version"],
            "identifiers": [{"scheme": "url", "identifier": page}],
        },
    }


def _invenio_creator(creator: Record, *, with_ror: bool) -> dict[str, Any]:
    own: dict[str, Any] = {"type": "organizational", "name": creator["name"]}
    if creator["nameType"] == "Personal":
        own = {"type": "personal", "family_name": creator["familyName"], "given_name": creator.get("givenName", "")}
    own["identifiers"] = [
        {"scheme": identifier["nameIdentifierScheme"].lower(), "identifier": _last_part(identifier["nameIdentifier"])}
        for identifier in creator.get("nameIdentifiers", ())
    ]
    affiliations = [
        {"id": _last_part(affiliation["affiliationIdentifier"])}
        if with_ror and "affiliationIdentifier" in affiliation
        else {"name": affiliation["name"]}
        for affiliation in creator.get("affiliation", ())
    ]
    return {"person_or_org": own, "affiliations": affiliations}


def _invenio_right(terms: Record) -> dict[str, Any]:
    if "rightsIdentifier" in terms:
        return {"id": terms["rightsIdentifier"]}
    return {"title": {"en": "Terms of this release"}, "description": {"en": terms["rights"]}}


def write_dataverse(record: Record, page: str, contact: str, licences: Sequence[Record]) -> dict[str, Any]:
    """Return the version of a dataset; `licences` are those that the installation has, and only these can be named."""
    creators = [_dataverse_author(creator) for creator in record["creators"]]
    fields = [
        _field("title", record["titles"][0]["title"]),
        _compounds("author", creators),
        _compounds("datasetContact", [{"datasetContactEmail": contact}]),
        _compounds("dsDescription", [{"dsDescriptionValue": _escape(record["descriptions"][0]["description"])}]),
        {"typeName": "subject", "multiple": True, "typeClass": "controlledVocabulary", "value": SUBJECTS},
        _compounds("keyword", [{"keywordValue": subject["subject"]} for subject in record["subjects"]]),
        _compounds("otherId", [{"otherIdAgency": "Interlinea", "otherIdValue": page}]),
        _field("notesText", record["descriptions"][1]["description"]),
    ]
    return {
        **_dataverse_terms(record, licences),
        "metadataBlocks": {"citation": {"displayName": "Citation Metadata", "fields": fields}},
    }


def _dataverse_author(creator: Record) -> dict[str, str]:
    author = {"authorName": creator["name"]}
    for affiliation in creator.get("affiliation", ()):
        author["authorAffiliation"] = affiliation["name"]
    for identifier in creator.get("nameIdentifiers", ()):
        author["authorIdentifierScheme"] = identifier["nameIdentifierScheme"]
        author["authorIdentifier"] = _last_part(identifier["nameIdentifier"])
    return author


def _dataverse_terms(record: Record, licences: Sequence[Record]) -> dict[str, Any]:
    terms = next(iter(record.get("rightsList", ())), None)
    if terms is None:
        return {"termsOfUse": NO_LICENCE, "termsOfAccess": NO_LICENCE, "fileAccessRequest": True}
    if not has_public_licence(record):
        return {"termsOfUse": terms["rights"], "termsOfAccess": terms["rights"], "fileAccessRequest": True}
    for licence in licences:
        if _plain(licence["uri"]) == _plain(terms["rightsUri"]):
            return {"license": {"name": licence["name"], "uri": licence["uri"]}}
    return {"termsOfUse": f"{terms['rights']}, {terms['rightsUri']}"}


def _field(name: str, value: str) -> dict[str, Any]:
    return {"typeName": name, "multiple": False, "typeClass": "primitive", "value": value}


def _compounds(name: str, rows: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    value = [{key: _part(key, text) for key, text in row.items()} for row in rows]
    return {"typeName": name, "multiple": True, "typeClass": "compound", "value": value}


def _part(name: str, text: str) -> dict[str, Any]:
    kind = "controlledVocabulary" if name == "authorIdentifierScheme" else "primitive"
    return {**_field(name, text), "typeClass": kind}


def _plain(uri: str) -> str:
    return uri.partition("://")[2].rstrip("/").removesuffix("/legalcode")


def _last_part(url: str) -> str:
    return url.rstrip("/").rpartition("/")[2]


def _escape(text: str) -> str:
    """Return a text for fields that are shown as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
