"""The form that requests a release of expressions in text."""

from typing import Any

from django import forms

from annotation_site.releases import forms as shared

MOST_UNSEEN = 100_000
LARGEST_SEED = 2**31 - 1


class ReleaseForm(shared.ReleaseForm):
    """Its terms, and whether the gold standard is divided into train, dev and test."""

    unseen_test = forms.IntegerField(
        label="Unseen expressions in test",
        required=False,
        min_value=1,
        max_value=MOST_UNSEEN,
        help_text="For a split into train, dev and test as PARSEME makes it: about how many expressions of test do "
        "not occur in train. PARSEME took 300. If empty, there is no split.",
    )
    unseen_dev = forms.IntegerField(
        label="Unseen expressions in dev",
        required=False,
        min_value=1,
        max_value=MOST_UNSEEN,
        help_text="PARSEME took 100.",
    )
    seed = forms.IntegerField(label="Seed of the split", required=False, min_value=0, max_value=LARGEST_SEED, initial=1)

    def clean(self) -> dict[str, Any]:
        """Require both numbers of a split, or none."""
        fields = super().clean()
        test, dev = fields.get("unseen_test"), fields.get("unseen_dev")
        if bool(test) != bool(dev):
            missing = "unseen_dev" if test else "unseen_test"
            self.add_error(missing, "A split needs both numbers. Enter this one, too, or leave both empty.")
        return fields
