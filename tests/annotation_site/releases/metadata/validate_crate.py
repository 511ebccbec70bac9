"""RO-Crate's own validator without a network; run by the Python of `var/crates`: `validate_crate.py FOLDER`.

Prints the checks that failed, and exits with 1 if there is one. The validator fetches the vocabulary of RO-Crate 1.1;
here it gets those of its terms that releases use, and nothing else: any other term means nothing to it.
"""

import io
import json
import sys
from typing import Any

import requests
from rocrate_validator import models, services  # type: ignore[import-not-found]

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
SCHEMA = "http://schema.org/"
TERMS = (
    *("CreateAction", "CreativeWork", "Dataset", "Organization", "Person", "SoftwareApplication"),
    *("about", "affiliation", "contentSize", "creator", "datePublished", "description", "encodingFormat"),
    *("endTime", "familyName", "givenName", "hasPart", "identifier", "inLanguage", "instrument", "keywords", "license"),
    *("name", "result", "url", "version"),
)
VOCABULARY = {term: SCHEMA + term for term in TERMS} | {
    "File": f"{SCHEMA}MediaObject",
    "conformsTo": "http://purl.org/dc/terms/conformsTo",
}


def answer(adapter: object, request: requests.PreparedRequest, **options: Any) -> requests.Response:
    """Answer in place of the web."""
    if request.url != CONTEXT:
        raise requests.ConnectionError(f"{request.url} is not asked in tests.")
    response = requests.Response()
    response.status_code, response.url, response.request = 200, CONTEXT, request
    response.headers["Content-Type"] = "application/ld+json"
    response.raw = io.BytesIO(json.dumps({"@context": VOCABULARY}).encode())
    return response


def main(folder: str) -> int:
    requests.adapters.HTTPAdapter.send = answer  # type: ignore[assignment]
    asked = services.ValidationSettings(
        rocrate_uri=folder,
        profile_identifier="ro-crate-1.1",
        requirement_severity=models.Severity.REQUIRED,
        no_cache=True,
    )
    result = services.validate(asked)
    for issue in result.get_issues():
        print(f"{issue.check.identifier}: {issue.message}")
    print(f"{len(result.executed_checks)} checks")
    return 0 if result.passed() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
