"""Interlinea from Python: `Client` reaches a site, its projects, and their jobs, tables and releases.

`routes` names every address and field in use, `connection` sends requests, `command` is the program `interlinea`.
"""

from interlinea.client import Client
from interlinea.errors import Refusal
from interlinea.models import Job, Project, Release, Upload
from interlinea.projects import ProjectClient
from interlinea.tables import Rows

__all__ = ["Client", "Job", "Project", "ProjectClient", "Refusal", "Release", "Rows", "Upload"]
__version__ = "0.1.0"
