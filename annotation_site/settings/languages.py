"""Languages of the pages that annotators and participants meet; managers' pages are English."""

from annotation_site.settings.deployment import BASE_DIR

LANGUAGE_CODE = "en-gb"
LANGUAGES = [
    ("en-gb", "English"),
    ("de", "Deutsch"),
    ("es", "español"),
    ("fr", "français"),
    ("it", "italiano"),
    ("pt", "português"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True
