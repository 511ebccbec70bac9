"""The compose file: valid, complete, and no wider open than it must be."""

import json
import os
import re
import subprocess
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
import yaml

from annotation_site.embedded.places import open_place, run_as
from annotation_site.embedded.postgres import Postgres
from tests.annotation_site.embedded.conftest import data_directory
from tests.deploy.settings import NOT_FOR_OPERATORS, ROOT, find_documented, find_passed_on, find_read

TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OF_THE_SITE = ("migrate", "web", "worker", "beat")
EXAMPLE = dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))


def test_the_file_is_valid() -> None:
    place = files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"
    schema = json.loads(place.read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(COMPOSE)] == []
    wrong = {**COMPOSE, "services": {"web": {"mem_limits": "1g"}}}
    assert not validator.is_valid(wrong)


def test_every_setting_is_documented() -> None:
    assert find_read() >= NOT_FOR_OPERATORS
    assert find_read() - find_documented() - NOT_FOR_OPERATORS == set()


@pytest.mark.parametrize("name", OF_THE_SITE)
def test_every_setting_is_passed_on(name: str) -> None:
    assert set(SERVICES[name]["environment"]) == find_passed_on()


def test_what_a_start_needs_stands_in_the_example() -> None:
    assert set(re.findall(r"\$\{([A-Z0-9_]+):\?", TEXT)) <= set(EXAMPLE)
    used = set(re.findall(r"\$\{([A-Z0-9_]+)", TEXT)) | find_passed_on() | {"COMPOSE_PROJECT_NAME"}
    assert set(EXAMPLE) <= used


def test_a_release_in_another_folder_finds_the_same_volumes() -> None:
    """Compose names volumes after the folder where nothing else names them."""
    assert EXAMPLE["COMPOSE_PROJECT_NAME"] == "interlinea"


def test_no_number_of_the_example_is_empty() -> None:
    """An empty text would be passed on, and is no number."""
    paths = (ROOT / "annotation_site" / "settings").glob("*.py")
    numbers = {name for path in paths for name in re.findall(r'int\(os\.environ\.get\("(\w+)"', path.read_text())}
    assert len(numbers) > 10
    assert {name for name in numbers & set(EXAMPLE) if not EXAMPLE[name]} == set()


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_limits_and_cannot_change_its_own_image(name: str) -> None:
    service = SERVICES[name]
    assert service["mem_limit"] and service["cpus"]
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    assert service["read_only"] is True
    assert "no-new-privileges:true" in service["security_opt"]
    targets = {str(volume).split(":")[-1 if ":" not in str(volume) else 1] for volume in service.get("volumes", ())}
    assert name == "prometheus" or "/tmp" in targets | set(service.get("tmpfs", ()))


def test_only_the_proxy_is_reached_from_outside() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published.keys() == {"proxy", "prometheus"}
    assert all(port.startswith("127.0.0.1:") for port in published["prometheus"])
    assert COMPOSE["networks"]["back"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == SERVICES["redis"]["networks"] == ["back"]
    assert "back" not in SERVICES["proxy"]["networks"]


@pytest.mark.parametrize("name", ["web", "worker"])
def test_there_can_be_many(name: str) -> None:
    assert not {"container_name", "ports", "hostname"} & SERVICES[name].keys()


def test_the_role_of_the_site_is_no_superuser() -> None:
    role = re.match(r"postgresql://(\w+):", SERVICES["web"]["environment"]["DATABASE_URL"])
    assert role is not None
    script = (ROOT / "deploy" / "postgres" / "10-role.sh").read_text()
    assert f"CREATE ROLE {role[1]} LOGIN NOSUPERUSER" in script
    assert SERVICES["postgres"]["environment"]["POSTGRES_USER"] != role[1]
    assert any("10-role.sh:/docker-entrypoint-initdb.d/" in volume for volume in SERVICES["postgres"]["volumes"])


def test_the_proxy_finds_servers_that_come_and_go() -> None:
    configuration = (ROOT / "deploy" / "nginx" / "nginx.conf").read_text()
    assert "resolver 127.0.0.11 valid=" in configuration
    assert "set $web http://web:8000;" in configuration


def test_the_proxy_stays_while_web_servers_are_replaced() -> None:
    assert "depends_on" not in SERVICES["proxy"]


def default_of(value: object) -> str:
    """Return what a value is where no variable of the environment says otherwise."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(value))


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_starts_on_the_smallest_machine_of_the_table_of_sizes(name: str) -> None:
    """An engine refuses a limit of more processors than the machine has."""
    sizes = re.search(r"\| machines \| one, (\d+) cores", (ROOT / "docs" / "operating" / "deployment.md").read_text())
    assert sizes is not None
    assert 0 < float(default_of(SERVICES[name]["cpus"])) <= int(sizes[1])


def test_the_limits_of_processors_above_one_can_be_changed() -> None:
    fixed = {name for name, service in SERVICES.items() if "$" not in str(service["cpus"])}
    assert all(float(SERVICES[name]["cpus"]) <= 1 for name in fixed)
    assert {"web", "worker", "postgres"} & fixed == set()


def test_a_database_can_be_made_with_its_arguments() -> None:
    """By the real program of the same major version as the image, in its locale."""
    with data_directory() as data:
        place = open_place(data)
        initdb = Postgres(place, data).programs / "initdb"
        version = subprocess.run([initdb, "--version"], capture_output=True, text=True, check=True).stdout
        assert f"(PostgreSQL) {SERVICES['postgres']['image'].partition(':')[2]}." in version

        def make(name: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
            command = [str(initdb), "--pgdata", str(place.root / name), "--username", "postgres", *arguments]
            options: Any = {"capture_output": True, "text": True, "cwd": place.root, **run_as(place.account)}
            return subprocess.run(command, env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}, check=False, **options)

        arguments = SERVICES["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split()
        made = make("made", arguments)
        assert made.returncode == 0, made.stderr
        lacking = make("lacking", [each for each in arguments if not each.startswith("--encoding")])
        assert lacking.returncode != 0 and "requires encoding" in lacking.stderr
