"""Links to a desk: a whole case in an address, compressed, so that nothing need be stored."""

from __future__ import annotations

import base64
import binascii
import zlib

#: so many characters an address may take; more do not survive mails and chats
LONGEST = 6000
#: so many bytes a case may have, packed or not
MOST_BYTES = 200_000


class BadLink(ValueError):
    """A link that means no case; the text is a key of the table's texts."""


def pack(case: bytes) -> str:
    """A case as the part of a link. BadLink if it is too large for one."""
    packed = base64.urlsafe_b64encode(zlib.compress(case, 9)).rstrip(b"=").decode()
    if len(packed) > LONGEST:
        raise BadLink("desk.link-too-long")
    return packed


def unpack(text: str) -> bytes:
    """The case of a link. BadLink if it is damaged or unfolds to more than a case may have."""
    if len(text) > LONGEST:
        raise BadLink("desk.link-too-long")
    try:
        raw = base64.b64decode(
            text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True
        )
        reading = zlib.decompressobj()
        case = reading.decompress(raw, MOST_BYTES)
    except (binascii.Error, zlib.error, ValueError):
        raise BadLink("desk.link-broken") from None
    if reading.unconsumed_tail:
        raise BadLink("desk.too-big")
    if not reading.eof:
        raise BadLink("desk.link-broken")
    return case
