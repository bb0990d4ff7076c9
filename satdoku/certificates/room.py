"""The room of certificates: proofs of a puzzle's properties, and an independent checker."""

from ..rooms import Room

ROOM = Room(
    names={
        "certificates.certificate": "Certificate CertificateRecord",
        "certificates.certifying": "certify",
        "certificates.verifying": "Verdict VerdictRecord verify",
    },
    methods={"certify": "certificates.certifying:certify"},
)
