"""Settings of projects that mark expressions in text, in addition to those of every project."""

import pghistory
from django.db import models

from annotation_site.projects.models import Project
from expressions.categories.lists import JUDGED, list_used_categories


@pghistory.track()
class ExpressionSettings(models.Model):
    """The language of the passages, the categories, and what may be marked."""

    class CategorySet(models.TextChoices):
        PARSEME_2_0 = "2.0", "PARSEME 2.0"
        PARSEME_1_1 = "1.1", "PARSEME 1.1–1.3"
        OWN = "own", "Own categories"
        JUDGED = JUDGED, "Idiomatic or literal"

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="expressions")
    language = models.CharField(max_length=35)
    category_set = models.CharField(max_length=3, choices=CategorySet, default=CategorySet.PARSEME_2_0)
    # Own categories, for a set that is not one of PARSEME.
    categories = models.JSONField(default=list)
    allows_single_word = models.BooleanField(default=True, db_default=True)
    across_sentences = models.BooleanField(default=False, db_default=False)
    asks_confidence = models.BooleanField(default=False, db_default=False)
    proposes_own = models.BooleanField(default=False, db_default=False)
    own_control_share = models.SmallIntegerField(default=10, db_default=10)

    class Meta:
        verbose_name_plural = "expression settings"

    def __str__(self) -> str:
        return f"{self.language}, {self.get_category_set_display()}"

    @property
    def is_judged(self) -> bool:
        """Return whether annotators decide on candidates only: idiomatic, literal or neither."""
        return self.category_set == self.CategorySet.JUDGED

    @property
    def used_categories(self) -> list[str]:
        """Return the categories in the order in which annotators see them: the first nine have the keys 1 to 9."""
        return list_used_categories(self.category_set, self.categories, self.language)
