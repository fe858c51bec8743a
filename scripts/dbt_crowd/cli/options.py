"""What every command has in common: how dbt is called, and where its own words go."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from dbt_crowd.dbt import COMMAND_VARIABLE, DbtOptions
from dbt_crowd.errors import UsageError

Model = Annotated[str | None, typer.Argument(help="A release, as dbt selects it.", show_default=False)]
Select = Annotated[
    list[str] | None,
    typer.Option("--select", "-s", metavar="SELECTION", help="Releases by dbt's selection syntax.", show_default=False),
]
ProjectDir = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of the dbt project.", show_default=False)]
ProfilesDir = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of profiles.yml.", show_default=False)]
Target = Annotated[
    str | None, typer.Option("--target", "-t", metavar="NAME", help="Target of the profile.", show_default=False)
]
DbtCommandLine = Annotated[
    str | None,
    typer.Option(
        "--dbt",
        metavar="COMMAND",
        envvar=COMMAND_VARIABLE,
        help="Start this dbt for each call, instead of running dbt in this process.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine to read, and nothing else.")]


@dataclass(frozen=True)
class Invocation:
    """One call of the command line.

    Attributes:
        started: When it began, in seconds of `time.perf_counter`.
        dbt_arguments: What followed `--`, for dbt.
    """

    started: float
    dbt_arguments: tuple[str, ...] = ()


def dbt_options(
    context: typer.Context,
    project_dir: Path | None,
    profiles_dir: Path | None,
    target: str | None,
    dbt_command: str | None,
) -> DbtOptions:
    """Gather how dbt is to be called."""
    invocation: Invocation = context.obj
    return DbtOptions(project_dir, profiles_dir, target, invocation.dbt_arguments, dbt_command)


def selection_of(model: str | None, select: Sequence[str] | None) -> str:
    """Give the one dbt selection that an argument or `-s` names.

    Raises:
        UsageError: both or neither are given.
    """
    if bool(model) == bool(select):
        raise UsageError("name one release, or select several with -s.")
    return model or " ".join(select or ())


def output() -> Console:
    """Standard output: plain text, and as wide as it needs to be, when nobody looks at a terminal."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 240)


def say_table(console: Console, table: Table) -> None:
    """Print a table; without the blanks at the ends of its lines when nobody looks at a terminal."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        console.print(line.rstrip(), markup=False, soft_wrap=True)


def messages() -> Console:
    """Standard error: progress and what went wrong."""
    return Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else 240)
