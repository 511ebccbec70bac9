"""A judged evaluation, from which parts are deleted."""

from tests.evaluation.releases.conftest import project

__all__ = ["project"]
