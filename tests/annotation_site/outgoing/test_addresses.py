import ipaddress
from typing import Any

import pytest

from annotation_site.outgoing import addresses
from annotation_site.outgoing.addresses import check_address, find_checked_addresses, is_public
from annotation_site.outgoing.exceptions import AddressRefused, NoAnswer


def test_no_host_may_be_called_unless_the_operator_lists_one(settings: Any):
    settings.OUTGOING_HOSTS = []
    with pytest.raises(AddressRefused, match=r"zenodo\.org:443 is not among the hosts that the operator of this site"):
        check_address("https://zenodo.org/api")


@pytest.mark.parametrize(
    "address",
    [
        "https://zenodo.org/api/deposit?x=1",
        "https://ZENODO.org:443/",
        "https://hooks.example.org:8443/in",
        "http://hooks.example.org:8443/in",
        "https://[2001:db8::1]:8000/",
        "https://10.1.2.3/",
    ],
)
def test_what_the_list_names_may_be_called(address: str, settings: Any):
    settings.OUTGOING_HOSTS = ["zenodo.org", "hooks.example.org:8443", "[2001:db8::1]:8000", "10.1.2.3"]
    assert check_address(address).host


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("https://zenodo.org:8443/", "zenodo.org:8443 is not among the hosts"),
        ("https://evil.zenodo.org/", "not among the hosts"),
        ("https://zenodo.org.evil.example/", "not among the hosts"),
        ("https://zenodo.org@evil.example/", "user name or password"),
        ("https://evil.example#zenodo.org", "not among the hosts"),
        ("https://evil.example\\@zenodo.org/", "user name|not among|not an address"),
        ("https://hooks.example.org/", "hooks.example.org:443 is not among the hosts"),
        ("http://zenodo.org/", "zenodo.org:80 is not among the hosts"),
        ("ftp://zenodo.org/", "begins with https://"),
        ("file:///etc/passwd", "begins with https://"),
        ("zenodo.org", "begins with https://"),
        ("https://", "begins with https://"),
        ("https://[::1", "begins with https://"),
        ("https://2130706433/", "not among the hosts"),
    ],
)
def test_what_the_list_does_not_name_is_refused_with_a_sentence(address: str, sentence: str, settings: Any):
    settings.OUTGOING_HOSTS = ["zenodo.org", "hooks.example.org:8443"]
    with pytest.raises(AddressRefused, match=sentence):
        check_address(address)


def test_production_speaks_https_only(settings: Any):
    settings.OUTGOING_HOSTS, settings.IS_PRODUCTION = ["localhost:9000"], True
    assert check_address("https://localhost:9000/").port == 9000
    with pytest.raises(AddressRefused, match="only https:// is called"):
        check_address("http://localhost:9000/")


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "fec0::1"),
        *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "fe80::1%eth0"),
        # IPv4 within IPv6 by prefixes of a network of its own, and by forms that nobody uses any more.
        *("64:ff9b:1::7f00:1", "64:ff9b:1:1::a00:1", "::7f00:1", "::ffff:0:7f00:1"),
    ],
)
def test_no_address_of_a_network_inside_is_public(address: str):
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["188.185.48.75", "2001:1458:d00:61::100:2ec", "::ffff:188.185.48.75"])
def test_addresses_of_the_public_network_are(address: str):
    assert is_public(ipaddress.ip_address(address))
    assert is_public(ipaddress.ip_address("64:ff9b::bcb9:304b"))


def test_one_inner_address_among_public_ones_refuses_the_host(settings: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(addresses, "resolve", lambda host, port: ["188.185.48.75", "10.1.2.3"])
    with pytest.raises(AddressRefused, match="leads to an address that is not public") as refused:
        find_checked_addresses("data.uni.example", 443)
    assert "10.1.2.3" not in refused.value.sentence
    settings.OUTGOING_HOSTS = ["data.uni.example", "10.1.2.3"]
    assert find_checked_addresses("data.uni.example", 443) == ["188.185.48.75", "10.1.2.3"]


def test_localhost_with_its_port_is_this_machine_and_nothing_else(settings: Any, monkeypatch: pytest.MonkeyPatch):
    settings.OUTGOING_HOSTS = ["localhost:9000", "elsewhere.example:9000"]
    monkeypatch.setattr(addresses, "resolve", lambda host, port: ["127.0.0.1"])
    assert find_checked_addresses("localhost", 9000) == ["127.0.0.1"]
    for host, port in (("localhost", 9001), ("elsewhere.example", 9000)):
        with pytest.raises(AddressRefused):
            find_checked_addresses(host, port)
    monkeypatch.setattr(addresses, "resolve", lambda host, port: ["10.0.0.7"])
    with pytest.raises(AddressRefused):
        find_checked_addresses("localhost", 9000)


def test_a_name_that_nobody_knows_is_no_answer():
    with pytest.raises(NoAnswer, match=r"The host nowhere\.invalid was not found"):
        find_checked_addresses("nowhere.invalid", 443)
