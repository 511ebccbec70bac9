"""The finder against the spans that the authors of the paper found with theirs."""

import ast

from annotation_site.phrases import Lemmatiser, PhraseFinder, PhraseRules, make_pattern, split_sentence
from tests.shared_data import shared


def test_annotated_idioms_are_found_with_their_exact_spans() -> None:
    folder = shared("data/evaluation/idioms-enfr")
    english = Lemmatiser("en")
    texts = (folder / "sents.en").read_text().splitlines()
    rows = [line.split("\t") for line in (folder / "sents.spans.en").read_text().splitlines()]
    patterns = [make_pattern(phrase, english, PhraseRules()) for phrase in sorted({row[0] for row in rows})]
    finder = PhraseFinder(patterns)
    found = annotated = both = 0
    for text, (_, written) in zip(texts, rows, strict=True):
        spans = set(ast.literal_eval(written))
        # Theirs holds an expression with and without its optional words; ours the longest.
        gold = {a for a in spans if not any(a != b and b[0] <= a[0] and a[1] <= b[1] for b in spans)}
        hits = {(hit.spans[0][0], hit.spans[-1][1]) for hit in finder.find(split_sentence(text, english))}
        found, annotated, both = found + len(hits), annotated + len(gold), both + len(hits & gold)
    print(f"recall {both / annotated:.4f}, precision {both / found:.4f} of {annotated} spans")
    assert both / annotated > 0.995
    assert both / found > 0.995
