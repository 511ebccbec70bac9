"""The tables every kind of annotation shares."""

from annotation_site.projects.models.accounts import ApiToken, User, digest_secret, new_secret
from annotation_site.projects.models.exclusions import Exclusion
from annotation_site.projects.models.jobs import Job, Upload, WorkerSighting
from annotation_site.projects.models.operations import Comment, Operation
from annotation_site.projects.models.project import Guideline, Invitation, Membership, Project, Role
from annotation_site.projects.models.releases import Release
from annotation_site.projects.models.work import Assignment, Item, Submission

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
