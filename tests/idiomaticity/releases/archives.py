"""Reading what a release archive holds."""

import csv
import zipfile
from pathlib import Path


def read(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{path.stem}/{name}").decode()


def read_rows(path: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(read(path, name).splitlines(), delimiter="\t"))
