"""Contents of the columns of compounds, raw ratings and the tables beside them, and how they are usually called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role
from idiomaticity.compounds.heads import is_head_first
from idiomaticity.compounds.labels import NAMES_OF_USES
from idiomaticity.ratings.scores import CLASSES

# C, PC and NC by the case-folded names that files have for them.
USUAL_CLASSES: Mapping[str, str] = {
    **{name.casefold(): name for name in CLASSES},
    **{word: name for name, word in CLASSES.items()},
    "partly": "PC",
    "non-compositional": "NC",
    "partly idiomatic": "PC",
}


def _name_means(parts: Iterable[str]) -> tuple[str, ...]:
    """Return names of columns of means about a part: `head mean`, `mean head`, `avgHead`."""
    means = find_words("rated mean")
    return tuple(
        name for part in parts for mean in means for name in (f"{part} {mean}", f"{mean} {part}", f"{mean}{part}")
    )


COMPOUND_ROLES = (
    Role(
        "compound",
        "Compound",
        (*find_words("compound"), *find_words("expression"), "pie", "stim", "stimulus", "word", "item"),
        is_required=True,
        holds_numbers=False,
    ),
    Role(
        "sentence",
        "Sentence",
        ("sentence", "target", *find_words("sentence")),
        takes_several=True,
        holds_sentences=True,
        help="One per row, or several columns in their order.",
    ),
    Role("span", "Place of the compound in the sentence", find_words("span"), takes_several=True),
    Role(
        "label",
        "Label of the occurrence",
        find_words("occurrence label"),
        takes_several=True,
        values=NAMES_OF_USES,
        help="Such as idiomatic or literal. Raters never see it.",
    ),
    Role(
        "previous",
        "Sentence before",
        find_words("previous"),
        takes_several=True,
        help="Shown to raters above the sentence.",
    ),
    Role("next", "Sentence after", find_words("next"), takes_several=True, help="Shown to raters below the sentence."),
    Role("head", "Head", find_words("head"), holds_numbers=False),
    Role("modifier", "Modifier", find_words("modifier"), holds_numbers=False),
    Role(
        "compound_class",
        "Compound class",
        (*find_words("class"), "imported_class"),
        values_under_longer_names=frozenset(USUAL_CLASSES) | NAMES_OF_USES,
    ),
    Role("decided_class", "Decided class", ("decided_class",), help="Of an adjudication."),
    Role(
        "type_score",
        "Type score",
        (*find_words("type_score"), *_name_means([*find_words("whole"), "cpd", "cmp"])),
        help="Published mean of the whole, on the scale of the study.",
    ),
    Role(
        "head_mean",
        "Published mean of the head",
        (*_name_means(find_words("head")), "published head", *find_words("head")),
        holds_numbers=True,
    ),
    Role(
        "modifier_mean",
        "Published mean of the modifier",
        (*_name_means(find_words("modifier")), "published modifier", *find_words("modifier")),
        holds_numbers=True,
    ),
    # NCTTI: MeanS1 and SynonymsS1 are the mean and the paraphrases of the first sentence.
    Role("mean", "Mean of the sentence", (*find_words("mean"), "means"), takes_several=True),
    Role(
        "paraphrases",
        "Type-level paraphrases",
        (*find_words("paraphrases"), "published_paraphrases"),
        help="A list of an earlier study, separated by semicolons.",
    ),
    Role(
        "sentence_paraphrases",
        "Paraphrases of the sentence",
        ("synonymss", *find_words("paraphrases")),
        takes_several=True,
        is_numbered=True,
        help="A list of an earlier study, separated by semicolons.",
    ),
    Role("note", "Note", find_words("note")),
    Role(
        "language",
        "Language of the row",
        find_words("language"),
        help="Rows in another language than the project’s are left out.",
    ),
    Role("sentences", "Sentences in a list", ("sentences",), help="Of JSON objects."),
)


def list_compound_roles(language: str) -> tuple[Role, ...]:
    """Return the contents of a table of compounds in a language, whose order of words says what the first one is."""
    words = find_words("first word"), find_words("second word")
    head, modifier = words if is_head_first(language) else reversed(words)
    further = {
        "head": head,
        "modifier": modifier,
        "head_mean": _name_means(head),
        "modifier_mean": _name_means(modifier),
    }
    return tuple(replace(role, words=(*role.words, *further.get(role.name, ()))) for role in COMPOUND_ROLES)


RATING_ROLES = (
    Role("compound", "Compound", (*find_words("compound"), *find_words("expression")), is_required=True),
    Role(
        "scale",
        "Scale",
        find_words("scale"),
        is_required=True,
        help="head, modifier or whole, or the word itself.",
    ),
    Role("annotator", "Annotator", find_words("annotator"), is_required=True),
    Role("value", "Rating", find_words("value"), is_required=True, help="a score, or -1 for “cannot judge”."),
    Role(
        "sentence",
        "Number of the sentence",
        find_words("sentence number"),
        help="Empty at type level.",
    ),
    Role("guideline", "Version of the guidelines", find_words("guideline")),
    Role("list", "Number of the list", find_words("list")),
)
# Of a release, beside its ratings.
STUDY_ROLES: dict[Literal["paraphrases", "decisions", "classes"], tuple[Role, ...]] = {
    "paraphrases": (
        Role("compound", "Compound", find_words("compound"), is_required=True),
        Role("annotator", "Annotator", find_words("annotator"), is_required=True),
        Role("position", "Position", ("position", "posición", "posizione", "posição"), is_required=True),
        Role("paraphrase", "Paraphrase", find_words("paraphrases"), is_required=True),
        Role("sentence", "Number of the sentence", find_words("sentence number")),
    ),
    "decisions": (
        Role("compound", "Compound", find_words("compound"), is_required=True),
        Role("paraphrase", "Paraphrase", find_words("paraphrases"), is_required=True),
        Role("decision", "Decision", ("decision", "entscheidung", "decisión", "décision", "decisione", "decisão"),
             is_required=True),
        Role("into", "Merged into", ("into", "merged into"), is_required=True),
    ),
    "classes": (
        Role("compound", "Compound", find_words("compound"), is_required=True),
        Role("expert", "Expert", ("expert", "experte", "expertin", "experto", "experta", "esperto", "esperta"),
             is_required=True),
        Role("class", "Class", find_words("class"), is_required=True),
    ),
}  # fmt: skip
