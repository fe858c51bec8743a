"""`crowd attack`: what can be told of hidden cells from published counts."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from dbt_crowd.attack import attack, facts_of, sizes
from dbt_crowd.cli.options import DbtCommandLine, Json, ProfilesDir, ProjectDir, Target, dbt_options, messages, output
from dbt_crowd.dbt import connect

ATTACKERS = {
    "plain": "who knows what is published",
    "rule": "who also knows the rule",
    "insider": "who also knows a hidden cell",
}


def attack_command(
    context: typer.Context,
    *,
    model: Annotated[str, typer.Argument(help="A release of counts that is published.")],
    as_json: Json = False,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    target: Target = None,
    dbt_command: DbtCommandLine = None,
) -> int:
    """Attack published counts: 0 when no hidden cell is told, 1 when one is. Nothing is written."""
    told = attacked(connect(dbt_options(context, project_dir, profiles_dir, target, dbt_command)), model)
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        found = "finds nothing" if told["safe"] else "SUCCEEDS"
        on = f"on {told['attacked']:,} of {told['hidden']:,} hidden cells, {told['folded']:,} of them in folds"
        sums = f"{told['sums']:,} published sums over them"
        output().print(f"{model}: the attack {found}, {on}, with {sums}", soft_wrap=True)
        for attacker, who in ATTACKERS.items():
            if attacker in told["told"]:
                output().print(f"  {told['told'][attacker]:,} cells are told to one {who} ({attacker})", soft_wrap=True)
    return 0 if told["safe"] else 1


def attacked(dbt: Any, model: str) -> dict[str, Any]:  # noqa: ANN401
    """How many hidden cells of a release each attacker is told."""
    messages().print("reading what is published", markup=False)
    answer = dbt.run_operation("attack_facts", {"model": model})
    numbers = {
        name: [int(each) for each in (text or "").split(",") if each] for name, text in answer["numbers"].items()
    }
    is_exact = answer["totals"] == "exact"
    facts = facts_of(
        numbers, answer["k"], answer["protection"], counts_are_persons=answer["counts_are_persons"], is_exact=is_exact
    )
    told = attack(facts)
    kept = told if is_exact else {"rule": told["rule"]}
    return {"model": model, "safe": not any(kept.values()), **sizes(facts), "told": kept}
