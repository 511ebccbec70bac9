"""The manifests: valid by Kubernetes' own schemas, and such that an update loses nobody."""

import copy
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from annotation_site.settings.environment import refuse_unsafe_production
from tests.deploy.settings import ROOT, find_passed_on

FOLDER = ROOT / "deploy" / "kubernetes"
VERSIONS = ("1.30", "1.37")
KUSTOMIZATION: dict[str, Any] = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
RESOURCES: list[dict[str, Any]] = [
    each for name in KUSTOMIZATION["resources"] for each in yaml.safe_load_all((FOLDER / name).read_text())
]
SETTINGS = dict(line.split("=", 1) for line in KUSTOMIZATION["configMapGenerator"][0]["literals"])
SECRETS = re.findall(r"^([A-Z0-9_]+)=", (FOLDER / "secrets.example.env").read_text(), re.MULTILINE)


def find(kind: str) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for each in RESOURCES if each["kind"] == kind}


WORKLOADS = {**find("Job"), **find("Deployment")}


def pod_of(name: str) -> dict[str, Any]:
    return WORKLOADS[name]["spec"]["template"]["spec"]


def containers_of(name: str) -> list[dict[str, Any]]:
    return [*pod_of(name).get("initContainers", ()), *pod_of(name)["containers"]]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_manifest_is_valid(version: str) -> None:
    for each in RESOURCES:
        kubernetes_validate.validate(each, version, strict=True)


def test_the_validator_finds_a_slip() -> None:
    wrong = copy.deepcopy(WORKLOADS["web"])
    wrong["spec"]["template"]["spec"]["containers"][0]["readinesProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[-1], strict=True)


def test_every_manifest_is_built() -> None:
    assert {path.name for path in FOLDER.glob("*.yaml")} == {*KUSTOMIZATION["resources"], "kustomization.yaml"}


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="there is no kubectl on this machine")
def test_what_kubectl_builds_is_valid_and_hangs_together(tmp_path: Path) -> None:
    """By the commands of the document, without a cluster."""
    shutil.copytree(FOLDER, tmp_path / "kubernetes")
    shutil.copy(FOLDER / "secrets.example.env", tmp_path / "kubernetes" / "secrets.env")
    command = ["kubectl", "kustomize", str(tmp_path / "kubernetes")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built = list(yaml.safe_load_all(done.stdout))
    assert len(built) == len(RESOURCES) + 2
    for resource in built:
        kubernetes_validate.validate(resource, VERSIONS[-1], strict=True)
    made = {(each["kind"], each["metadata"]["name"]) for each in built if each["kind"] in ("ConfigMap", "Secret")}
    named = set(re.findall(r"(configMap|secret)Ref:\n +name: (\S+)", done.stdout))
    assert {(kind.lower(), name) for kind, name in made} == {(kind.lower(), name) for kind, name in named}
    assert {each["metadata"]["namespace"] for each in built if each["kind"] != "Namespace"} == {"interlinea"}


def test_there_are_one_migration_one_clock_and_many_of_the_others() -> None:
    assert find("Job").keys() == {"migrate"}
    assert find("Deployment").keys() == {"web", "worker", "beat"}
    assert WORKLOADS["beat"]["spec"]["replicas"] == 1
    assert WORKLOADS["beat"]["spec"]["strategy"] == {"type": "Recreate"}
    assert WORKLOADS["web"]["spec"]["replicas"] > 1
    assert WORKLOADS["web"]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_nothing_starts_before_the_tables_are_there(name: str) -> None:
    [waiting] = pod_of(name)["initContainers"]
    assert waiting["command"] == ["python", "manage.py", "migrate", "--check"]


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_pod_has_limits_and_no_more_rights_than_it_needs(name: str) -> None:
    pod = pod_of(name)
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    for container in containers_of(name):
        assert container["resources"]["requests"].keys() == container["resources"]["limits"].keys() == {"cpu", "memory"}
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert container["image"] == KUSTOMIZATION["images"][0]["name"]


def test_probes_ask_under_a_name_that_the_site_answers_to() -> None:
    hosts = SETTINGS["ALLOWED_HOSTS"].split(",")
    web = pod_of("web")["containers"][0]
    for probe, path in (("startupProbe", "process"), ("readinessProbe", "web"), ("livenessProbe", "process")):
        asked = web[probe]["httpGet"]
        assert asked["path"] == f"/health/?{path}"
        [header] = asked["httpHeaders"]
        assert header["name"] == "Host" and header["value"] in hosts
        place = f"spec.template.spec.containers.0.{probe}.httpGet.httpHeaders.[name=Host].value"
        assert place in KUSTOMIZATION["replacements"][0]["targets"][0]["fieldPaths"]
    assert [rule["host"] for rule in find("Ingress")["web"]["spec"]["rules"]] == hosts


def test_a_web_server_leaves_before_it_ends() -> None:
    pause = int(pod_of("web")["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert 5 <= pause < pod_of("web")["terminationGracePeriodSeconds"] - 10


def test_policies_and_budgets_fit_their_pods() -> None:
    labels = {name: each["spec"]["template"]["metadata"]["labels"] for name, each in WORKLOADS.items()}
    assert find("PodDisruptionBudget").keys() == {"web", "worker"}
    for kind in ("PodDisruptionBudget", "Service", "NetworkPolicy"):
        for name, each in find(kind).items():
            selector = each["spec"].get("selector") or each["spec"]["podSelector"]
            wanted = selector.get("matchLabels", selector)
            assert not wanted or wanted == labels[name], (kind, name)
    assert find("NetworkPolicy")["default"]["spec"]["policyTypes"] == ["Ingress", "Egress"]
    assert "ingress" not in find("NetworkPolicy")["default"]["spec"]


def test_settings_and_secrets_are_those_of_the_site() -> None:
    known = find_passed_on()
    assert set(SETTINGS) <= known
    assert set(SECRETS) <= known
    assert not set(SETTINGS) & set(SECRETS)
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "METRICS_TOKEN"} <= set(SECRETS)
    refuse_unsafe_production(
        "u6Jw0b1mY8zvQK3dXr5TnE7sLhA9cPfG2iRtUoVxW4yZqBkMaNj", [SETTINGS["ALLOWED_HOSTS"]], debug=False
    )
