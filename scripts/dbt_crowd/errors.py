"""What ends a command before it is done, each with the exit code it ends with."""

from __future__ import annotations


class CrowdError(Exception):
    """A command cannot go on. Its text is for the person who typed the command.

    Attributes:
        exit_code: What the process ends with.
    """

    exit_code = 3


class RefusedError(CrowdError):
    """The policy, or the data under it, does not allow what was asked."""

    exit_code = 1


class UsageError(CrowdError):
    """The command was called with something that cannot be."""

    exit_code = 2


class DbtFailedError(CrowdError):
    """dbt itself, or the warehouse behind it, failed."""

    exit_code = 3
