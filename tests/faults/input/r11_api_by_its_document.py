"""R11: requests made at random from the OpenAPI document, with the tokens of three roles; no answer is a fault of ours,
and each is one that the document tells of.

They go to the demo's projects: addresses name what is there or what is not, bodies fit the document or break it.
Afterwards every operation that takes JSON is announced a body of 10 MB. The small form asks a manager's three small
projects, and tries one operation in ten: all of them take half a minute.
"""

import http.client
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from drf_spectacular.generators import SchemaGenerator

from alignment.demo.services import load_demo
from annotation_site.accounts.models import User
from annotation_site.own_account.services import create_token
from annotation_site.projects.demo import PEOPLE
from annotation_site.projects.models import Project
from evaluation.demo.services import load_translation_demo
from idiomaticity.demo.services import load_rating_demo
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager, make_projects

SEED = 20261121
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
LARGE = 10_000_000
NUMBERS = [1, 2]  # of things that the demo has
TOO_LONG = {"414": {"description": "The web server reads no address of more than 4,094 characters."}}
ROLES = ("annotator A", "adjudicator", "manager")


def write_document(path: Path, every: int) -> int:
    """Write one operation in so many of the document, with valid addresses in place of parameters and with the refusal
    that is not the API's own; return the number of operations.
    """
    document = SchemaGenerator(api_version="1").get_schema(request=None, public=True)
    slugs = list(Project.objects.order_by("pk").values_list("slug", flat=True))
    kept = sorted((path, method) for path, methods in document["paths"].items() for method in methods)[::every]
    paths: dict[str, Any] = {}
    for path_of_api, method in kept:
        paths.setdefault(path_of_api, {})[method] = document["paths"][path_of_api][method]
    document["paths"] = paths
    operations = [each for methods in paths.values() for each in methods.values()]
    for operation in operations:
        operation["responses"] |= TOO_LONG
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                parameter["schema"] = {"enum": slugs if parameter["name"] == "slug" else NUMBERS}
    path.write_text(json.dumps(document), "utf-8")
    return len(operations)


def send_requests(folder: Path, address: str, role: str, user: User, examples: int) -> dict[str, Any]:
    """Send the requests of one role; return the tool's report."""
    token = create_token(user=user, name="R11", scope="write", days=1)[1]
    found = folder / f"{role.replace(' ', '-')}.json"
    command = [str(Path(sys.executable).parent / "schemathesis"), "run", str(folder / "document.json")]
    command += ["--url", address, "--header", f"Authorization: Bearer {token}", "--checks", CHECKS]
    command += ["--request-timeout", "60", "--phases", "fuzzing", "--max-examples", str(examples)]
    command += ["--seed", str(SEED), "--continue-on-failure"]
    command += ["--suppress-health-check", "all", "--no-color", "--report-json-path", str(found)]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)  # it ends with 1 for every failure
    return json.loads(found.read_text("utf-8"))  # type: ignore[no-any-return]


@script(small={"every": 10, "examples": 1, "processes": 1, "has_demo": False})
def fuzz(stage: Stage, every: int = 1, examples: int = 20, processes: int = 2, has_demo: bool = True) -> Report:
    people = load_demos() if has_demo else make_one_manager()
    stage.need_worker(processes)
    address = stage.need_site()
    operations = write_document(stage.folder / "document.json", every)
    found = {role: send_requests(stage.folder, address, role, user, examples) for role, user in people.items()}
    report = tell(found, operations)
    refused, others = announce_large_bodies(stage.folder, address, next(iter(people.values())))
    report.at_least("large bodies refused before they were read", refused, 1)
    report.equal("large bodies answered otherwise", len(others), 0)
    for other in others[:20]:
        report.note("large body", other)
    return report


def announce_large_bodies(folder: Path, address: str, user: User) -> tuple[int, list[str]]:
    """Announce a large body to every operation that takes JSON; return how many said 413 and what others said."""
    document = json.loads((folder / "document.json").read_text("utf-8"))
    token = create_token(user=user, name="R11 bodies", scope="write", days=1)[1]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Content-Length": str(LARGE)}
    refused, others = 0, []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "application/json" not in operation.get("requestBody", {}).get("content", {}):
                continue
            named = {
                each["name"]: each["schema"]["enum"][0]
                for each in operation.get("parameters", [])
                if each["in"] == "path"
            }
            line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
            line.request(method.upper(), path.format(**named), b"{", headers)
            answer = line.getresponse()
            is_refused = answer.status == 413 and json.loads(answer.read())["code"] == "too_large"
            line.close()
            refused += is_refused
            others += [] if is_refused else [f"{method} {path}: {answer.status}"]
    return refused, others


def load_demos() -> dict[str, User]:
    """Return people of the demo by their roles."""
    passwords = {part: f"R11-{number}-correct-horse" for number, part in enumerate(PEOPLE)}
    for load in (load_demo, load_rating_demo, load_translation_demo):
        load(passwords)
    return {role: User.objects.get(email=PEOPLE[role][1]) for role in ROLES}


def make_one_manager() -> dict[str, User]:
    manager = make_manager()
    make_projects(manager)
    return {"manager": manager}


def tell(found: dict[str, dict[str, Any]], operations: int) -> Report:
    """Report the tool's findings, role by role."""
    report = Report(f"R11  requests made from the OpenAPI document, as {', '.join(found)}")
    failures = [(role, failure) for role, each in found.items() for failure in each["failures"]]
    faults = sum(failure["count"] for _, failure in failures if failure["type"] == "ServerError")
    untried = sum(operations - each["operations"]["tested"] for each in found.values())
    report.note("operations", operations)
    report.at_least("requests", sum(each["test_cases"]["generated"] for each in found.values()), operations)
    report.equal("operations that were not tried", untried, 0)
    report.equal("faults of ours", faults, 0)
    report.equal("answers that the document does not tell of", sum(each["count"] for _, each in failures) - faults, 0)
    for role, failure in failures[:20]:
        report.note(f"{failure['title']}, {role}", f"{failure['count']} × {', '.join(failure['operations'][:3])}")
    return report


if __name__ == "__main__":
    fuzz.main()
