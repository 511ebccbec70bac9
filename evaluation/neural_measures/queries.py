"""The neural models that are installed beside this site, looked for at each use."""

from pathlib import Path

from django.conf import settings

from annotation_site.web.exceptions import DomainError
from evaluation.neural_measures.model_folders import COMET, ONNX, NeuralModel, Programs, list_models


def find_models() -> list[NeuralModel]:
    """Return the models that can be used now, in the order of their names."""
    comet = Path(settings.COMET_PROGRAMS or settings.NEURAL_PROGRAMS, COMET)
    return list_models(Path(settings.NEURAL_MODELS), Programs(Path(settings.NEURAL_PROGRAMS, ONNX), comet))


def open_model(name: str) -> NeuralModel:
    """Return the model of this name; raise DomainError if it or its program is not there."""
    for model in find_models():
        if model.name == name:
            return model
    raise DomainError(f"The model {name} is not installed on this site. Ask the operator, or add a file of scores.")
