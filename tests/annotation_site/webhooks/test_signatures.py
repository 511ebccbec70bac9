import base64

from annotation_site.webhooks.signatures import new_secret, seal_secret, sign, unseal_secret


def test_a_signature_is_the_one_of_the_specification():
    """The example of Standard Webhooks' own reference libraries."""
    secret, message_id, timestamp = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
    signed = sign(secret, message_id, timestamp, '{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_has_256_bits_and_is_stored_sealed(settings):
    secret = new_secret()
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    sealed = seal_secret(secret)
    assert secret.removeprefix("whsec_") not in sealed
    assert unseal_secret(sealed) == secret
    settings.SECRET_KEY = "another key of this site, as long as the first"
    assert unseal_secret(sealed) is None
