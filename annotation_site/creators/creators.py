"""A creator as citations and repositories name one, with identifiers whose check digits are verified."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotation_site.texts.names import clean_name

PERSON, ORGANISATION = "person", "organisation"
LONGEST = 200
MOST_CREATORS = 50
_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])/?", re.IGNORECASE)
_ROR = re.compile(r"(?:https?://ror\.org/)?(0[0-9a-hj-km-np-tv-z]{6}\d\d)/?")
# Crockford's digits, of which ROR takes the small letters.
_BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass(frozen=True, slots=True)
class Creator:
    """A person with family name and given name, or an organisation with its name alone. `ror` is the affiliation's of a
    person, and an organisation's own.
    """

    type: str
    name: str
    given_name: str = ""
    orcid: str = ""
    affiliation: str = ""
    ror: str = ""

    @property
    def is_person(self) -> bool:
        return self.type == PERSON

    @property
    def listed_name(self) -> str:
        """Return the name as lists of authors sort it."""
        return ", ".join(filter(None, [self.name, self.given_name]))

    @property
    def full_name(self) -> str:
        return " ".join(filter(None, [self.given_name, self.name]))

    @property
    def orcid_url(self) -> str:
        return self.orcid and f"https://orcid.org/{self.orcid}"

    @property
    def ror_url(self) -> str:
        return self.ror and f"https://ror.org/{self.ror}"

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Creator:
        """Return what `to_json` wrote."""
        return cls(**data)

    def to_json(self) -> dict[str, str]:
        """Return what is filled in, by name."""
        return {name: value for name, value in asdict(self).items() if value}


def read_creator(data: Mapping[str, Any]) -> Creator:
    """Return the creator of entered texts, which may hold identifiers as URLs. Raise ValueError with a sentence."""
    fields = {name: clean_name(str(data.get(name) or "")) for name in Creator.__slots__}
    is_person = (fields["type"] or PERSON) == PERSON
    if fields["type"] not in ("", PERSON, ORGANISATION):
        raise ValueError(f"“{fields['type']}” is neither {PERSON} nor {ORGANISATION}.")
    if not fields["name"]:
        raise ValueError("Enter the family name." if is_person else "Enter the name of the organisation.")
    if too_long := next((value for value in fields.values() if len(value) > LONGEST), ""):
        raise ValueError(f"“{too_long[:40]}…” is longer than {LONGEST} characters.")
    if not is_person and (fields["given_name"] or fields["orcid"] or fields["affiliation"]):
        raise ValueError("An organisation has a name and a ROR ID, no given name, ORCID iD or affiliation.")
    if is_person and fields["ror"] and not fields["affiliation"]:
        raise ValueError("Enter the affiliation that the ROR ID belongs to.")
    identifiers = {"orcid": _read_orcid(fields["orcid"]), "ror": _read_ror(fields["ror"])}
    return Creator(**fields | identifiers | {"type": PERSON if is_person else ORGANISATION})


def read_creators(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return the creators of entered rows as they are stored. Raise ValueError with a sentence for each fault."""
    creators, faults = [], []
    for number, row in enumerate(rows, start=1):
        try:
            creators.append(read_creator(row).to_json())
        except ValueError as error:
            faults.append(f"Creator {number}: {error}")
    if len(rows) > MOST_CREATORS:
        faults.append(f"There are {len(rows)} creators; at most {MOST_CREATORS} can be named.")
    if faults:
        raise ValueError(" ".join(faults))
    return creators


def _read_orcid(text: str) -> str:
    if not text:
        return ""
    match = _ORCID.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text}” is not an ORCID iD such as 0000-0002-1825-0097.")
    orcid = match[1].upper()
    digits = orcid.replace("-", "")
    # ISO 7064, MOD 11-2.
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != digits[-1]:
        raise ValueError(f"The ORCID iD {orcid} is mistyped: its last digit does not fit the others.")
    return orcid


def _read_ror(text: str) -> str:
    if not text:
        return ""
    match = _ROR.fullmatch(text.lower())
    if match is None:
        raise ValueError(f"“{text}” is not a ROR ID such as 03ad39j10.")
    number = 0
    for letter in match[1][:-2]:
        number = number * 32 + _BASE_32.index(letter)
    # ISO 7064, MOD 97-10.
    if (98 - number * 100 % 97) % 97 != int(match[1][-2:]) % 97:
        raise ValueError(f"The ROR ID {match[1]} is mistyped: its last two digits do not fit the others.")
    return match[1]
