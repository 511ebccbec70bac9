"""Options and files of measures, declared once: forms, the API, the command line and stored keys follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values. Values without a label are not offered on the form."""

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
        """Raise ValueError, with a full sentence, for any other value."""
        if value not in self.values:
            raise ValueError(f"{self.name} is one of {', '.join(self.values)}.")


@dataclass(frozen=True, slots=True)
class Flag:
    """A boolean option."""

    name: str
    label: str
    help: str = ""
    default: bool = False
    on_command_line: bool = True

    def check(self, value: Any) -> None:
        if not isinstance(value, bool):
            raise ValueError(f"{self.name} is either true or false.")


@dataclass(frozen=True, slots=True)
class Number:
    """A number between bounds, possibly a whole one; `refusal` is the error message for any other value."""

    name: str
    label: str
    default: float
    lowest: float
    highest: float
    refusal: str
    help: str = ""
    on_command_line: bool = True
    is_whole: bool = False

    def check(self, value: Any) -> None:
        if (self.is_whole and value != int(value)) or not self.lowest <= value <= self.highest:
            raise ValueError(self.refusal)


@dataclass(frozen=True, slots=True)
class ColumnName:
    """The name of a column of a measure's file, where it is none of the usual ones; the command has --columns."""

    name: str
    label: str
    help: str
    default: str = ""
    on_command_line: bool = False

    LONGEST: ClassVar[int] = 200

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or len(value) > self.LONGEST:
            raise ValueError(f"{self.name} is the name of a column, of at most {self.LONGEST} characters.")


Option = Choice | Flag | Number | ColumnName


@dataclass(frozen=True, slots=True)
class FileInput:
    """Files that a measure reads beside the texts.

    `part` names them in the API, in jobs and in stored keys, `field` on the form, `argument` on the command line.
    `refusal` is the error message if they are given but no chosen measure reads them.
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
    """Compound scores from a compositionality project, copied to a file of `part` at the request. Files given as that
    part then count as `list_part`: the list of compounds to use.
    """

    part: str
    list_part: str
    label: str
    help: str
    refusal: str


@dataclass(frozen=True, slots=True)
class FormPart:
    """A folded part of the form with the fields of a measure's files and options, in their order."""

    id: str
    title: str
    fields: Sequence[str]
