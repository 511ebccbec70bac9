"""The parameters of participants' links under the names that the settings have for them now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from idiomaticity.crowd.codes import unseal
from idiomaticity.crowd.models import CrowdCall, CrowdWorker


@dataclass(frozen=True, slots=True)
class EarlierNames:
    """Names that the settings had from a moment on."""

    since: datetime
    worker: str
    session: str
    others: Sequence[str]


class ParameterNames:
    """The names of a crowd's parameters, by which those who came before a change of names are still paid."""

    def __init__(self, call: CrowdCall) -> None:
        self._call = call
        history: Any = CrowdCall.pgh_event_model  # type: ignore[attr-defined]  # made by pghistory
        rows = history.objects.filter(pgh_obj_id=call.pk).order_by("-pgh_id")
        named = rows.values_list("pgh_created_at", "worker_parameter", "session_parameter", "other_parameters")
        self._earlier = [EarlierNames(*row) for row in named]

    def list_all(self) -> list[str]:
        """Return the present names, then the earlier ones of parameters that are no longer asked for."""
        gone = [name for names in self._earlier for name in names.others]
        if not self._call.worker_parameter:
            gone += [names.worker for names in self._earlier]
        if not self._call.session_parameter:
            gone += [names.session for names in self._earlier]
        return list(dict.fromkeys([*self._call.parameters, *filter(None, gone)]))

    def read(self, worker: CrowdWorker) -> dict[str, str]:
        """Return what the worker's link had, by the present names; nothing if it is not kept."""
        if not hasattr(worker, "sealed_parameters"):
            return {}
        given = unseal(worker.sealed_parameters.sealed)
        names = self._find_names(given, worker.consented_at)
        renamed = {
            old: new
            for old, new in ((names.worker, self._call.worker_parameter), (names.session, self._call.session_parameter))
            if old and new
        }
        return {renamed.get(name, name): value for name, value in given.items()}

    def _find_names(self, given: Mapping[str, str], moment: datetime) -> EarlierNames:
        """Return the latest names before the moment that fit what was given, else the latest of all that do.

        The names may have changed between opening the link and giving consent.
        """
        present = EarlierNames(moment, self._call.worker_parameter, self._call.session_parameter, ())
        fitting = [names for names in self._earlier if {names.worker, names.session} - {""} <= given.keys()]
        before = [names for names in fitting if names.since <= moment]
        return next(iter([*before, *fitting]), present)
