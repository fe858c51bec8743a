"""The command line: `crowd`."""

from dbt_crowd.cli.app import main

__all__ = ["main"]
