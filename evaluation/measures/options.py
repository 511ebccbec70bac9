"""Options and files of measures, declared once: forms, the API, the command line and stored keys follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values; those without words are not offered on the form."""

    name: str
    label: str
    choices: Sequence[tuple[str, str]]
    default: str
    help: str = ""
    on_command_line: bool = True

    @property
    def values(self) -> list[str]:
        return [value for value, _ in self.choices]

    def check(self, value: Any) -> None:
        """Raise ValueError, in a sentence, for a value that is none of them."""
        if value not in self.values:
            raise ValueError(f"{self.name} is one of {', '.join(self.values)}.")


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    name: str
    label: str
    help: str = ""
    default: bool = False
    on_command_line: bool = True

    def check(self, value: Any) -> None:
        """Raise ValueError for anything else."""
        if not isinstance(value, bool):
            raise ValueError(f"{self.name} is either true or false.")


@dataclass(frozen=True, slots=True)
class Number:
    """A number between bounds; `refusal` is said of any other."""

    name: str
    label: str
    default: float
    lowest: float
    highest: float
    refusal: str
    help: str = ""
    on_command_line: bool = True

    def check(self, value: Any) -> None:
        """Raise ValueError with the refusal."""
        if not self.lowest <= value <= self.highest:
            raise ValueError(self.refusal)


Option = Choice | Flag | Number


@dataclass(frozen=True, slots=True)
class FileInput:
    """Files that a measure reads beside the texts.

    `part` names them in the API, in jobs and in stored keys, `field` on the form, `argument` on the command line;
    `refusal` is said where they are given and no measure that was chosen reads them.
    """

    part: str
    field: str
    argument: str
    help: str
    refusal: str
    form_help: str = ""
    is_many: bool = True
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class ScoresInput:
    """Scores of compounds that a compositionality project gives, copied into a file of `part` when they are asked for;
    files that were given as that part are then of `list_part`: the compounds that count."""

    part: str
    list_part: str
    label: str
    help: str
    refusal: str


@dataclass(frozen=True, slots=True)
class FormPart:
    """A folded part of the form: the fields of a measure's files and options, in their order."""

    id: str
    title: str
    fields: Sequence[str]
