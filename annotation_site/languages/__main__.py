"""`make messages`: bring the files of translations up to date with the code, and compile them.

A new language begins with an empty folder of its name in `locale/`.
"""

from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog

from annotation_site.languages.extraction import FOLDERS, collect, compile_texts, list_texts, merge, read, write

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Write every file of `locale/` anew, and say what lacks a translation."""
    collected = collect(ROOT, FOLDERS)
    (ROOT / "locale" / "django.pot").write_bytes(write(collected))
    for folder in sorted(path for path in (ROOT / "locale").iterdir() if path.is_dir()):
        path = folder / "LC_MESSAGES" / "django.po"
        path.parent.mkdir(exist_ok=True)
        merged = merge(read(path) if path.exists() else Catalog(locale=Locale(folder.name)), collected)
        path.write_bytes(write(merged))
        path.with_suffix(".mo").write_bytes(compile_texts(merged))
        texts = list_texts(merged)
        missing = [text for text in texts if not text.string or not all(text.string)]
        print(f"{folder.name}: {len(texts)} texts, {len(missing)} without a translation.")  # noqa: T201


if __name__ == "__main__":
    main()
