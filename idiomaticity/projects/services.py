"""Rules about the settings of a compositionality project."""

from collections.abc import Mapping

from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.wording import NAMES, find_fault_in_wording, keep_own


def clean_wording(language: str, wording: Mapping[str, str]) -> dict[str, str]:
    """Return those texts that differ from the language's own, or raise DomainError; what is asked stays as it was for
    those who answered already."""
    for name, text in wording.items():
        if name not in NAMES:
            raise DomainError(f"There is no question called {name}. Choose from {', '.join(NAMES)}.")
        if fault := find_fault_in_wording(text):
            raise DomainError(fault)
    return keep_own(language, {name: " ".join(text.split()) for name, text in wording.items()})
