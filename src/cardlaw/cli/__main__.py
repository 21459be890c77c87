"""``python -m cardlaw.cli``."""

from cardlaw.cli.main import main

if __name__ == "__main__":
    main()
