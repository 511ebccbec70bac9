"""InvenioRDM, which Zenodo runs on: https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from annotation_site.deposits.records import write_invenio
from annotation_site.deposits.repositories.base import (
    GONE,
    Found,
    Parcel,
    Passing,
    Refused,
    Repository,
    describe_errors,
)


class InvenioRDM(Repository):
    """A record keeps its number from draft to publication."""

    # Zenodo answers in a form of its own unless this one is asked for.
    headers = {"Accept": "application/vnd.inveniordm.v1+json"}

    def authorise(self, token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"}

    def look_up(self, record: str) -> Found | None:
        """Return the published record, else the draft: a published one has a draft, too, while somebody edits it."""
        for path in (f"/api/records/{quote(record)}", f"/api/records/{quote(record)}/draft"):
            answer = self.ask("GET", path, allowed=GONE)
            if answer.is_success:
                data = answer.json()
                doi = data.get("pids", {}).get("doi", {}).get("identifier", "")
                return Found(record, bool(data["is_published"]), doi, self.find_page(data["links"]["self_html"]))
        return None

    def search(self, page: str) -> str:
        query = {"q": f'metadata.identifiers.identifier:"{page}"', "size": 10, "allversions": "true"}
        hits = self.ask("GET", f"/api/user/records?{urlencode(query)}").json()["hits"]["hits"]
        published_first = sorted(hits, key=lambda hit: not hit["is_published"])
        return str(published_first[0]["id"]) if hits else ""

    def create(self, record: Mapping[str, Any], page: str) -> str:
        return str(self.ask("POST", "/api/records", json=write_invenio(record, page)).json()["id"])

    def describe(self, draft: str, record: Mapping[str, Any], page: str) -> None:
        """Store the metadata. A draft is stored with what is wrong in it, and tells so."""
        path = f"/api/records/{quote(draft)}/draft"
        faults = describe_errors(self.ask("PUT", path, json=write_invenio(record, page)).json())
        if any("affiliations" in fault for fault in faults):
            plain = write_invenio(record, page, with_ror=False)
            faults = describe_errors(self.ask("PUT", path, json=plain).json())
        # Files are still missing from a new draft.
        if faults := [fault for fault in faults if not fault.startswith("files")]:
            raise Refused(f"{self.address} does not take the metadata of this release. It says: {' '.join(faults)}")

    def upload(self, draft: str, parcel: Parcel, *, is_open: bool) -> None:
        """Upload unless the file is there; what was left in the middle is deleted first."""
        files, md5 = f"/api/records/{quote(draft)}/draft/files", f"md5:{parcel.hash('MD5')}"
        entries = {each["key"]: each for each in self.ask("GET", files).json()["entries"]}
        own = f"{files}/{quote(parcel.name)}"
        if entry := entries.get(parcel.name):
            if entry.get("status") == "completed" and entry.get("checksum") == md5:
                return
            self.ask("DELETE", own, allowed=GONE)
        self.ask("POST", files, json=[{"key": parcel.name}])
        with parcel.opened() as file:
            sent = {"Content-Type": "application/octet-stream", "Content-Length": str(parcel.size)}
            self.ask("PUT", f"{own}/content", content=parcel.watch(file), headers=sent)
        if self.ask("POST", f"{own}/commit").json()["checksum"] != md5:
            raise Passing(f"{self.address} received the file damaged.")

    def publish(self, draft: str) -> None:
        self.ask("POST", f"/api/records/{quote(draft)}/draft/actions/publish")
