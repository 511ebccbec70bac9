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
from annotation_site.deposits.repositories.base import GONE, Found, Parcel, Refused, Repository
from annotation_site.releases.archives import PIECE

DATASET = "/api/datasets/:persistentId"


class Dataverse(Repository):
    """A dataset in a collection; its persistent identifier is there from the first draft on."""

    def __init__(self, address: str, token: str, *, collection: str, contact: str) -> None:
        super().__init__(address, token)
        self.collection, self.contact = collection, contact

    def authorise(self, token: str) -> dict[str, str]:
        return {"X-Dataverse-key": token}

    def look_up(self, record: str) -> Found | None:
        answer = self.ask("GET", _of(record, "/"), allowed=GONE)
        if not answer.is_success:
            return None
        data = answer.json()["data"]
        is_published = data["latestVersion"]["versionState"] == "RELEASED"
        page = f"{self.address}/dataset.xhtml?{urlencode({'persistentId': record, 'version': 'DRAFT'})}"
        doi = record.removeprefix("doi:") if record.startswith("doi:") else ""
        return Found(record, is_published, doi, self.find_page(data["persistentUrl"]) if is_published else page)

    def search(self, page: str) -> str:
        # Of this collection alone: anybody may name the page in a dataset of their own.
        query = {"q": f'otherIdValue:"{page}"', "type": "dataset", "subtree": self.collection, "per_page": 10}
        items = self.ask("GET", f"/api/search?{urlencode(query)}").json()["data"]["items"]
        return str(items[0]["global_id"]) if items else ""

    def create(self, record: Mapping[str, Any], page: str) -> str:
        version = {"datasetVersion": self._write(record, page)}
        made = self.ask("POST", f"/api/dataverses/{quote(self.collection)}/datasets", json=version)
        return str(made.json()["data"]["persistentId"])

    def describe(self, draft: str, record: Mapping[str, Any], page: str) -> None:
        self.ask("PUT", _of(draft, "/versions/:draft"), json=self._write(record, page))

    def upload(self, draft: str, parcel: Parcel, *, is_open: bool) -> None:
        """Upload unless the file is there. A dataset takes a file as a whole or not at all."""
        for each in self.ask("GET", _of(draft, "/versions/:draft/files")).json()["data"]:
            if each["label"] == parcel.name:
                checksum = each["dataFile"]["checksum"]
                if checksum["value"] != parcel.hash(checksum["type"]):
                    raise Refused(f"The draft has another file named {parcel.name}. Delete it there and try again.")
                return
        about = {"description": "The release", "tabIngest": "false", "restrict": str(not is_open).lower()}
        with tempfile.TemporaryFile() as wrapped:
            _wrap(parcel, wrapped)
            files = {"file": (parcel.name, parcel.watch(wrapped), "application/zip")}
            self.ask("POST", _of(draft, "/add"), files=files, data={"jsonData": json.dumps(about)})

    def publish(self, draft: str) -> None:
        self.ask("POST", _of(draft, "/actions/:publish", type="major"))

    def _write(self, record: Mapping[str, Any], page: str) -> dict[str, Any]:
        licences = self.ask("GET", "/api/licenses").json()["data"]
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
