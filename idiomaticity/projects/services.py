"""Rules about the settings of a compositionality project."""

from collections.abc import Mapping

from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.wording import NAMES, find_fault_in_wording, keep_own


def clean_wording(language: str, wording: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that differ from the language's defaults; raise DomainError for invalid ones.

    People who have answered already keep the questions they saw.
    """
    for name, text in wording.items():
        if name not in NAMES:
            raise DomainError(f"There is no question called {name}. Choose from {', '.join(NAMES)}.")
        if fault := find_fault_in_wording(text):
            raise DomainError(fault)
    return keep_own(language, {name: " ".join(text.split()) for name, text in wording.items()})
