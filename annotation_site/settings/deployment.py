"""The process and its place: environment, version, folders, key and hosts."""

import os
from pathlib import Path

from annotation_site.settings.environment import (
    read_environment,
    read_flag,
    read_list,
    read_secret_key,
    refuse_unsafe_production,
)

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VERSION = "0.1.0"
# Our apps: what every kind of project shares, and one for each kind, named like it.
KIND_APPS = ("alignment", "idiomaticity", "expressions", "evaluation")
OWN_APPS = ("annotation_site", *KIND_APPS)
ENVIRONMENT = read_environment()
IS_PRODUCTION = ENVIRONMENT == "production"
# Decides which commands the operators' page names; pods of Kubernetes have the variable from their cluster.
INSTALLATION = "kubernetes" if os.environ.get("KUBERNETES_SERVICE_HOST") else "compose" if IS_PRODUCTION else "make"
DATA_DIR = Path(os.environ.get("INTERLINEA_DATA", BASE_DIR / "var"))

DEBUG = read_flag("INTERLINEA_DEBUG")
SECRET_KEY = read_secret_key(ENVIRONMENT, DATA_DIR)
ALLOWED_HOSTS = read_list("ALLOWED_HOSTS", "" if IS_PRODUCTION else "localhost,127.0.0.1,[::1]")
if IS_PRODUCTION:
    refuse_unsafe_production(SECRET_KEY, ALLOWED_HOSTS, debug=DEBUG)
