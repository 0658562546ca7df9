"""``python -m graphprobe``."""

from graphprobe.cli import main

if __name__ == "__main__":
    main()
