"""2,525 English sentences with idioms and their French translations, aligned: real files that a measure reads."""

from collections.abc import Iterator
from functools import cache

from annotation_site.texts.token_places import find_tokens, locate_tokens
from evaluation.metrics.spans import parse_spans
from tests.shared_data import shared

COUNT = 2525


@cache
def read_idioms() -> dict[str, list[str]]:
    """Lines of each file by what they are."""
    folder = shared("data/evaluation/idioms-enfr")
    names = {"source": "en", "tokens": "en.moses", "spans": "spans.en", "reference": "fr", "words": "fr.moses"}
    lines = {name: (folder / f"sents.{ending}").read_text().split("\n")[:COUNT] for name, ending in names.items()}
    lines["links"] = (folder / "sents.en_fr.moses.align").read_text().split("\n")[:COUNT]
    return lines


def aligned_expressions(idioms: dict[str, list[str]]) -> Iterator[str]:
    """French words linked to each idiom: the reference translation of the expression."""
    for source, tokens, spans, words, links in zip(
        idioms["source"], idioms["tokens"], idioms["spans"], idioms["words"], idioms["links"], strict=True
    ):
        places = locate_tokens(tokens.split(), source)
        cells = [tuple(map(int, link.split("-"))) for link in links.split()]
        marked, tokens_of_target = find_tokens(places, parse_spans(spans, source).spans), words.split()
        yield " ".join(
            tokens_of_target[place] for place in sorted({place for index, place in cells if index in marked})
        )


def make_dictionary(idioms: dict[str, list[str]]) -> str:
    """Of the aligned words themselves, those seen often, as a real one is not at hand."""
    counts: dict[tuple[str, str], int] = {}
    for tokens, words, links in zip(idioms["tokens"], idioms["words"], idioms["links"], strict=True):
        first, second = tokens.lower().split(), words.lower().split()
        for link in links.split():
            source, target = map(int, link.split("-"))
            pair = first[source], second[target]
            counts[pair] = counts.get(pair, 0) + 1
    return "".join(f"{a} {b}\n" for (a, b), count in sorted(counts.items()) if count > 4)
