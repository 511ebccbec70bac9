"""Marks of annotators."""

from typing import Any, ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_site.assignments.models import Assignment
from expressions.categories.lists import LONGEST_CATEGORY
from expressions.marks.marking import LONGEST_COMMENT

# Words are in order, each once, and words of the passage.
_REFUSE = """
    IF NEW.words <> ARRAY(SELECT DISTINCT word FROM unnest(NEW.words) AS word ORDER BY word)
        OR NEW.words[cardinality(NEW.words)] >= (
            SELECT passage.word_count FROM expressions_passage passage
            JOIN projects_assignment assignment USING (item_id) WHERE assignment.id = NEW.assignment_id
        )
    THEN
        RAISE EXCEPTION 'words of a mark out of order or range' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""


class Mark(models.Model):
    """Words of a passage that an annotator took for an expression of a category, or for none (NotMWE)."""

    class Origin(models.TextChoices):
        """The origin of a mark. One with the words of a candidate that the annotator was shown comes from its
        source, whatever category they gave it.
        """

        OWN = "own", "Marked by the annotator"
        BROUGHT = "brought", "Imported with the text"
        LEXICON = "lexicon", "Candidate from the lexicon or the gold standard"
        CORPUS = "corpus", "Candidate from another corpus"
        MARKS = "marks", "Candidate from marks of the same text"
        REPEAT = "repeat", "Candidate from the annotator’s own earlier marks"
        SHOWN = "shown", "Candidate, source not recorded"

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="marks", db_index=False)
    words = ArrayField(models.PositiveSmallIntegerField())
    category = models.CharField(max_length=LONGEST_CATEGORY)
    confidence = models.PositiveSmallIntegerField(null=True)
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True)
    origin = models.CharField(max_length=7, choices=Origin, default=Origin.OWN)
    # Of projects that propose annotators' own earlier expressions, sorted.
    lemmas = ArrayField(models.TextField(), null=True)

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        ordering = ["assignment", "words"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "words"], name="one_mark_per_words"),
            models.CheckConstraint(condition=Q(words__len__gt=0), name="mark_has_words"),
            models.CheckConstraint(condition=~Q(category=""), name="mark_has_category"),
            models.CheckConstraint(
                condition=Q(confidence=None) | Q(confidence__range=(1, 3)), name="confidence_in_three_steps"
            ),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="words_in_passage",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=_REFUSE,
            )
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.words}"


NO_CANDIDATE = (Mark.Origin.OWN, Mark.Origin.BROUGHT)
