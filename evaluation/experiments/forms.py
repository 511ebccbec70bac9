"""Form of a new experiment."""

from typing import Any

from django import forms

from annotation_site.projects.models import Project
from annotation_site.web.choices import explain
from annotation_site.web.names import NameField
from evaluation.experiments.configuration import (
    BACK_TRANSLATION,
    BASELINE,
    DICTIONARY,
    FACTORS,
    LIMITS,
    MOST_SEED,
    SPACES,
    Configuration,
    check_seeds,
)
from evaluation.experiments.jobs.preparing import MARKED
from evaluation.experiments.services import FOUND, LONGEST_NAME
from evaluation.finding.models import Finding
from evaluation.test_sets.models import TestSet
from evaluation.training_text.forms import HITS, AdditionalDataForm
from evaluation.training_text.jobs.texts import NOT_REJECTED

VARIANTS = [
    (BASELINE, explain("Baseline", "The text as it is.")),
    (DICTIONARY, explain("Dictionary", "Entries of a bilingual dictionary are added as pairs.")),
    (
        BACK_TRANSLATION,
        explain("Back-translation", "Target sentences with expressions and their translations are added."),
    ),
    (SPACES, explain("Words with spaces", "Each expression is one word.", "angry and walked_off")),
    (FACTORS, explain("Factors", "Each piece has a lemma and a label B, I or O.", "walked|walk_off|B off|walk_off|I")),
]
TEST_EXPRESSIONS = [
    (FOUND, explain("Found by the search", "By the same list as in the training text.")),
    (MARKED, explain("Marked in the test set", "As people marked them.")),
]
DEFAULTS = Configuration()
NUMBERS = {
    "pieces": ("Pieces of words", "BPE of both languages together. Zaninello & Birch 2020: 32,000."),
    "layers": ("Layers", "Of encoder and decoder each."),
    "model_size": ("Model size", ""),
    "feed_forward": ("Feed-forward size", ""),
    "heads": ("Attention heads", ""),
    "batch_words": ("Batch size (words)", ""),
    "steps": ("Training steps", "Training ends earlier when the development score no longer improves."),
    "checkpoint_steps": ("Steps between checkpoints", "After a stop, training continues from the last checkpoint."),
    "dev_pairs": ("Development pairs", "Taken from the text and never trained on."),
    "most_words": ("Longest sentence (words)", "Pairs with a longer side are left out."),
    "beam": ("Beam size", ""),
}
SHARES = {"dropout": "Dropout", "learning_rate": "Learning rate"}


class ExperimentForm(AdditionalDataForm):
    """Text, variants, data and sizes of an experiment."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(max_length=LONGEST_NAME, help_text="Systems are named after it.")
    finding = forms.ModelChoiceField(
        Finding.objects.none(),
        label="Text and expressions",
        empty_label=None,
        help_text="A search on the source side of a parallel text.",
    )
    hits = forms.ChoiceField(label="Hits to use", choices=HITS, initial=NOT_REJECTED, widget=forms.RadioSelect)
    test_sets = forms.ModelMultipleChoiceField(
        TestSet.objects.none(), label="Test sets", widget=forms.CheckboxSelectMultiple
    )
    test_expressions = forms.ChoiceField(
        label="Expressions of test sets", choices=TEST_EXPRESSIONS, initial=FOUND, widget=forms.RadioSelect
    )
    variants = forms.MultipleChoiceField(
        choices=VARIANTS, initial=[BASELINE, SPACES, FACTORS], widget=forms.CheckboxSelectMultiple
    )
    seeds = forms.CharField(initial="1", max_length=120, help_text="Separated by commas, such as 1, 2, 3.")
    dropout = forms.FloatField(label=SHARES["dropout"], min_value=0, max_value=0.9, initial=DEFAULTS.dropout)
    learning_rate = forms.FloatField(
        label=SHARES["learning_rate"], min_value=0.000001, max_value=1, initial=DEFAULTS.learning_rate
    )
    data_seed = forms.IntegerField(label="Seed of the development pairs", min_value=0, max_value=MOST_SEED, initial=0)

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["finding"].queryset = find_searches(project)  # type: ignore[attr-defined]
        self.fields["test_sets"].queryset = TestSet.objects.filter(project=project)  # type: ignore[attr-defined]
        for name, (label, help_text) in NUMBERS.items():
            least, most = LIMITS[name]
            self.fields[name] = forms.IntegerField(
                label=label, min_value=least, max_value=most, initial=getattr(DEFAULTS, name), help_text=help_text
            )

    @property
    def numbers(self) -> list[forms.BoundField]:
        """Return the fields of the configuration."""
        return [self[name] for name in (*NUMBERS, *SHARES, "data_seed")]

    def clean_seeds(self) -> list[int]:
        words = self.cleaned_data["seeds"].replace(",", " ").split()
        try:
            seeds = [int(word) for word in words]
        except ValueError as error:
            raise forms.ValidationError("Seeds must be whole numbers separated by commas.") from error
        try:
            check_seeds(seeds)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        return seeds

    def clean(self) -> dict[str, Any]:
        """Require the data of each variant, and sizes that fit each other."""
        fields = super().clean() or {}
        variants = fields.get("variants", [])
        if (DICTIONARY in variants) != bool(fields.get("dictionary")):
            self.add_error("dictionary", "Choose a dictionary and its variant, or neither.")
        for side in ("back_source", "back_target"):
            if (BACK_TRANSLATION in variants) != bool(fields.get(side)):
                self.add_error(
                    side, "Choose both sides of the back-translated text and their variant, or none of them."
                )
        if not self.errors:
            try:
                fields["configuration"] = Configuration.of(fields)
            except ValueError as error:
                self.add_error(None, str(error))
        return fields


def find_searches(project: Project) -> Any:
    """Return the searches on the source side of parallel texts."""
    return Finding.objects.filter(project=project, side=Finding.Side.SOURCE).exclude(other_language="")


def label_configuration(configuration: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the values of a configuration with the labels of the form, in its order."""
    labels = {**{name: label for name, (label, _) in NUMBERS.items()}, **SHARES}
    return [(label, configuration[name]) for name, label in labels.items()]
