"""Programs and data that an operator may install beside the site."""

import os

from annotation_site.settings.deployment import BASE_DIR

# Whether anything lies there is seen at each use, so that no process needs to start anew after an installation.
# WordNet 3.0, read by TESLA and METEOR: the folder with index.noun and the others, or what `make wordnet` fetches.
WORDNET_FOLDER = os.environ.get("INTERLINEA_WORDNET", str(BASE_DIR / "var" / "wordnet"))
# Folders of the aligners' commands, the one to offer first; `make aligner` installs the encoder and eflomal.
ALIGNER_FOLDERS = {
    "encoder": os.environ.get("INTERLINEA_ENCODER_ALIGN", str(BASE_DIR / "var" / "aligner" / "bin")),
    "eflomal": os.environ.get("INTERLINEA_EFLOMAL", str(BASE_DIR / "var" / "aligner" / "bin")),
    "fast_align": os.environ.get("INTERLINEA_FAST_ALIGN", ""),
}
# A folder of folders, each a model by whose name its scores stand on the board, and the folders of the programs that
# score by them: `make neural-measures` installs onnx-score; comet-score is a user's own.
NEURAL_MODELS = os.environ.get("INTERLINEA_NEURAL_MODELS", str(BASE_DIR / "var" / "neural" / "models"))
NEURAL_PROGRAMS = os.environ.get("INTERLINEA_ONNX_SCORE", str(BASE_DIR / "var" / "neural" / "bin"))
COMET_PROGRAMS = os.environ.get("INTERLINEA_COMET_SCORE", "")
# An encoder of the operator's own: a folder in the layout of Hugging Face, and the layers to read, such as 6,7,8.
ENCODER_FOLDER = os.environ.get("INTERLINEA_ENCODER", "")
ENCODER_LAYERS = os.environ.get("INTERLINEA_ENCODER_LAYERS", "")
# Where `make trainer` installs the toolkit that trains translation systems.
TRAINER_PROGRAMS = os.environ.get("INTERLINEA_TRAINER", str(BASE_DIR / "var" / "trainer" / "bin"))
