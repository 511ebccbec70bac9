"""Dataverse: https://guides.dataverse.org/en/latest/api/native-api.html."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Mapping
from shutil import copyfileobj
from typing import IO, Any
from urllib.parse import quote, urlencode

from annotation_site.deposits.records import write_dataverse
from annotation_site.deposits.repositories.answers import Refused, read_doi
from annotation_site.deposits.repositories.base import HASHES, Found, Parcel, Repository
from annotation_site.releases.archives import PIECE

DATASET = "/api/datasets/:persistentId"


class Dataverse(Repository):
    """A dataset in a collection; its persistent identifier is there from the first draft on."""

    software = "Dataverse"

    def __init__(self, address: str, token: str, *, collection: str, contact: str) -> None:
        super().__init__(address, token)
        self.collection, self.contact = collection, contact

    def authorise(self, token: str) -> dict[str, str]:
        return {"X-Dataverse-key": token}

    def look_up(self, record: str) -> Found | None:
        value = self.find(_of(record, "/"))
        if value is None:
            return None
        is_published = value.get("data.latestVersion.versionState", str) == "RELEASED"
        page = f"{self.address}/dataset.xhtml?{urlencode({'persistentId': record, 'version': 'DRAFT'})}"
        doi = read_doi(record.removeprefix("doi:")) if record.startswith("doi:") else ""
        return Found(
            record, is_published, doi, self.find_page(value.get("data.persistentUrl", str)) if is_published else page
        )

    def search(self, page: str) -> str:
        # Of this collection alone: anybody may name the page in a dataset of their own.
        query = {"q": f'otherIdValue:"{page}"', "type": "dataset", "subtree": self.collection, "per_page": 10}
        items = self.read("GET", f"/api/search?{urlencode(query)}").list("data.items")
        return items[0].get_record("global_id") if items else ""

    def create(self, record: Mapping[str, Any], page: str) -> str:
        version = {"datasetVersion": self._map_metadata(record, page)}
        collection = quote(self.collection, safe="")
        made = self.read("POST", f"/api/dataverses/{collection}/datasets", json=version)
        return made.get_record("data.persistentId")

    def describe(self, draft: str, record: Mapping[str, Any], page: str) -> None:
        self.ask("PUT", _of(draft, "/versions/:draft"), json=self._map_metadata(record, page))

    def upload(self, draft: str, parcel: Parcel, *, is_open: bool) -> None:
        """Upload unless the file is there. A dataset takes a file as a whole or not at all."""
        for file in self.read("GET", _of(draft, "/versions/:draft/files")).list("data"):
            if file.get("label", str) == parcel.name:
                algorithm, value = (file.get(f"dataFile.checksum.{name}", str) for name in ("type", "value"))
                if algorithm not in HASHES:
                    raise file.refuse("dataFile.checksum.type")
                if value != parcel.hash(algorithm):
                    raise Refused(f"The draft has another file named {parcel.name}. Delete it there and try again.")
                return
        about = {"description": "The release", "tabIngest": "false", "restrict": str(not is_open).lower()}
        with tempfile.TemporaryFile() as wrapped:
            _wrap(parcel, wrapped)
            files = {"file": (parcel.name, parcel.watch(wrapped), "application/zip")}
            self.ask("POST", _of(draft, "/add"), files=files, data={"jsonData": json.dumps(about)})

    def publish(self, draft: str) -> None:
        self.ask("POST", _of(draft, "/actions/:publish", type="major"))

    def is_busy(self, draft: str) -> bool:
        """Return whether the dataset is locked, as it is until a publication is finished."""
        return bool(self.read("GET", _of(draft, "/locks")).list("data"))

    def _map_metadata(self, record: Mapping[str, Any], page: str) -> dict[str, Any]:
        known = self.read("GET", "/api/licenses").list("data")
        licences = [{"name": licence.get("name", str), "uri": licence.get("uri", str)} for licence in known]
        return write_dataverse(record, page, self.contact, licences)


def _wrap(parcel: Parcel, target: IO[bytes]) -> None:
    """Write a zip with the zip in it: Dataverse unpacks what arrives, and the inner one stays whole."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as outer, parcel.opened() as file:
        inner = outer.open(zipfile.ZipInfo(parcel.name), "w", force_zip64=True)
        with inner:
            copyfileobj(file, inner, PIECE)
    target.seek(0)


def _of(record: str, path: str, **more: str) -> str:
    return f"{DATASET}{path}?{urlencode({'persistentId': record, **more})}"
