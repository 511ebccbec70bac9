"""Outgoing requests: the one place from which the server speaks to hosts that people name.

Only hosts that the operator lists are called (`INTERLINEA_OUTGOING_HOSTS`, none by default), over https, at public
addresses. The connection is made to the very address that was checked; redirects are not followed, no proxy is asked,
and time and the size of the answer are bounded.

    send(method, address, *, headers=None, content=None, json=None, data=None, files=None, seconds=30,
         silent_seconds=20, largest=1 << 20, origin="")

`content` is bytes or a binary file, which is streamed; `json` any value; `data` and `files` make a multipart form whose
files are streamed, too. `seconds` bounds the whole call, `silent_seconds` the wait for the next bytes, `largest`
the bytes of the answer. `origin` is an address that the operator's own settings name, such as the provider of
sign-in: it may be called without being listed, and so may public hosts to which it refers, over https.

    from annotation_site.outgoing.addresses import check_address  # when an address is entered: asks no network
    from annotation_site.outgoing.sending import send

    with archive.open("rb") as file:
        answer = send("PUT", address, headers={"Authorization": f"Bearer {token}"}, content=file, seconds=600)
    if answer.is_success:
        doi = answer.json()["doi"]

    send("POST", address, files={"file": ("gold.zip", file, "application/zip")}, data={"jsonData": "{}"})

Every status but a redirect is an answer. Everything else is a domain error with a sentence for the person:
`AddressRefused` (not allowed, do not try again) or `NoAnswer` (may pass); both are an `OutgoingError`.
"""
