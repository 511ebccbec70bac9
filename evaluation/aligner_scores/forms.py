"""Forms for uploading a system's alignment of a release."""

from typing import Any

from django import forms
from django.utils.formats import date_format

from alignment.formats.forms import LinkFileForm
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.names import NameField
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
        choices=[(INTERSECTION, "intersection of both directions"), (UNION, "union of both directions")],
        widget=forms.RadioSelect,
        initial=INTERSECTION,
    )
    name = NameField(label="System", max_length=LONGEST_NAME, help_text="Name on the board.")
    release = ReleaseField(queryset=Release.objects.none(), empty_label=None)

    def __init__(self, *args: Any, project: Project, aligners: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        which = self.fields["aligner"]
        assert isinstance(which, forms.ChoiceField)
        which.choices = [(name, name) for name in aligners]
        list_releases(self.fields["release"], project)


class SystemOutputForm(LinkFileForm):
    """One file of links for the pairs of one release."""

    name = NameField(
        label="System",
        max_length=LONGEST_NAME,
        help_text="Name on the board, such as “fast_align, grow-diagonal”. A new file of a system replaces its earlier "
        "one there.",
    )
    release = ReleaseField(queryset=Release.objects.none(), empty_label=None)
    field_order = ("name", "release", "file")

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = "One line per sentence pair, in the order of the release’s source.txt."
        list_releases(self.fields["release"], project)


class OutputField(forms.ModelChoiceField):
    """Outputs under their system's name."""

    def label_from_instance(self, output: Output) -> str:
        return f"{output.system.name} ({output.upload.name})"


class BandScoresForm(forms.Form):
    """One system or two, scored against one release."""

    first = OutputField(label="System", queryset=Output.objects.none(), empty_label=None)
    second = OutputField(
        label="Compared with",
        queryset=Output.objects.none(),
        required=False,
        empty_label="nothing",
        help_text="AER differences in every frequency band, with paired bootstrap.",
    )
    bands = forms.CharField(
        initial="0,1-15,16-",
        max_length=100,
        help_text="Bands of source words are crossed with bands of target words.",
    )
    target_words = forms.CharField(
        label="Only links of words in these frequency bands",
        required=False,
        max_length=100,
        help_text="Such as 0-15. If empty, all links.",
    )
    only_sure = forms.BooleanField(label="Possible links of the gold standard count as wrong", required=False)
    fold_case = forms.BooleanField(label="Ignore case", required=False)
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
        explained = (
            "One word and its count per line, from the systems’ training text. If empty, the text of the release."
        )
        for side, language in (("source", source), ("target", target)):
            self.fields[f"{side}_frequencies"].label = f"{language} frequency list"
            self.fields[f"{side}_frequencies"].help_text = explained

    def service_arguments(self) -> dict[str, Any]:
        """Return the arguments of `request_band_scores` other than user, project and release."""
        arguments = dict(self.cleaned_data)
        outputs = [arguments.pop("first"), arguments.pop("second")]
        return {**arguments, "outputs": [output for output in outputs if output]}
