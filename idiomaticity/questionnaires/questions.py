"""Questions about a rater, and what is an answer to them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

QuestionKind = Literal["choice", "number", "text", "language"]
KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)
MOST_QUESTIONS = 30
MOST_CHOICES = 50
LONGEST_QUESTION = 300
LONGEST_ANSWER = 500
LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class RaterQuestion:
    """One question; its name is the column of its answers. A native language is chosen from a list of all languages."""

    name: str
    kind: QuestionKind
    text: str
    choices: tuple[str, ...] = ()
    is_required: bool = True

    def find_fault(self) -> str | None:
        """Return a sentence that says why the question cannot be asked, or None."""
        if not (self.name.isascii() and self.name.isidentifier() and len(self.name) <= LONGEST_NAME):
            return f"“{self.name[:LONGEST_NAME]}” cannot be a name. Use letters, digits and _, such as age."
        if self.name == "annotator":
            return "The column “annotator” has the pseudonym. Choose another name."
        if self.kind not in KINDS:
            return f"The kind of a question must be one of: {', '.join(KINDS)}."
        if not 1 <= len(self.text) <= LONGEST_QUESTION:
            return f"The question “{self.name}” must have 1 to {LONGEST_QUESTION} characters."
        return self._find_fault_in_choices()

    def _find_fault_in_choices(self) -> str | None:
        if self.kind != "choice":
            return f"The question “{self.name}” has choices, but is not a choice." if self.choices else None
        if not 2 <= len(self.choices) <= MOST_CHOICES or len(set(self.choices)) < len(self.choices):
            return f"Give “{self.name}” 2 to {MOST_CHOICES} different choices."
        if not all(0 < len(choice) <= LONGEST_QUESTION for choice in self.choices):
            return f"A choice of “{self.name}” must have 1 to {LONGEST_QUESTION} characters."
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the question as settings and the API write it."""
        return {
            "name": self.name,
            "kind": self.kind,
            "text": self.text,
            "choices": list(self.choices),
            "is_required": self.is_required,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return a question from the result of to_json."""
        choices = tuple(" ".join(choice.split()) for choice in data.get("choices", ()))
        text = " ".join(data["text"].split())
        return cls(data["name"].strip(), data["kind"], text, choices, data.get("is_required", True))


def find_fault_in_questions(questions: Sequence[RaterQuestion]) -> str | None:
    """Return a sentence that says why these cannot be asked together, or None."""
    if len(questions) > MOST_QUESTIONS:
        return f"Ask at most {MOST_QUESTIONS} questions."
    names = [question.name for question in questions]
    if twice := [name for name in names if names.count(name) > 1]:
        return f"There are two questions called {twice[0]}."
    return next(filter(None, (question.find_fault() for question in questions)), None)
