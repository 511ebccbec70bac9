"""Repositories on this machine: they keep state, check what they are sent as the real ones do, and fail when told."""

import email
import hashlib
import io
import json
import re
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar
from urllib.parse import parse_qs, unquote, urlsplit

from tests.stand_ins.outside_hosts import OutsideHost, Request, reply

TOKEN = "very-secret-token"
Answer = tuple[int, Any]


@dataclass
class Fault:
    """The failure of the first request that fits; `is_done` lets the request have its effect before."""

    method: str
    path: str
    status: int = 0  # 0: the line is cut
    message: Any = None
    body: bytes | None = None  # in place of a message
    is_done: bool = False
    seconds: float = 0


@dataclass
class StandIn:
    """A repository behind a host."""

    host: OutsideHost
    drafts: dict[str, dict[str, Any]] = field(default_factory=dict)
    published: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.host.answer = self.answer

    @property
    def address(self) -> str:
        return self.host.address("")

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        request = self.host.requests[-1]
        fitting = (each for each in self.faults if each.method == request.method and each.path in request.path)
        fault = next(fitting, None)
        if fault:
            self.faults.remove(fault)
            if fault.is_done:
                self.route(request)
            time.sleep(fault.seconds)
            if not fault.status:
                handler.connection.close()
                return
            reply(handler, fault.status, json.dumps(fault.message).encode() if fault.body is None else fault.body)
            return
        status, body = self.route(request) if self.is_known(request) else (401, self.refusal)
        reply(handler, status, b"" if body is None else json.dumps(body).encode(), Content_Type="application/json")

    def count(self, method: str, path: str) -> int:
        """Return how many requests ended with this path."""
        return sum(each.method == method and urlsplit(each.path).path.endswith(path) for each in self.host.requests)

    refusal: ClassVar[dict[str, Any]] = {}

    def is_known(self, request: Request) -> bool:
        raise NotImplementedError

    def route(self, request: Request) -> Answer:
        raise NotImplementedError

    def find_route(self, request: Request, routes: dict[str, Callable[..., Answer]]) -> Answer:
        """Return the answer of the route that fits method and path."""
        parts = urlsplit(request.path)
        for pattern, make in routes.items():
            method, _, path = pattern.partition(" ")
            found = re.fullmatch(path, parts.path)
            if found and method == request.method:
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                return make(*map(unquote, found.groups()), **({"query": query} if query else {}), request=request)
        return 404, {"status": 404, "message": "There is nothing here."}


