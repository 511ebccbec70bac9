"""The locale in which a request is answered: a language, and sentences that a project words itself.

Only what a person asks for is looked up: a save that says nothing needs no language.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.utils.translation import get_supported_language_variant, trans_real

View = TypeVar("View", bound=Callable[..., Any])
ENGLISH = settings.LANGUAGE_CODE
# Its singular covers nought as well.
ONE_BELOW_TWO = "fr"


class Locale(NamedTuple):
    """A language, and by English sentence what a project says instead: its text, or its singular and plural."""

    language: str = ENGLISH
    own: Mapping[str, Sequence[str]] = {}


class LazyLocale:
    """The texts of a locale that is found when the first one is asked for, in the form that Django activates."""

    def __init__(self, find: Callable[[], Locale]) -> None:
        self._find = find

    @cached_property
    def locale(self) -> Locale:
        return self._find()

    def to_language(self) -> str:
        """Return the language, as Django asks for it."""
        return self.locale.language

    def gettext(self, message: str) -> str:
        """Return the project's own sentence, else the translation."""
        own = self.locale.own.get(message)
        return own[0] if own else str(trans_real.translation(self.locale.language).gettext(message))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the sentence in the form that goes with the number."""
        own = self.locale.own.get(singular)
        if own and len(own) > 1:
            return own[find_form(self.locale.language, number)]
        return str(trans_real.translation(self.locale.language).ngettext(singular, plural, number))


def find_form(language: str, number: int) -> int:
    """Return 0 where a number takes the singular, else 1."""
    return int(number > 1 if language == ONE_BELOW_TWO else number != 1)


@contextmanager
def using_lazy_locale(lazy_locale: LazyLocale) -> Iterator[None]:
    """Use these texts until the end of the block, and afterwards those of before.

    Django's own `override` remembers no more than the name of a language.
    """
    active: Any = trans_real._active  # type: ignore[attr-defined]  # the only door for a translation of one's own
    before = getattr(active, "value", None)
    active.value = lazy_locale
    try:
        yield
    finally:
        if before is None:
            del active.value
        else:
            active.value = before


def using_locale(locale: Locale) -> Any:
    """Return a block in which texts are those of a known locale."""
    return using_lazy_locale(LazyLocale(lambda: locale))


def switch_locale(locale: Locale) -> None:
    """Use this locale for the rest of the request, where a view finds out whom it answers."""
    trans_real._active.value = LazyLocale(lambda: locale)  # type: ignore[attr-defined]  # see `using_lazy_locale`


def find_known_locale() -> Locale | None:
    """Return the locale that this request has used so far, or None."""
    lazy_locale = getattr(trans_real._active, "value", None)  # type: ignore[attr-defined]  # see `using_lazy_locale`
    known: Locale | None = vars(lazy_locale).get("locale") if isinstance(lazy_locale, LazyLocale) else None
    return known


def match_language(tag: str) -> str:
    """Return the language of pages for a text in any language: English where there is no translation."""
    try:
        return get_supported_language_variant(tag)
    except LookupError:
        return ENGLISH


def translated(view: View) -> View:
    """Show a view's pages in the language of whoever asks; others, which are managers', stay English."""
    view.is_translated = True  # type: ignore[attr-defined]  # read by the middleware
    return view
