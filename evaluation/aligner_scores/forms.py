"""Forms for uploading a system's alignment of a release."""

from typing import Any

from django import forms
from django.utils.formats import date_format

from alignment.suggestions.forms import LinkFileForm
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from evaluation.aligner_scores.jobs.aligners import INTERSECTION, UNION
from evaluation.aligner_scores.models import Output
from evaluation.aligner_scores.services import LONGEST_NAME


class ReleaseField(forms.ModelChoiceField):
    """Releases under their number and day."""

    def label_from_instance(self, release: Release) -> str:
        return f"Release {release.number}, {date_format(release.created_at, 'j F Y')}"


def list_releases(field: forms.Field, project: Project) -> None:
    """Offer the project's releases, the newest chosen."""
    assert isinstance(field, ReleaseField)
    field.queryset = project.releases.defer("manifest").order_by("-number")
    field.initial = field.queryset.first()


class AlignerOutputForm(forms.Form):
    """An installed aligner to run over a release; `request_id` makes sending it twice harmless."""

    prefix = "aligner"

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    aligner = forms.ChoiceField(label="Aligner")
    links = forms.ChoiceField(
        label="Links",
        choices=[(INTERSECTION, "that both directions give"), (UNION, "that either direction gives")],
        widget=forms.RadioSelect,
        initial=INTERSECTION,
    )
    name = forms.CharField(label="System", max_length=LONGEST_NAME, help_text="Its name on the board.")
    release = ReleaseField(queryset=Release.objects.none(), empty_label=None)

    def __init__(self, *args: Any, project: Project, aligners: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        which = self.fields["aligner"]
        assert isinstance(which, forms.ChoiceField)
        which.choices = [(name, name) for name in aligners]
        list_releases(self.fields["release"], project)


class SystemOutputForm(LinkFileForm):
    """One file of links for the pairs of one release."""

    name = forms.CharField(
        label="System", max_length=120, help_text="Its name on the board, such as “fast_align, grow-diagonal”."
    )
    release = ReleaseField(queryset=Release.objects.none(), empty_label=None)
    field_order = ("name", "release")

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[
            "file"
        ].help_text = "One line per sentence pair, in the order of the release’s <code>source.txt</code>."
        list_releases(self.fields["release"], project)


class OutputField(forms.ModelChoiceField):
    """Outputs under their system's name."""

    def label_from_instance(self, output: Output) -> str:
        return f"{output.system.name} ({output.upload.name})"


class ClassScoresForm(forms.Form):
    """One system or two, scored against one release."""

    first = OutputField(label="System", queryset=Output.objects.none(), empty_label=None)
    second = OutputField(
        label="Compared with",
        queryset=Output.objects.none(),
        required=False,
        empty_label="nothing",
        help_text="Differences of AER in every class, by paired bootstrap.",
    )
    classes = forms.CharField(
        initial="0,1-15,16-",
        max_length=100,
        help_text="How often a word occurs. Every class of source words is crossed with every one of target words.",
    )
    target_words = forms.CharField(
        label="Only links that touch a word of these classes",
        required=False,
        max_length=100,
        help_text="For example 0-15. Empty: all links.",
    )
    only_sure = forms.BooleanField(label="Possible links of the gold standard count as wrong", required=False)
    fold_case = forms.BooleanField(label="Capitals do not matter", required=False)
    source_frequencies = forms.FileField(required=False, max_length=255)
    target_frequencies = forms.FileField(required=False, max_length=255)

    def __init__(self, *args: Any, project: Project, release: Release, source: str, target: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        outputs = (
            Output.objects.filter(release=release).select_related("system", "upload").order_by("system__name", "pk")
        )
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, OutputField)
            field.queryset = outputs
        explained = "A word and its count a line, of the text the systems learnt from. Empty: the release’s own text."
        for side, language in (("source", source), ("target", target)):
            self.fields[f"{side}_frequencies"].label = f"Frequencies of {language} words"
            self.fields[f"{side}_frequencies"].help_text = explained

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `request_class_scores` other than user, project and release."""
        wanted = dict(self.cleaned_data)
        outputs = [wanted.pop("first"), wanted.pop("second")]
        return {**wanted, "outputs": [output for output in outputs if output]}
