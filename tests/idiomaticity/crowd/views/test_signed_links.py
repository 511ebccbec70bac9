"""Links signed by the marketplace: verified with its published keys, and no others are accepted."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client
from django.utils import timezone

from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd import marketplaces
from idiomaticity.crowd.models import CrowdWorker, MarketplaceKeys
from idiomaticity.crowd.services.keys import renew_keys
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.signed_links import is_for
from tests.idiomaticity.crowd.entering import come_in, link_of, set_up
from tests.stand_ins.outside_hosts import OutsideHost, outside_host, reply

pytestmark = pytest.mark.django_db
IDS = {
    "worker_parameter": "PROLIFIC_PID",
    "session_parameter": "SESSION_ID",
    "other_parameters": ["STUDY_ID"],
    "forget_on": date(2099, 1, 1),
}
GIVEN = {"PROLIFIC_PID": "5f3c0ffee", "STUDY_ID": "s7", "SESSION_ID": "0a1b2c"}
KEY, OTHER = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))


def publish(key: rsa.RSAPrivateKey, key_id: str) -> dict[str, Any]:
    shown = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {**shown, "kid": key_id, "alg": "RS256", "use": "sig"}


def sign(key: rsa.RSAPrivateKey = KEY, key_id: str = "first", **changes: Any) -> str:
    now = timezone.now()
    claims = {
        "iss": "https://www.prolific.com",
        "aud": "http://testserver",
        "iat": now,
        "exp": now + timedelta(minutes=5),
        "prolific": {**GIVEN, "workspace_id": "w1"},
    }
    return jwt.encode({**claims, **changes}, key, algorithm="RS256", headers={"kid": key_id})


def query(token: str, **changes: str) -> str:
    given = {**GIVEN, **changes, "prolific_token": token}
    return "?" + "&".join(f"{name}={value}" for name, value in given.items())


@pytest.fixture
def prolific(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[OutsideHost]:
    """Run the host that publishes the keys; its address replaces Prolific's."""
    with outside_host(settings) as host:
        host.answer = lambda handler: reply(handler, 200, json.dumps({"keys": [publish(KEY, "first")]}).encode())
        signer = marketplaces.SIGNERS["prolific"]
        own = type(signer)(host.address("/keys.json"), signer.issuer, signer.parameter, signer.claim, signer.names)
        monkeypatch.setitem(marketplaces.SIGNERS, "prolific", own)
        yield host


@pytest.fixture
def study(project: Project, prolific: OutsideHost) -> Project:
    set_up(project, **IDS, signed_by="prolific")
    return project


def test_a_signed_link_lets_somebody_in(study: Project) -> None:
    _, status = come_in(study, query(sign()))
    assert status == 302
    assert CrowdWorker.objects.count() == 1


@pytest.mark.parametrize(
    "token",
    [
        lambda: "",
        lambda: "a.b.c",
        lambda: sign(OTHER),
        lambda: sign(exp=timezone.now() - timedelta(minutes=5)),
        lambda: sign(iss="https://example.org"),
        lambda: sign(aud="https://example.org/"),
        lambda: sign(aud="http://testserver/idiomaticity/take-part/by/link/another/"),
        lambda: sign(prolific={**GIVEN, "SESSION_ID": "another"}),
        lambda: sign(prolific={**GIVEN, "PROLIFIC_PID": "another"}),
        lambda: sign(prolific={**GIVEN, "STUDY_ID": "another"}),
        lambda: sign(prolific={"PROLIFIC_PID": "5f3c0ffee"}),
        lambda: sign(prolific="5f3c0ffee"),
        lambda: jwt.encode({"prolific": GIVEN}, None, algorithm="none", headers={"kid": "first"}),
        lambda: jwt.encode({"prolific": GIVEN}, "x" * 40, algorithm="HS256", headers={"kid": "first"}),
        lambda: sign() + "x" * 5_000,
    ],
    ids=lambda _: "",
)
def test_every_other_link_is_refused_in_words(study: Project, token: Any) -> None:
    answer = Client().get(link_of(study, query(token())))
    assert answer.status_code == 400
    assert "The link could not be verified" in answer.text
    assert not CrowdWorker.objects.exists()


def test_a_key_that_is_new_is_fetched_once_a_minute(study: Project, prolific: OutsideHost) -> None:
    published = json.dumps({"keys": [publish(KEY, "first"), publish(OTHER, "second")]}).encode()
    prolific.answer = lambda handler: reply(handler, 200, published)
    before = len(prolific.requests)
    for _ in range(3):
        assert Client().get(link_of(study, query(sign(OTHER, "third")))).status_code == 400
    assert len(prolific.requests) == before + 1
    assert Client().get(link_of(study, query(sign(OTHER, "second")))).status_code == 302


def test_keys_that_cannot_be_fetched_are_refused_when_the_crowd_is_set_up(
    project: Project, prolific: OutsideHost
) -> None:
    prolific.answer = lambda handler: reply(handler, 200, b'{"keys": []}')
    with pytest.raises(DomainError, match="did not return the keys with which Prolific signs links"):
        set_up(project, **IDS, signed_by="prolific")
    with pytest.raises(DomainError, match="signed by prolific only"):
        set_up(project, **IDS, signed_by="mturk")


def test_signed_links_need_both_ids(project: Project, prolific: OutsideHost) -> None:
    with pytest.raises(DomainError, match="Signed links need the parameters"):
        set_up(project, worker_parameter="PROLIFIC_PID", signed_by="prolific")


def test_keys_of_open_crowds_are_renewed_and_kept_where_nobody_answers(study: Project, prolific: OutsideHost) -> None:
    open_crowd(user=study.created_by, project=study, is_open=True)
    MarketplaceKeys.objects.update(fetched_at=timezone.now() - timedelta(days=1))
    prolific.answer = lambda handler: reply(handler, 500)
    renew_keys()
    assert set(MarketplaceKeys.objects.get().keys) == {"first"}
    prolific.answer = lambda handler: reply(handler, 200, json.dumps({"keys": [publish(OTHER, "second")]}).encode())
    renew_keys()
    assert set(MarketplaceKeys.objects.get().keys) == {"second"}
    before = len(prolific.requests)
    renew_keys()
    assert len(prolific.requests) == before


@pytest.mark.parametrize(
    ("audience", "is_right"),
    [
        ("site.example", True),
        ("https://site.example", True),
        ("https://site.example/link/k/?PROLIFIC_PID=a", True),
        (["https://other.example", "https://site.example/"], True),
        ("https://site.example.org", False),
        ("https://site.example/link/another/", False),
        ("https://[", False),
        (None, False),
        (["x", 3], False),
    ],
)
def test_a_token_is_for_the_address_that_it_names(audience: object, is_right: bool) -> None:
    assert is_for(audience, "https://site.example/link/k/") is is_right
