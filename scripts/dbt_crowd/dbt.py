"""The one module that talks to dbt.

dbt runs in this process through its public `dbtRunner` where that can be imported, because importing it takes seconds
and a call after that takes milliseconds. Otherwise, or when asked for, every call is a `dbt` command of its own. Either
way a macro answers with one printed line of JSON, and nothing of the user's `target/` artifacts is overwritten.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from dbt_crowd.errors import CrowdError, DbtFailedError, RefusedError, UsageError

COMMAND_VARIABLE = "DBT_CROWD_DBT"

_ANSWER = "dbt_crowd:"
_HEADER = re.compile(r"\s*/\* dbt_crowd (?P<json>\{.*\}) \*/")
_REFUSAL = re.compile(r"(?m)^.*?(dbt_crowd: .*)$")
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_LOG_PREFIX = re.compile(r"^(\d\d:\d\d:\d\d\s+)?(\[?(error|warning)\]?:?\s+)?", re.IGNORECASE)
_STACK = re.compile(r"^\s*(> in macro |> called by |\d+: <unknown>|\d+: \S+$|at \S+:\d+|-->|\(in .*\)$|=+ )")
_MOST_LINES = 20
_LABEL = re.compile(r"^(\[\w+ \(\w+\)\]: |Encountered an error while running operation: )")
_MAY_BEGIN_DATA = re.compile(r"""["'`:]|\b-?\d""")


@dataclass(frozen=True)
class DbtOptions:
    """How the user wants dbt to be called.

    Attributes:
        project_dir: Folder of the dbt project; None leaves it to dbt.
        profiles_dir: Folder of profiles.yml; None leaves it to dbt.
        target: Name of the target; None is the profile's default.
        extra: What followed `--` on the command line, handed to every call of dbt.
        command: The dbt command to start for each call; None runs dbt in this process where it can.
    """

    project_dir: Path | None = None
    profiles_dir: Path | None = None
    target: str | None = None
    extra: tuple[str, ...] = ()
    command: str | None = None

    @property
    def project(self) -> Path:
        """The project's folder, as dbt itself would find it."""
        return self.project_dir or Path(os.environ.get("DBT_PROJECT_DIR") or ".")

    def arguments(self) -> list[str]:
        """The options as they follow a dbt command."""
        given = {"--project-dir": self.project_dir, "--profiles-dir": self.profiles_dir, "--target": self.target}
        named = [text for name, value in given.items() if value is not None for text in (name, str(value))]
        return [*named, *self.extra]


@dataclass(frozen=True)
class CompiledModel:
    """A model as dbt compiled it, and where it was written.

    Attributes:
        unique_id: dbt's id of the model.
        name: The model's name.
        version: Its version, as text; None where it has none.
        code: The compiled SQL.
        patch_path: Its YAML file as `package://path`; None where it has none.
        original_file_path: Its SQL file, relative to its package.
        project_name: Name of the project that dbt was called in.
    """

    unique_id: str
    name: str
    version: str | None
    code: str
    patch_path: str | None
    original_file_path: str
    project_name: str

    @property
    def header(self) -> dict[str, Any] | None:
        """The facts in the first line of a release; None for a model that is no release."""
        found = _HEADER.match(self.code)
        return json.loads(found["json"]) if found else None


