"""The room of the commands on certificates: claims about puzzles with proofs, and their checker."""

from ...rooms import Room, RoomCommand, Schema

ROOM = Room(
    uses=("certificates",),
    commands=(
        RoomCommand(
            name="certify",
            heading="Research",
            place=4,
            summary="Certify claims about puzzles, with proofs.",
            schemas={
                "certify": Schema(
                    title="A certificate",
                    records=("certificates.certificate:CertificateRecord",),
                    otherwise="schemas:UnansweredRecord",
                    remark="`satdoku verify` reads it.",
                    printed_by="certify",
                )
            },
        ),
        RoomCommand(
            name="verify",
            heading="Research",
            place=5,
            summary="Verify certificates by an independent checker.",
            schemas={
                "verify": Schema(
                    title="A verdict on a certificate",
                    records=("schemas:NumberedRecord", "certificates.verifying:VerdictRecord"),
                )
            },
        ),
    ),
    topics={"certificates": "certify"},
    pages=("certify",),
)