class InvenioStandIn(StandIn):
    """Zenodo and its kind."""

    refusal: ClassVar[dict[str, Any]] = {"status": 401, "message": "The server could not verify your authorization."}
    licences = ("cc-by-4.0", "cc-by-sa-4.0", "cc0-1.0", "cc-by-nc-4.0")
    ror: tuple[str, ...] = ("03ad39j10",)

    def is_known(self, request: Request) -> bool:
        return request.headers.get("authorization") == f"Bearer {TOKEN}"

    def route(self, request: Request) -> Answer:
        draft = r"/api/records/([^/]+)/draft"
        return self.find_route(
            request,
            {
                "GET /api/user/records": self.search,
                "POST /api/records": self.create,
                "GET /api/records/([^/]+)": self.show_record,
                f"GET {draft}": self.show_draft,
                f"PUT {draft}": self.change,
                f"GET {draft}/files": self.list_files,
                f"POST {draft}/files": self.start_file,
                f"PUT {draft}/files/([^/]+)/content": self.fill_file,
                f"POST {draft}/files/([^/]+)/commit": self.commit_file,
                f"DELETE {draft}/files/([^/]+)": self.delete_file,
                f"POST {draft}/actions/publish": self.publish,
            },
        )

    def search(self, query: dict[str, str], request: Request) -> Answer:
        address = re.fullmatch(r'metadata\.identifiers\.identifier:"(.*)"', query["q"])
        assert address
        hits = [
            self.show(key)
            for key, record in {**self.drafts, **self.published}.items()
            if {"scheme": "url", "identifier": address[1]} in record["metadata"]["identifiers"]
        ]
        return 200, {"hits": {"total": len(hits), "hits": hits}}

    def create(self, request: Request) -> Answer:
        key = f"rec{len(self.drafts) + len(self.published) + 1}-abcde"
        self.drafts[key] = {**json.loads(request.body), "entries": {}}
        return 201, self.show(key)

    def show(self, key: str) -> dict[str, Any]:
        is_published = key in self.published
        record = self.published[key] if is_published else self.drafts[key]
        kind = "records" if is_published else "uploads"
        return {
            "id": key,
            "is_published": is_published,
            "metadata": record["metadata"],
            "pids": {"doi": {"identifier": f"10.5072/zenodo.{key}", "provider": "datacite"}} if is_published else {},
            "links": {"self_html": f"{self.address}/{kind}/{key}"},
            **({} if is_published else {"errors": self.find_faults(record)}),
        }

    def find_faults(self, record: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what is wrong as InvenioRDM words it."""
        about, found = record["metadata"], []
        assert set(record) == {"access", "files", "metadata", "entries"}
        assert set(record["access"]) == {"record", "files"}
        if about["resource_type"] != {"id": "dataset"} or len(about["title"]) < 3:
            found.append(("metadata.title", "Shorter than minimum length 3."))
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", about["publication_date"]) or not about["creators"]:
            found.append(("metadata.creators", "Missing data for required field."))
        found += self.find_faults_of_creators(about["creators"])
        for right in about["rights"]:
            if right.get("id") not in self.licences and "title" not in right:
                found.append(("metadata.rights.0.id", f"Invalid value {right['id']}."))
        if not record["entries"]:
            found.append(("files.enabled", "Missing uploaded files."))
        return [{"field": name, "messages": [message]} for name, message in found]

    def find_faults_of_creators(self, creators: list[dict[str, Any]]) -> list[tuple[str, str]]:
        found = []
        for place, creator in enumerate(creators):
            own = creator["person_or_org"]
            if not own.get("family_name" if own["type"] == "personal" else "name"):
                found.append((f"metadata.creators.{place}.person_or_org", "A name is required."))
            for each in own["identifiers"]:
                if not re.fullmatch(r"(\d{4}-){3}\d{3}[\dX]|0\w{8}", each["identifier"]):
                    found.append((f"metadata.creators.{place}.identifiers", "Invalid identifier."))
            for each in creator["affiliations"]:
                if each.get("id", self.ror[0] if self.ror else None) not in self.ror and "id" in each:
                    found.append((f"metadata.creators.{place}.affiliations.0.id", f"Invalid value {each['id']}."))
        return found

    def show_record(self, key: str, request: Request) -> Answer:
        return (200, self.show(key)) if key in self.published else (404, {"message": "The record is not registered."})

    def show_draft(self, key: str, request: Request) -> Answer:
        return (200, self.show(key)) if key in self.drafts else (404, {"message": "The draft does not exist."})

    def change(self, key: str, request: Request) -> Answer:
        self.drafts[key] |= json.loads(request.body)
        return 200, self.show(key)

    def list_files(self, key: str, request: Request) -> Answer:
        return 200, {"enabled": True, "entries": [self.show_file(key, name) for name in self.drafts[key]["entries"]]}

    def show_file(self, key: str, name: str) -> dict[str, Any]:
        entry = self.drafts[key]["entries"][name]
        checksum = {"checksum": f"md5:{hashlib.md5(entry['content']).hexdigest()}"} if entry["is_complete"] else {}
        return {"key": name, "status": "completed" if entry["is_complete"] else "pending", **checksum}

    def start_file(self, key: str, request: Request) -> Answer:
        entries = self.drafts[key]["entries"]
        for each in json.loads(request.body):
            if each["key"] in entries:
                return 400, {"status": 400, "message": f"File with key {each['key']} already exists."}
            entries[each["key"]] = {"content": None, "is_complete": False}
        return 201, self.list_files(key, request)[1]

    def fill_file(self, key: str, name: str, request: Request) -> Answer:
        assert request.headers["content-type"] == "application/octet-stream"
        self.drafts[key]["entries"][name]["content"] = request.body
        return 200, self.show_file(key, name)

    def commit_file(self, key: str, name: str, request: Request) -> Answer:
        self.drafts[key]["entries"][name]["is_complete"] = True
        return 200, self.show_file(key, name)

    def delete_file(self, key: str, name: str, request: Request) -> Answer:
        del self.drafts[key]["entries"][name]
        return 204, None

    def publish(self, key: str, request: Request) -> Answer:
        if key not in self.drafts:
            return 404, {"status": 404, "message": "The draft does not exist."}
        if faults := self.find_faults(self.drafts[key]):
            return 400, {"status": 400, "message": "A validation error occurred.", "errors": faults}
        self.published[key] = self.drafts.pop(key)
        return 202, self.show(key)


class DataverseStandIn(StandIn):
    """A Dataverse with one collection; publication ends a moment after it was asked for."""

    refusal: ClassVar[dict[str, Any]] = {"status": "ERROR", "message": "Bad API key"}

    def is_known(self, request: Request) -> bool:
        return request.headers.get("x-dataverse-key") == TOKEN

    def route(self, request: Request) -> Answer:
        dataset = "/api/datasets/:persistentId"
        return self.find_route(
            request,
            {
                "GET /api/search": self.search,
                "GET /api/licenses": self.list_licences,
                "POST /api/dataverses/([^/]+)/datasets": self.create,
                f"GET {dataset}/": self.show,
                f"PUT {dataset}/versions/:draft": self.change,
                f"GET {dataset}/versions/:draft/files": self.list_files,
                f"POST {dataset}/add": self.add,
                f"POST {dataset}/actions/:publish": self.publish,
                f"GET {dataset}/locks": self.list_locks,
            },
        )

    def search(self, query: dict[str, str], request: Request) -> Answer:
        address = re.fullmatch(r'otherIdValue:"(.*)"', query["q"])
        assert address
        inside = {key: each for key, each in self.drafts.items() if query.get("subtree") in (None, each["collection"])}
        items = [{"global_id": key} for key, each in inside.items() if each["page"] == address[1]]
        return 200, {"status": "OK", "data": {"items": items}}

    def list_licences(self, request: Request) -> Answer:
        return 200, {
            "status": "OK",
            "data": [{"name": "CC BY 4.0", "uri": "http://creativecommons.org/licenses/by/4.0"}],
        }

    def create(self, collection: str, request: Request) -> Answer:
        if collection != "idioms":
            return 404, {"status": "ERROR", "message": f"Can't find dataverse with identifier='{collection}'"}
        key = f"doi:10.5072/FK2/{len(self.drafts) + 1}"
        version = self.read_version(json.loads(request.body)["datasetVersion"])
        self.drafts[key] = {"files": [], "collection": collection, **version}
        return 201, {"status": "OK", "data": {"id": 1, "persistentId": key}}

    def read_version(self, version: dict[str, Any]) -> dict[str, Any]:
        """Return the version by field, after the checks of its types."""
        licence = version.get("license")
        assert ("termsOfUse" in version) != (licence == {
            "name": "CC BY 4.0", "uri": "http://creativecommons.org/licenses/by/4.0"
        })  # fmt: skip
        fields = {each["typeName"]: each for each in version["metadataBlocks"]["citation"]["fields"]}
        assert fields.keys() >= {"title", "author", "datasetContact", "dsDescription", "subject"}
        assert "@" in fields["datasetContact"]["value"][0]["datasetContactEmail"]["value"]
        for each in fields.values():
            assert isinstance(each["value"], list) == each["multiple"]
            assert each["typeClass"] in ("primitive", "compound", "controlledVocabulary")
        page = fields["otherId"]["value"][0]["otherIdValue"]["value"]
        return {"version": version, "fields": fields, "page": page, "state": "DRAFT", "looks": 0}

    def show(self, query: dict[str, str], request: Request) -> Answer:
        key = query["persistentId"]
        if key not in self.drafts:
            return 404, {"status": "ERROR", "message": "Dataset not found."}
        found = self.drafts[key]
        if found["state"] == "FINALIZING":
            found["looks"] += 1
            found["state"] = "RELEASED" if found["looks"] > 1 else "FINALIZING"
        state = "RELEASED" if found["state"] == "RELEASED" else "DRAFT"
        url = f"https://doi.org/{key.removeprefix('doi:')}"
        return 200, {"status": "OK", "data": {"persistentUrl": url, "latestVersion": {"versionState": state}}}

    def change(self, query: dict[str, str], request: Request) -> Answer:
        self.drafts[query["persistentId"]] |= self.read_version(json.loads(request.body))
        return 200, {"status": "OK", "data": {}}

    def list_files(self, query: dict[str, str], request: Request) -> Answer:
        files = self.drafts[query["persistentId"]]["files"]
        return 200, {
            "status": "OK",
            "data": [
                {
                    "label": name,
                    "dataFile": {"checksum": {"type": "SHA-256", "value": hashlib.sha256(content).hexdigest()}},
                }
                for name, content, _ in files
            ],
        }

    def add(self, query: dict[str, str], request: Request) -> Answer:
        """Take a zip apart, as Dataverse does."""
        head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
        form = email.message_from_bytes(head + request.body)
        parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}  # type: ignore[union-attr]
        about = json.loads(parts["jsonData"].get_payload(decode=True))
        with zipfile.ZipFile(io.BytesIO(parts["file"].get_payload(decode=True))) as archive:
            for name in archive.namelist():
                self.drafts[query["persistentId"]]["files"].append((name, archive.read(name), about["restrict"]))
        return 200, {"status": "OK", "data": {"files": []}}

    def list_locks(self, query: dict[str, str], request: Request) -> Answer:
        is_locked = self.drafts[query["persistentId"]]["state"] == "FINALIZING"
        return 200, {"status": "OK", "data": [{"lockType": "finalizePublication"}] if is_locked else []}

    def publish(self, query: dict[str, str], request: Request) -> Answer:
        assert query["type"] == "major"
        found = self.drafts[query["persistentId"]]
        if found["state"] != "DRAFT":
            return 409, {"status": "ERROR", "message": "This dataset is locked. Reason: finalizePublication."}
        found["state"] = "FINALIZING"
        return 200, {"status": "OK", "data": {}}
