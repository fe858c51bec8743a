"""The `crowd` command: hands over to its subcommands and turns what went wrong into an exit code."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Sequence
from typing import Annotated, Protocol, runtime_checkable

import typer

from dbt_crowd.cli.attack import attack_command
from dbt_crowd.cli.check import check
from dbt_crowd.cli.init import init
from dbt_crowd.cli.options import Invocation, messages
from dbt_crowd.cli.protect import protect_command
from dbt_crowd.cli.solve import solve
from dbt_crowd.dbt import package_version
from dbt_crowd.errors import CrowdError
from dbt_crowd.planner import PlannerError

app = typer.Typer(
    name="crowd",
    help="Finds, checks and starts releases of the dbt package dbt_crowd. What follows -- goes to dbt.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (init, solve, check):
    app.command()(command)
app.command("protect")(protect_command)
app.command("attack")(attack_command)


@runtime_checkable
class _UsageError(Protocol):
    """What Typer raises of a command line it cannot read; where its class lives differs between versions."""

    exit_code: int

    def show(self) -> None: ...


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Print the version and stop.")] = False,
) -> None:
    if version:
        typer.echo(package_version())
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The command line without the program's name; None takes the process's.

    Returns:
        0 done, 1 not reachable or refused, 2 wrong usage, 3 dbt failed.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    split = given.index("--") if "--" in given else len(given)
    invocation = Invocation(time.perf_counter(), tuple(given[split + 1 :]))
    # Asked to end, the process closes what is open, as when it is interrupted.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = app(args=given[:split], prog_name="crowd", standalone_mode=False, obj=invocation)
    except CrowdError as error:
        return _failed(str(error), error.exit_code)
    except PlannerError as error:
        return _failed(str(error), 3)
    except (KeyboardInterrupt, typer.Abort):
        return _failed("stopped.", 130)
    except Exception as error:
        if not isinstance(error, _UsageError):
            raise
        error.show()
        return error.exit_code
    return code if isinstance(code, int) else 0


def _failed(message: str, code: int) -> int:
    """Print what went wrong; a message of the package says itself whose it is."""
    shown = message if message.startswith("dbt_crowd: ") else f"crowd: {message}"
    messages().print(shown, markup=False, soft_wrap=True)
    return code
