"""Deposits of releases in repositories."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_see_results
from annotation_site.releases.models import Release

DEPOSIT = "deposit"


class DepositQuerySet(models.QuerySet["Deposit"]):
    def for_user(self, user: User) -> Self:
        """Return deposits of the releases that the person sees."""
        return self.filter(release__project__in=can_see_results.projects_of(user))


class Deposit(models.Model):
    """The one record of a release in a repository: a draft at first, and once it is published, for good."""

    class Software(models.TextChoices):
        INVENIO = "invenio", "Zenodo or another InvenioRDM"
        DATAVERSE = "dataverse", "Dataverse"

    class State(models.TextChoices):
        BEGUN = "begun", "Begun"
        DRAFT = "draft", "Draft"
        # Asked for, without an answer yet.
        PUBLISHING = "publishing", "Being published"
        PUBLISHED = "published", "Published"

    release = models.OneToOneField(Release, on_delete=models.PROTECT, related_name="deposit")
    software = models.CharField(max_length=10, choices=Software)
    address = models.CharField(max_length=200, help_text="Of the repository, such as https://zenodo.org.")
    record = models.CharField(max_length=200, blank=True, help_text="By which the repository knows it.")
    state = models.CharField(max_length=10, choices=State, default=State.BEGUN)
    doi = models.CharField(max_length=200, blank=True)
    url = models.CharField(max_length=500, blank=True, help_text="Page of the record or draft.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = DepositQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="begun", record="") | ~Q(state="begun") & ~Q(record=""),
                name="deposit_has_its_record",
            ),
            models.CheckConstraint(condition=~Q(state="published") | ~Q(url=""), name="published_deposit_has_page"),
        ]

    def __str__(self) -> str:
        return f"{self.release} at {self.host}"

    @property
    def host(self) -> str:
        return self.address.partition("://")[2]

    @property
    def is_published(self) -> bool:
        return self.state == self.State.PUBLISHED

    @property
    def is_draft(self) -> bool:
        return self.state in (self.State.DRAFT, self.State.PUBLISHING)
