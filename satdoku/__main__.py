"""`python -m satdoku` is the command `satdoku`: it hears signals first, and then loads the rest."""


def main() -> None:
    """Run the command line and exit."""
    try:
        from .cli import signals

        signals.arm()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    try:
        from .cli.main import main as run

        run()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or signals.came():
            signals.leave()
        raise


if __name__ == "__main__":
    main()
