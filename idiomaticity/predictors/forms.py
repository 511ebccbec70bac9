"""Form for uploading a predictor's values."""

from typing import Any

from django import forms
from django.conf import settings

from annotation_site.projects.models import Project
from annotation_site.web.choices import explain
from annotation_site.web.names import NameField
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.probing.corpus_words import WHOLE_SENTENCE, WIDEST_WINDOW
from idiomaticity.predictors.services import LONGEST_NAME

Source = Predictor.Source
SOURCES = [
    (
        Source.VECTORS,
        explain(
            "Vectors of a model",
            "A NumPy .npz file of compounds in sentences gives NC_out and NC_outComp. Word vectors (GloVe or word2vec "
            "as text, gzipped or not, or .npz with words and vectors) give NC_outComp and similarities of sentences.",
        ),
    ),
    (
        Source.SIMILARITIES,
        explain(
            "Similarities of a model",
            "A table of similarities computed with another tool; you assign its columns on the next page.",
        ),
    ),
    (Source.CORPUS, explain("A corpus", "One sentence per line, optionally gzipped; gives DS, PPMI and frequency.")),
    (
        Source.TRANSLATIONS,
        explain(
            "Translations", "A table of words and their translations; gives SS. You assign columns on the next page."
        ),
    ),
]


class CorrelateForm(forms.Form):
    """A request to correlate all predictors; `request_id` makes sending it twice harmless."""

    request_id = forms.UUIDField()


class PredictorForm(forms.Form):
    """One file, and how it is read."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    source = forms.ChoiceField(
        label="Content of the file", choices=SOURCES, initial=Source.VECTORS, widget=forms.RadioSelect
    )
    name = NameField(max_length=LONGEST_NAME, help_text="Shown in tables, such as “BERT large, layers 9–12”.")
    file = forms.FileField(max_length=255)
    window = forms.IntegerField(
        label="Corpus: window size (words)",
        required=False,
        min_value=WHOLE_SENTENCE,
        max_value=WIDEST_WINDOW,
        initial=WHOLE_SENTENCE,
        help_text="Context on either side for DS; 0 for the whole sentence.",
    )
    lemmas = forms.BooleanField(
        label="Corpus: lemmatise words",
        required=False,
        help_text="Slower. Not needed if the corpus is already lemmatised.",
    )
    corpus = forms.ModelChoiceField(
        label="Translations: mean with DS of",
        queryset=Predictor.objects.none(),
        required=False,
        empty_label="No corpus",
        help_text="Also gives SS+DS.",
    )
    encoding = forms.CharField(
        required=False,
        max_length=40,
        help_text="Such as utf-8 or cp1252. Set this only if letters are displayed incorrectly.",
    )

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        self.fields["file"].help_text = f"Up to {limit} MB; tables up to 50 MB."
        corpora = project.predictors.filter(source=Source.CORPUS)
        self.fields["corpus"].queryset = corpora  # type: ignore[attr-defined]

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `request_predictor`, except the file."""
        fields = {name: value for name, value in self.cleaned_data.items() if name != "file"}
        return {**fields, "window": fields["window"] or WHOLE_SENTENCE}
