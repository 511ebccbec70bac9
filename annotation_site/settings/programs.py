"""Programs and data that an operator may install beside the site."""

import os

from annotation_site.settings.deployment import BASE_DIR

# WordNet 3.0, read by TESLA: the folder with index.noun and the others; empty where there is none.
_FETCHED_WORDNET = BASE_DIR / "var" / "wordnet"  # by `make wordnet`
WORDNET_FOLDER = os.environ.get("INTERLINEA_WORDNET", str(_FETCHED_WORDNET) if _FETCHED_WORDNET.is_dir() else "")
# Folders of their commands; empty where they are not installed.
ALIGNER_FOLDERS = {
    "eflomal": os.environ.get("INTERLINEA_EFLOMAL", ""),
    "fast_align": os.environ.get("INTERLINEA_FAST_ALIGN", ""),
}
