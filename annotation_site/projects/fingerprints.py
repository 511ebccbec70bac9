"""Fingerprints of settings, by which a form that was opened a while ago tells what its sender changed from what it
merely shows.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from annotation_site.web.exceptions import StaleVersion

LENGTH = 16
CHANGED_BY_BOTH = (
    "Nothing was saved. Settings that you changed have also been changed elsewhere since you opened this page; compare "
    "them below, then save again."
)


def take_fingerprints(settings: Mapping[str, Any]) -> str:
    """Return the fingerprint of each setting as `name=fingerprint`, separated by spaces; a setting of several texts or
    numbers has one for each.
    """
    return _sign_fingerprints({part: _hash(value) for part, value in _split(settings).items()})


def renew_fingerprints(opened: str, present: Mapping[str, Any]) -> str:
    """Return the fingerprints with those of these parts, which the person has been shown."""
    return _sign_fingerprints(
        {**_parse_fingerprints(opened), **{part: _hash(value) for part, value in present.items()}}
    )


def keep_own_changes(opened: str, stored: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings sent, with what was left as the form showed it replaced by what is stored.

    Raise StaleVersion, with the stored values by part, if a part that was changed has another value by now than the
    form was opened with. A part without a fingerprint counts as changed, and as seen.
    """
    as_opened, present, wanted = _parse_fingerprints(opened), _split(stored), _split(sent)
    contested = {}
    for part in wanted.keys() & as_opened.keys() & present.keys():
        if _hash(wanted[part]) == as_opened[part]:
            wanted[part] = present[part]
        elif _hash(present[part]) not in (as_opened[part], _hash(wanted[part])):
            contested[part] = present[part]
    if contested:
        raise StaleVersion(CHANGED_BY_BOTH, state=contested)
    return _join(wanted, sent)


def _join(parts: Mapping[str, Any], shape: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings of the shape of others from their parts, as `_split` names them."""
    settings: dict[str, Any] = {}
    for name, value in shape.items():
        is_parted = isinstance(value, dict)
        settings[name] = {key: parts[f"{name}.{key}"] for key in value} if is_parted else parts[name]
    return settings


def _split(settings: Mapping[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, dict):
            parts |= {f"{name}.{key}": part for key, part in value.items()}
        else:
            parts[name] = value
    return parts


def _hash(value: Any) -> str:
    # A browser sends CRLF, and a form strips; neither is a change.
    plain = value.replace("\r\n", "\n").strip() if isinstance(value, str) else value
    return sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()[:LENGTH]


def _sign_fingerprints(fingerprints: Mapping[str, str]) -> str:
    return " ".join(f"{part}={fingerprint}" for part, fingerprint in fingerprints.items())


def _parse_fingerprints(opened: str) -> dict[str, str]:
    return dict(entry.partition("=")[::2] for entry in opened.split())
