"""`python -m mcpgen` and the console script."""

from mcpgen.cli.app import main

if __name__ == "__main__":
    main()
