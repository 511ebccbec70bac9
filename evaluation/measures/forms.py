"""The form that asks for measures: which ones, and in folded parts what LitTER and TESLA-M need."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms

from evaluation.measures.names import APT, LITTER, MWE, MWE_ALIGNED, TESLA, TESLA_COMPOUNDS
from evaluation.measures.options import MeasureOptions
from evaluation.sources.compositionality import ScoreSource
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation

LABELS = {
    MWE: "Score_mwe: how near the translation comes to the expression’s words",
    "bleu": "BLEU",
    "chrf": "chrF",
    "ter": "TER",
    MWE_ALIGNED: "Score_mwe of the words aligned with the expression only (needs alignments)",
    LITTER: "LitTER: whether a word of the expression was translated literally (needs a dictionary)",
    APT: "APT-Eval: the aligned words against those of the reference (needs alignments)",
    TESLA: "TESLA-M: which words of the reference are there, by lemma, synonym and part of speech",
    TESLA_COMPOUNDS: "TESLA-M with compounds: the same, weighed by how compositional a compound is",
}


class MeasuresForm(forms.Form):
    """Measures with their files and options; `sources` are what scores of compounds the person may take."""

    LITTER_FIELDS = ("dictionary", "reverse_dictionary", "stop_words", "lemmas")
    TESLA_FIELDS = ("compounds", "compound_table", "highest", "compound_scores", "exact_compounds", "scope", "moment")

    measures = forms.MultipleChoiceField(
        choices=list(LABELS.items()), initial=[MWE, "bleu", "chrf", "ter"], widget=forms.CheckboxSelectMultiple
    )
    dictionary = forms.FileField(
        required=False, max_length=255, help_text="A source word and a target word on each line."
    )
    reverse_dictionary = forms.FileField(required=False, max_length=255, help_text="A target word and a source word.")
    stop_words = forms.FileField(
        required=False, max_length=255, help_text="Source words that count for nothing, such as articles."
    )
    lemmas = forms.ChoiceField(
        choices=[
            ("none", "none, as in the paper"),
            ("source", "of source words, to look them up"),
            ("target", "of target words, to compare them"),
            ("both", "of both"),
        ],
        required=False,
    )
    compounds = forms.ChoiceField(
        label="Compounds are",
        choices=[
            ("table", "those of a table, or of the project that the scores come from"),
            ("wordnet", "two nouns in a row that WordNet lists as one (English)"),
        ],
        required=False,
    )
    compound_table = forms.FileField(
        required=False,
        max_length=255,
        help_text="xlsx, csv, tsv or jsonl with the columns compound and compositionality. With scores of a project or "
        "0/1, the column compound will do: those that count.",
    )
    highest = forms.FloatField(
        label="Highest score of the table",
        required=False,
        initial=1,
        min_value=0.000001,
        max_value=1_000_000,
        help_text="What a fully compositional compound has: 1, or 5.",
    )
    compound_scores = forms.ChoiceField(
        label="Scores of a compositionality project",
        required=False,
        help_text="As they are now: what people say, DS of a corpus, SS of translations, or the mean of both.",
    )
    exact_compounds = forms.BooleanField(
        label="0/1: a compound counts only where it is matched by itself", required=False
    )
    scope = forms.ChoiceField(
        label="Weighed",
        choices=[("compound", "the n-gram that is the compound"), ("covering", "every n-gram that covers it")],
        required=False,
    )
    moment = forms.ChoiceField(
        label="When",
        choices=[("before", "before the best matching is sought"), ("after", "after it")],
        required=False,
    )

    def __init__(self, *args: Any, sources: Sequence[ScoreSource], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sources = {each.code: each for each in sources}
        groups = [
            (project.name, [(each.code, each.label) for each in grouped])
            for project, grouped in groupby(sources, lambda each: each.project)
        ]
        self.fields["compound_scores"].choices = [("", "none"), *groups]  # type: ignore[attr-defined]

    def scores(self) -> ScoreSource | None:
        """Of a valid form: whose scores of compounds were chosen."""
        return self._sources.get(self.cleaned_data["compound_scores"])

    def options(self) -> MeasureOptions:
        """Of a valid form; what was left out is as by default."""
        fields, default = self.cleaned_data, MeasureOptions()
        names = ("lemmas", "compounds", "exact_compounds", "scope", "moment", "highest")
        return MeasureOptions(**{name: fields[name] or getattr(default, name) for name in names})

    def parts(self) -> list[tuple[str, str, list[forms.BoundField], bool]]:
        """The folded parts: id, title, fields, and whether one of them was found fault with."""
        return [
            self._part("litter-options", "LitTER: dictionary, stop words, lemmas", self.LITTER_FIELDS),
            self._part("tesla-options", "TESLA-M: compounds and how they are weighed", self.TESLA_FIELDS),
        ]

    def _part(self, name: str, title: str, fields: Sequence[str]) -> tuple[str, str, list[forms.BoundField], bool]:
        bound = [self[field] for field in fields]
        return name, title, bound, any(field.errors for field in bound)


class CompareForm(forms.Form):
    """Two systems of a test set and a measure; what is not chosen is as by default, the first two systems."""

    first = forms.ModelChoiceField(queryset=Translation.objects.none(), label="First system", empty_label=None)
    second = forms.ModelChoiceField(queryset=Translation.objects.none(), label="Second system", empty_label=None)
    measure = forms.ChoiceField()

    def __init__(
        self, asked: Mapping[str, Any], *, test_set: TestSet, measures: Sequence[tuple[str, str]], measure: str
    ) -> None:
        translations = test_set.translations.select_related("system").order_by("pk")
        chosen = {name: asked.get(name) for name in ("first", "second")}
        default = dict(zip(chosen, translations.values_list("pk", flat=True)[:2], strict=False))
        super().__init__({"measure": measure} | {name: chosen[name] or default.get(name) for name in chosen})
        for name in chosen:
            field = self.fields[name]
            field.queryset = translations  # type: ignore[attr-defined]
            field.label_from_instance = lambda each: each.system.name  # type: ignore[attr-defined]
        self.fields["measure"].choices = list(measures)  # type: ignore[attr-defined]

    def find_pair(self) -> tuple[Translation, Translation] | None:
        """Two different systems, or None."""
        if not self.is_valid():
            return None
        first, second = self.cleaned_data["first"], self.cleaned_data["second"]
        return (first, second) if first != second else None
