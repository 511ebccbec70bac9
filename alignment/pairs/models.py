"""Sentence pairs."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db import models
from django.db.models import Q

from alignment.pairs.excerpts import cut_excerpt, write_text
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import Ability
from annotation_site.texts.tokens import split_at_punctuation, tokenise


class FoldedWords(models.Func):
    """The tokens in lower case, as PostgreSQL's text search looks words up; fold_words is created by a migration."""

    template = "array_to_tsvector(fold_words(%(expressions)s))"
    output_field = SearchVectorField()


class WordQuery(SearchQuery):
    """A query that is used verbatim, because a token is one word whatever it contains."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def as_sql(self, *args: Any, **kwargs: Any) -> tuple[str, list[Any]]:
        """Return SQL that bypasses the parser, which would split words that contain a hyphen or an apostrophe."""
        return "%s::tsquery", [self.text]


class SentencePairQuerySet(models.QuerySet["SentencePair"]):
    def for_user(self, user: User, ability: Ability) -> Self:
        """Return pairs of projects in which the person has the ability."""
        return self.filter(item__in=Item.objects.for_user(user, ability))

    def with_words(self, side: str, beginnings: Iterable[Sequence[str]]) -> Self:
        """Return pairs that have, on this side, a word for each prefix in one of these lists, in any order."""
        wanted = _any_of(beginnings)
        return self._matching(Q(**{f"folded_{side}": WordQuery(wanted)})) if wanted else self.none()

    def with_text(self, typed: str) -> Self:
        """Return pairs that have, on either side, a word that begins like each of these, in any order.

        A word may stand in the text as several tokens: at punctuation, and in scripts without spaces.
        """
        condition = Q()
        for word in typed.split():
            runs = split_at_punctuation(word)
            units = [unit for run in runs for unit in tokenise(run, "en", "words")]
            wanted = WordQuery(_any_of([[word], runs, units]))
            condition &= Q(folded_source=wanted) | Q(folded_target=wanted)
        return self._matching(condition)

    def _matching(self, words: Q) -> Self:
        """Return pairs by the index of words, and those of a new import, which are not in it yet, one by one."""
        pairs = SentencePair.objects.alias(
            folded_source=FoldedWords("source_tokens"), folded_target=FoldedWords("target_tokens")
        )
        indexed, new = (pairs.filter(words, is_indexed=is_indexed).values("pk") for is_indexed in (True, False))
        # In one condition the planner would see words wanted of every pair, and use no index.
        return self.filter(pk__in=indexed.union(new, all=True))


class SentencePair(models.Model):
    """The content of an item: two token lists, which the database protects from changes."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="sentence_pair")
    source_tokens = ArrayField(models.TextField())
    target_tokens = ArrayField(models.TextField())
    # Kept only where splitting lost something: joined by spaces, the tokens otherwise give the text back.
    source_text = models.TextField(blank=True)
    target_text = models.TextField(blank=True)
    source_target_words = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    target_target_words = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    # Indexing its words costs twice as much as the rest of a pair: a large import leaves it for afterwards.
    is_indexed = models.BooleanField(default=True, db_default=True, editable=False)

    objects: ClassVar[Any] = SentencePairQuerySet.as_manager()

    class Meta:
        indexes = [
            GinIndex(FoldedWords("source_tokens"), name="pairs_by_source_word", condition=Q(is_indexed=True)),
            GinIndex(FoldedWords("target_tokens"), name="pairs_by_target_word", condition=Q(is_indexed=True)),
            models.Index(fields=["item"], name="pairs_to_index", condition=Q(is_indexed=False)),
        ]
        triggers = [pgtrigger.ReadOnly(name="tokens_fixed", fields=["item", "source_tokens", "target_tokens"])]

    def __str__(self) -> str:
        return self.written_source[:60]

    @property
    def written_source(self) -> str:
        """The source sentence as it was written."""
        return write_text(self.source_tokens, self.source_text)

    @property
    def written_target(self) -> str:
        """The target sentence as it was written."""
        return write_text(self.target_tokens, self.target_text)

    def cut_source(self, tokens: int) -> str:
        """Return the source sentence as it was written, up to the end of its first tokens."""
        return cut_excerpt(self.source_tokens, self.source_text, tokens)


def _any_of(beginnings: Iterable[Sequence[str]]) -> str:
    """Return a tsquery for texts that have a word for each prefix in one of these lists."""
    return " | ".join(f"({' & '.join(map(_quote, words))})" for words in beginnings if words)


def _quote(word: str) -> str:
    """Return a tsquery for words that begin with this one."""
    escaped = word.lower().replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}':*"