class Dbt(Protocol):
    """dbt, whichever way it is reached.

    Attributes:
        way: A word or two for the user: how dbt is run.
        batch_size: How many rungs to ask for in one call: the dearer a call, the more.
        keeps_process: Whether all calls share one process, so that an embedded database stays locked between them.
    """

    way: str
    batch_size: int
    keeps_process: bool

    def compile(self, selection: str) -> list[CompiledModel]:
        """Compile the models that a dbt selection names."""
        ...

    def run_operation(self, macro: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run a macro of this package and give back what it printed."""
        ...


def connect(options: DbtOptions) -> Dbt:
    """Reach dbt in this process where its version 1 can be imported, else as a command."""
    command = options.command or os.environ.get(COMMAND_VARIABLE)
    if command:
        return DbtCommand(options, command)
    try:
        return DbtInProcess(options)
    except ImportError:
        return DbtCommand(options, "dbt")


def releases(dbt: Dbt, selection: str) -> list[CompiledModel]:
    """The releases among the selected models.

    Raises:
        UsageError: nothing is selected, or no release is among what is.
    """
    compiled = dbt.compile(selection)
    if not compiled:
        raise UsageError(f"no model is selected by {selection}. `dbt ls -s {selection}` shows what dbt makes of it.")
    found = [model for model in compiled if model.header is not None]
    if not found:
        names = ", ".join(model.name for model in compiled[:5]) + (", ..." if len(compiled) > 5 else "")
        raise UsageError(f"{selection} selects no release: the SQL of {names} does not call dbt_crowd.release().")
    return sorted(found, key=lambda model: model.unique_id)


class DbtInProcess:
    """dbt in this process, through its public `dbtRunner`; the parsed project is kept between calls."""

    way = "in this process"
    batch_size = 64
    keeps_process = True

    def __init__(self, options: DbtOptions) -> None:
        """Import dbt.

        Raises:
            ImportError: there is no dbt here, or one without the Python API of version 1.
        """
        from dbt.cli.main import dbtRunner

        self._options = options
        self._runner = dbtRunner
        self._manifest: Any = None

    def compile(self, selection: str) -> list[CompiledModel]:
        """Compile the models that a dbt selection names."""
        result = self._invoke("compile", "--select", selection)
        nodes = [each.node for each in result.results]
        return [
            CompiledModel(
                unique_id=node.unique_id,
                name=node.name,
                version=None if node.version is None else str(node.version),
                code=node.compiled_code or "",
                patch_path=node.patch_path,
                original_file_path=node.original_file_path,
                project_name=self._manifest.metadata.project_name,
            )
            for node in nodes
            if str(node.resource_type) == "model"
        ]

    def run_operation(self, macro: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run a macro of this package and give back what it printed."""
        printed: list[str] = []
        self._invoke("run-operation", f"dbt_crowd.{macro}", "--args", json.dumps(arguments), on_print=printed.append)
        return _answer(printed, macro)

    def _invoke(self, command: str, *arguments: str, on_print: Callable[[str], None] | None = None) -> Any:  # noqa: ANN401
        if self._manifest is None and command != "parse":
            self._manifest = self._invoke("parse")

        def listen(event: Any) -> None:  # noqa: ANN401
            if event.info.name == "PrintEvent" and on_print is not None:
                on_print(event.info.msg)

        quiet = ["--quiet", "--no-write-json", "--log-level-file", "none", "--no-send-anonymous-usage-stats"]
        runner = self._runner(manifest=self._manifest, callbacks=[listen])
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = runner.invoke([command, *arguments, *quiet, *self._options.arguments()])
        if isinstance(outcome.exception, KeyboardInterrupt):
            raise outcome.exception
        if not outcome.success:
            raise _failure(*_message_of(outcome), command)
        return outcome.result


class DbtCommand:
    """The `dbt` command, a process for each call."""

    way = "as a command"
    batch_size = 512
    keeps_process = False

    def __init__(self, options: DbtOptions, command: str) -> None:
        """Use `command`, which may have arguments of its own."""
        self._options = options
        self._command = shlex.split(command)

    def compile(self, selection: str) -> list[CompiledModel]:
        """Compile the models that a dbt selection names."""
        with tempfile.TemporaryDirectory(prefix="crowd_") as folder:
            self._run("compile", "--select", selection, "--target-path", folder, "--log-path", folder)
            manifest = json.loads(Path(folder, "manifest.json").read_text(encoding="utf-8"))
        return [
            CompiledModel(
                unique_id=node["unique_id"],
                name=node["name"],
                version=None if node.get("version") is None else str(node["version"]),
                code=node["compiled_code"],
                patch_path=node.get("patch_path"),
                original_file_path=node["original_file_path"],
                project_name=manifest["metadata"].get("project_name") or "",
            )
            for node in manifest["nodes"].values()
            if node["resource_type"] == "model" and node.get("compiled_code")
        ]

    def run_operation(self, macro: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run a macro of this package and give back what it printed."""
        with tempfile.TemporaryDirectory(prefix="crowd_") as folder:
            name, given = f"dbt_crowd.{macro}", json.dumps(arguments)
            printed = self._run("run-operation", name, "--args", given, "--no-write-json", "--log-path", folder)
        return _answer(printed.splitlines(), macro)

    def _run(self, command: str, *arguments: str) -> str:
        call = [*self._command, command, *arguments, "--quiet", *self._options.arguments()]
        try:
            finished = subprocess.run(
                call, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", check=False
            )
        except OSError as error:
            raise DbtFailedError(
                f"dbt cannot be started as `{self._command[0]}`: {error.strerror}. Install dbt beside crowd, put it on"
                f" PATH, or name the command in {COMMAND_VARIABLE}."
            ) from error
        if finished.returncode != 0:
            raise _failure(finished.stderr + "\n" + finished.stdout, ran=command == "run-operation", command=command)
        return finished.stdout


def package_version() -> str:
    """The version of this driver, which the package in the dbt project must have too."""
    return metadata.version("dbt-crowd")


def _answer(printed: Iterable[str], macro: str) -> dict[str, Any]:
    """What a macro printed, once it is known to be of this version."""
    lines = [line.strip() for line in printed if line.strip().startswith(_ANSWER)]
    if len(lines) != 1:
        raise DbtFailedError(f"dbt_crowd.{macro} gave {len(lines)} answers where one was expected.")
    answer: dict[str, Any] = json.loads(lines[0].removeprefix(_ANSWER))
    theirs, ours = answer.pop("version", None), package_version()
    if theirs != ours:
        raise UsageError(
            f"the package in the dbt project is version {theirs}, this driver is {ours}. Run the driver that comes with"
            " the package: uvx --from dbt_packages/dbt_crowd crowd ..."
        )
    return answer


def _message_of(outcome: Any) -> tuple[str, bool]:  # noqa: ANN401
    """The text of a failed call, and whether it failed while queries were running."""
    if outcome.exception is not None:
        return str(outcome.exception), False
    messages = [each.message for each in getattr(outcome.result, "results", ()) if each.message]
    return "\n".join(messages) or "dbt failed and gave no reason.", True


def _failure(text: str, ran: bool, command: str) -> CrowdError:
    """The error that a failed call of dbt is for the user.

    A refusal of this package is passed on as it stands. What a warehouse says of a query that failed may quote a value
    of the data, so its text is passed on only up to where a value may begin.
    """
    text = _ESCAPES.sub("", text).split("Traceback (most recent call last)")[0]
    refusals = list(dict.fromkeys(line.strip() for line in _REFUSAL.findall(text)))
    if refusals:
        return RefusedError("\n".join(refusals))
    told = (_LOG_PREFIX.sub("", line).rstrip() for line in text.splitlines() if not _STACK.match(line))
    lines = [line for line in dict.fromkeys(told) if line.strip()][:_MOST_LINES]
    if ran and not any("Compilation Error" in line or "JinjaError" in line for line in lines):
        return DbtFailedError(
            f"dbt {command} failed in the warehouse: {_without_data(lines)} (the rest of its message is held back,"
            " because it may quote the data)"
        )
    return DbtFailedError(f"dbt {command} failed: " + "\n".join(lines))


def _without_data(lines: list[str]) -> str:
    """What a warehouse says went wrong, cut where a value may begin: at a quote, a number, or a second colon."""
    told = [_LABEL.sub("", line.strip()) for line in lines if not line.rstrip().endswith("Runtime Error")]
    kind, colon, reason = (": ".join(told[:2]) or "no reason was given").partition(":")
    return kind + colon + _MAY_BEGIN_DATA.split(reason, maxsplit=1)[0].rstrip()
