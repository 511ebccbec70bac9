"""Programs and data that an operator may install beside the site."""

import os

from annotation_site.settings.deployment import BASE_DIR

# Whether anything lies there is seen at each use, so that no process needs to start anew after an installation.
# WordNet 3.0, read by TESLA: the folder with index.noun and the others, or what `make wordnet` fetches.
WORDNET_FOLDER = os.environ.get("INTERLINEA_WORDNET", str(BASE_DIR / "var" / "wordnet"))
# Folders of the aligners' commands, the one to offer first; `make aligner` installs the encoder and eflomal.
ALIGNER_FOLDERS = {
    "encoder": os.environ.get("INTERLINEA_ENCODER_ALIGN", str(BASE_DIR / "var" / "aligner" / "bin")),
    "eflomal": os.environ.get("INTERLINEA_EFLOMAL", str(BASE_DIR / "var" / "aligner" / "bin")),
    "fast_align": os.environ.get("INTERLINEA_FAST_ALIGN", ""),
}
