"""Marketplaces: the parameters that they put into the link of a study, and where their participants return to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

# Stands for the study's own code in the address that a form is filled in with.
CODE = "CODE"


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of a marketplace's links: the address of its public keys, who signs, and where the token stands.

    `names` are those under which the token holds the ids of participant and session.
    """

    keys: str
    issuer: str
    parameter: str
    claim: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Marketplace:
    """Names of the parameters, and the beginnings of return addresses, to which the study's own codes are added.

    `filled_in` is what the marketplace replaces in the link, given the parameter's name; empty if it adds them itself.
    `code_parameter` is that of a return address which has the study's completion code, the same for everybody.
    """

    name: str
    worker: str = ""
    session: str = ""
    others: tuple[str, ...] = ()
    returns: str = ""
    filled_in: str = "{}"
    code_parameter: str = ""
    signature: Signature | None = None

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings of a crowd that comes from here, by the names of their form."""
        return {
            "worker_parameter": self.worker,
            "session_parameter": self.session,
            "other_parameters": " ".join(self.others),
            "completed_url": self.returns,
            "screened_out_url": self.returns,
            "full_url": self.returns,
        }


MARKETPLACES: Mapping[str, Marketplace] = {
    "prolific": Marketplace(
        "Prolific",
        "PROLIFIC_PID",
        "SESSION_ID",
        ("STUDY_ID",),
        "https://app.prolific.com/submissions/complete?cc=CODE",
        "{{{{%{}%}}}}",
        "cc",
        Signature(
            keys="https://api.prolific.com/.well-known/study/jwks.json",
            issuer="https://www.prolific.com",
            parameter="prolific_token",
            claim="prolific",
            names=("PROLIFIC_PID", "SESSION_ID"),
        ),
    ),
    "connect": Marketplace(
        "CloudResearch Connect",
        "participantId",
        "assignmentId",
        ("projectId",),
        "https://connect.cloudresearch.com/participant/project/CODE/complete",
        "",
    ),
    "mturk": Marketplace("Mechanical Turk", "workerId", "assignmentId", ("hitId",), "", "${{{}}}"),
    "sona": Marketplace(
        "SONA",
        "id",
        "",
        (),
        "https://SITE.sona-systems.com/webstudy_credit.aspx?experiment_id=N&credit_token=TOKEN&survey_code={id}",
        "%SURVEY_CODE%",
    ),
    "plain": Marketplace("Plain link"),
}

SIGNERS = {name: marketplace.signature for name, marketplace in MARKETPLACES.items() if marketplace.signature}


def find_study_code(address: str) -> str:
    """Return the study's completion code in a return address, empty if the marketplace has none of its own there."""
    parts = urlsplit(address)
    known = (marketplace for marketplace in MARKETPLACES.values() if marketplace.code_parameter)
    host = next(
        (marketplace for marketplace in known if urlsplit(marketplace.returns).hostname == parts.hostname), None
    )
    return parse_qs(parts.query).get(host.code_parameter, [""])[0] if host else ""


def is_unfinished(address: str) -> bool:
    """Return whether a return address has a marketplace's capitals where the study's own codes belong."""
    templates = {marketplace.returns for marketplace in MARKETPLACES.values() if marketplace.returns}
    return address in templates or find_study_code(address) == CODE


def restore_capitals(address: str) -> str:
    """Return a return address without the codes of a study: as its marketplace's, whose capitals are to be replaced;
    one of an unknown host as it is.
    """
    host = urlsplit(address).hostname or ""
    for marketplace in MARKETPLACES.values():
        known = urlsplit(marketplace.returns).hostname or ""
        # A site of SONA has a name of its own before the domain.
        is_same = host.endswith(known.removeprefix("site")) if known.startswith("site.") else host == known
        if known and is_same:
            return marketplace.returns
    return address


def find_marketplace(worker_parameter: str) -> Marketplace | None:
    """Return the marketplace that puts the worker's id under this name into links, None for others and for no name."""
    return next(
        (
            marketplace
            for marketplace in MARKETPLACES.values()
            if marketplace.worker and marketplace.worker == worker_parameter
        ),
        None,
    )


def write_query(parameters: list[str]) -> str:
    """Return the query of the link as it is entered in the marketplace that has these parameters."""
    known = find_marketplace(parameters[0] if parameters else "")
    shape = known.filled_in if known else "{}"
    if not shape:
        return ""
    query = "&".join(f"{name}={shape.format(name)}" for name in parameters)
    return f"?{query}" if query else ""
