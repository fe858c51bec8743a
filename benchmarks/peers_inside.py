"""One job of another program, in the environment that has it; prints one line of JSON. Started by peers.py.

    python peers_inside.py JOB FILE QUASI_IDENTIFIERS SENSITIVE [HIERARCHIES]

FILE is a CSV of the table; the columns come as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time

import pandas

K = 5
SUPPRESSED = 4


def checked_k(data: pandas.DataFrame, keys: list[str], _sensitive: str, _files: dict[str, str]) -> object:
    """pyCANON: the k that a table has."""
    from pycanon import anonymity

    return anonymity.k_anonymity(data, keys)


def checked_l(data: pandas.DataFrame, keys: list[str], sensitive: str, _files: dict[str, str]) -> object:
    """pyCANON: the l that a table has."""
    from pycanon import anonymity

    return anonymity.l_diversity(data, keys, [sensitive])


def checked_t(data: pandas.DataFrame, keys: list[str], sensitive: str, _files: dict[str, str]) -> object:
    """pyCANON: the t that a table has, by equal distance."""
    from pycanon import anonymity

    return anonymity.t_closeness(data, keys, [sensitive])


def full_domain(data: pandas.DataFrame, keys: list[str], _sensitive: str, files: dict[str, str]) -> object:
    """ANJANA: a table with k, up to 4 % suppressed; which level each column went to, and the rows left."""
    from anjana.anonymity import k_anonymity

    hierarchies = {}
    for name in keys:
        levels = pandas.read_csv(files[name], sep=";", header=None, dtype=str)
        hierarchies[name] = {level: levels[level].to_numpy() for level in levels.columns}
    released = k_anonymity(data, [], keys, K, SUPPRESSED, hierarchies)
    reached = {}
    for name in keys:
        found = [level for level, labels in hierarchies[name].items() if set(released[name]) <= set(labels)]
        reached[name] = min(found)
    return {"rows": len(released), "levels": reached, "k": int(released.groupby(keys).size().min())}


def mondrian(data: pandas.DataFrame, keys: list[str], sensitive: str, _files: dict[str, str]) -> object:
    """AnonyPy: Mondrian, with categories as they are; how many classes are left."""
    from anonypy import Preserver

    typed = data.astype(dict.fromkeys(keys, "category"))
    rows = Preserver(typed, keys, sensitive).anonymize_k_anonymity(k=K)
    return {"classes": len({tuple(str(row[name]) for name in keys) for row in rows})}


JOBS = {job.__name__: job for job in (checked_k, checked_l, checked_t, full_domain, mondrian)}


def main() -> None:
    """Do the job and say what came out, how long it took without reading the file, and the memory of the process."""
    job, path, keys, sensitive = sys.argv[1:5]
    data = pandas.read_csv(path, dtype=str, keep_default_na=False)
    begun = time.perf_counter()
    found = JOBS[job](data, json.loads(keys), sensitive, json.loads(sys.argv[5]) if len(sys.argv) > 5 else {})
    seconds = time.perf_counter() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"found": found, "seconds": seconds, "megabytes": memory}, default=float))


if __name__ == "__main__":
    main()
