"""The tables shared by every kind of annotation."""

from annotation_site.accounts.models import ApiToken, User, digest_secret, new_secret
from annotation_site.assignments.models import Assignment, Comment, Item, Submission
from annotation_site.exclusions.models import Exclusion
from annotation_site.jobs.models import Job, Upload, WorkerSighting
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Guideline, Invitation, Membership, Project, Role
from annotation_site.releases.models import Release

__all__ = [
    "ApiToken",
    "Assignment",
    "Comment",
    "Exclusion",
    "Guideline",
    "Invitation",
    "Item",
    "Job",
    "Membership",
    "Operation",
    "Project",
    "Release",
    "Role",
    "Submission",
    "Upload",
    "User",
    "WorkerSighting",
    "digest_secret",
    "new_secret",
]
