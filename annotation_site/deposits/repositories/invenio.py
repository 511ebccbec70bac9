"""InvenioRDM, which Zenodo runs on: https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from annotation_site.deposits.records import write_invenio
from annotation_site.deposits.repositories.answers import Passing, Refused, describe_errors, read_doi
from annotation_site.deposits.repositories.base import GONE, Found, Parcel, Repository


class InvenioRDM(Repository):
    """A record keeps its number from draft to publication."""

    software = "Zenodo or another InvenioRDM"
    # Zenodo answers in a form of its own unless this one is asked for.
    headers = {"Accept": "application/vnd.inveniordm.v1+json"}

    def authorise(self, token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"}

    def look_up(self, record: str) -> Found | None:
        """Return the published record, else the draft: a published one has a draft, too, while somebody edits it."""
        for path in (_of(record), f"{_of(record)}/draft"):
            if value := self.find(path):
                doi = read_doi(value.get("pids.doi.identifier", str, ""))
                page = self.find_page(value.get("links.self_html", str))
                return Found(record, value.get("is_published", bool), doi, page)
        return None

    def search(self, page: str) -> str:
        query = {"q": f'metadata.identifiers.identifier:"{page}"', "size": 10, "allversions": "true"}
        hits = self.read("GET", f"/api/user/records?{urlencode(query)}").list("hits.hits")
        published_first = sorted(hits, key=lambda hit: not hit.get("is_published", bool))
        return published_first[0].get_record("id") if hits else ""

    def create(self, record: Mapping[str, Any], page: str) -> str:
        return self.read("POST", "/api/records", json=write_invenio(record, page)).get_record("id")

    def describe(self, draft: str, record: Mapping[str, Any], page: str) -> None:
        """Store the metadata. Save the draft; raise its validation errors."""
        faults = self._store(draft, write_invenio(record, page))
        if any("affiliations" in fault for fault in faults):
            faults = self._store(draft, write_invenio(record, page, with_ror=False))
        # Files are still missing from a new draft.
        if faults := [fault for fault in faults if not fault.startswith("files")]:
            raise Refused(f"{self.address} does not take the metadata of this release. It says: {' '.join(faults)}")

    def upload(self, draft: str, parcel: Parcel, *, is_open: bool) -> None:
        """Upload unless the file is there; what was left in the middle is deleted first."""
        files, md5 = f"{_of(draft)}/draft/files", f"md5:{parcel.hash('MD5')}"
        entries = {entry.get("key", str): entry.value for entry in self.read("GET", files).list("entries")}
        own = f"{files}/{quote(parcel.name)}"
        if entry := entries.get(parcel.name):
            if entry.get("status") == "completed" and entry.get("checksum") == md5:
                return
            self.ask("DELETE", own, allowed=GONE)
        self.ask("POST", files, json=[{"key": parcel.name}])
        with parcel.opened() as file:
            sent = {"Content-Type": "application/octet-stream", "Content-Length": str(parcel.size)}
            self.ask("PUT", f"{own}/content", content=parcel.watch(file), headers=sent)
        if self.read("POST", f"{own}/commit").get("checksum", str) != md5:
            raise Passing(f"{self.address} received the file damaged.")

    def publish(self, draft: str) -> None:
        self.ask("POST", f"{_of(draft)}/draft/actions/publish")

    def _store(self, draft: str, written: Mapping[str, Any]) -> list[str]:
        """Store metadata in a draft, and return what the repository finds wrong in it."""
        return describe_errors(self.read("PUT", f"{_of(draft)}/draft", json=written).get("errors", list, []))


def _of(record: str) -> str:
    return f"/api/records/{quote(record, safe='')}"
