"""Makes a template variable that its context lacks an error with its name and its template.

Django renders nothing in its place: a misspelt name would stay unseen. Where a tag allows for a missing value, as `{%
if %}` does, only tests/test_templates.py can tell a misspelt name from one that some pages do without.
"""

from copy import copy
from pathlib import Path
from typing import Any

from django.template import VariableDoesNotExist
from django.template.base import FilterExpression, Parser, Variable

TEMPLATES = str(Path(__file__).resolve().parents[2] / "templates")
# Filters that are there to stand in for what is missing.
STAND_INS = {"default", "default_if_none"}


class UndefinedVariable(AssertionError):
    """A template names a variable that its context does not have."""


class GivenVariable(Variable):
    """A variable that must be there."""

    def __init__(self, name: str, place: str) -> None:
        super().__init__(name)
        self.place = place

    def resolve(self, context: Any) -> Any:
        try:
            return super().resolve(context)
        except VariableDoesNotExist as error:
            raise UndefinedVariable(f"{self.place} is not defined") from error


class GivenExpression(FilterExpression):
    """An expression whose variable must be there, unless a filter stands in for it or a tag allows for its lack."""

    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        self.template = str(parser.origin.template_name)
        self.lenient = copy(self)
        if self.is_var and not any(used.__name__ in STAND_INS for used, _ in self.filters):
            self.var = GivenVariable(self.var.var, f"{self.template}: {token}")

    def resolve(self, context: Any, ignore_failures: bool = False) -> Any:
        chosen = self.lenient if ignore_failures else self
        return super(GivenExpression, chosen).resolve(context, ignore_failures)


def refuse_undefined_variables() -> None:
    """Change Django in this process, before it compiles the first template."""
    compile_filter = Parser.compile_filter

    def compile_strictly(parser: Parser, token: str) -> FilterExpression:
        return GivenExpression(token, parser) if is_ours(parser) else compile_filter(parser, token)

    Parser.compile_filter = compile_strictly


def is_ours(parser: Any) -> bool:
    """Return whether it compiles one of our templates; those of Django and allauth rely on missing variables."""
    return parser.origin is not None and parser.origin.name.startswith(TEMPLATES)
