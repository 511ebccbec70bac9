"""Published studies whose design a new one can begin with: their settings alone. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PublishedStudy:
    """A study by its key in addresses, with the settings that follow its design, and what these mean in words.

    `language` is what the form proposes. `crowd` has the design of lists; consent and marketplace are each study's own.
    """

    key: str
    title: str
    reference: str
    sentence: str
    language: str
    settings: Mapping[str, Any]
    crowd: Mapping[str, Any]

    def to_study(self, language: str) -> dict[str, Any]:
        """Return the study as `start_study` takes it."""
        return {"settings": {**self.settings, "language": language}, "crowd": dict(self.crowd)}


PAPER_SCALE = {"lowest": 0, "highest": 5, "step": 1, "labels": {}}
PUBLISHED: Mapping[str, PublishedStudy] = {
    study.key: study
    for study in (
        PublishedStudy(
            key="nctti",
            title="NCTTI",
            reference="Garcia, Kramer Vieira, Scarton, Idiart and Villavicencio 2021",
            sentence="Portuguese or English compounds, each sentence rated separately and each compound with its "
            "sentences; head, modifier and whole from 0 to 5, paraphrases; 10 ratings per item.",
            language="pt",
            settings={"level": "both", "annotators_per_item": 10, "spread": "even", "scale": PAPER_SCALE},
            crowd={"limit_each": 21, "most_people": 500},
        ),
        PublishedStudy(
            key="reddy-2011",
            title="Reddy et al. 2011",
            reference="Reddy, McCarthy and Manandhar 2011",
            sentence="English compounds, each rated once with its sentences; head, modifier and whole from 0 to 5. "
            "Ratings per compound are as in any new project.",
            language="en",
            settings={"level": "type", "spread": "even", "scale": PAPER_SCALE},
            crowd={"limit_each": 25, "most_people": 500},
        ),
        PublishedStudy(
            key="semeval-2022",
            title="SemEval-2022 Task 2",
            reference="Tayyar Madabushi, Gow-Smith, Garcia, Scarton, Idiart and Villavicencio 2022",
            sentence="Sentences rated separately, idiomatic (0) or not (1); sentences before and after are shown if "
            "your table has them. Compounds whose parts are known are asked about head and modifier, too.",
            language="en",
            settings={
                "level": "token",
                "annotators_per_item": 3,
                "spread": "even",
                "scale": {"lowest": 0, "highest": 1, "step": 1, "labels": {}},
            },
            crowd={"limit_each": 50, "most_people": 500},
        ),
    )
}
