"""A cluster before there is one: how unequal its shards are, and what a search of all workspaces costs.

Workspaces of realistic sizes (Zipf: the n-th has 1 / n ** 0.9 of the largest) are hashed over shards, and shards are
dealt to nodes, as Citus does both. Prints for each number of workspaces, as medians over `--rounds` random hashes:

    largest shard, largest node     times the mean
    crowded                         share of workspaces in a shard with one at least ten times as large
    all, ms                         a search of all workspaces: three rounds, each as slow as its slowest node

The costs of a task are arguments, measured on a real cluster (docs/maintainers/scale.md); nothing is measured here.

    python lab/benchmarks/cluster_simulation.py --per-workspace 1000 --shards 8 --nodes 2
"""

import argparse
import random
import statistics
import sys

ZIPF = 0.9
CROWD = 10  # times as large
ROUNDS = 3
HITS = 54  # most candidates of a search, each of which may lie in another shard


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workspaces", type=int, nargs="+", default=[60, 1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--per-workspace", type=int, default=1000, metavar="N", help="memories on average")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=2, help="workers")
    parser.add_argument("--cores", type=int, default=8, metavar="N", help="of a worker")
    parser.add_argument("--task-ms", type=float, default=1.0, help="of one statement on one shard, whatever its size")
    parser.add_argument("--round-ms", type=float, default=5.0, help="of planning and sending the statements of a round")
    parser.add_argument("--statements", type=int, default=4, help="in all rounds; the last asks fewer shards")
    parser.add_argument("--rounds", type=int, default=9, help="random hashes")
    args = parser.parse_args()
    print("workspaces     memories  largest shard  largest node  crowded  all, ms")
    for count in args.workspaces:
        found = [simulate(count, args, random.Random(seed)) for seed in range(args.rounds)]
        shard, node, crowded = (statistics.median(column) for column in zip(*found, strict=True))
        memories = count * args.per_workspace
        print(f"{count:10}  {memories:11}  {shard:13.2f}  {node:12.2f}  {crowded:7.2f}  {latency(args):7.0f}")
    return 0


def simulate(count: int, args: argparse.Namespace, draw: random.Random) -> "tuple[float, float, float]":
    """(largest shard, largest node, both times the mean; share of crowded workspaces)."""
    sizes = [1 / n**ZIPF for n in range(1, count + 1)]
    places = [draw.randrange(args.shards) for _ in sizes]
    shards, largest = [0.0] * args.shards, [0.0] * args.shards
    for size, place in zip(sizes, places, strict=True):
        shards[place] += size
        largest[place] = max(largest[place], size)
    nodes = [sum(shards[node :: args.nodes]) for node in range(args.nodes)]  # dealt in turns
    crowded = sum(largest[place] >= CROWD * size for size, place in zip(sizes, places, strict=True))
    return times_mean(shards), times_mean(nodes), crowded / count


def latency(args: argparse.Namespace) -> float:
    """Milliseconds of a search of all workspaces; its last round asks the shards of the hits alone."""
    per_node = -(-args.shards // args.nodes)
    hit = -(-min(args.shards, HITS) // args.nodes)
    waves = (args.statements - 1) * -(-per_node // args.cores) + -(-hit // args.cores)
    return ROUNDS * args.round_ms + waves * args.task_ms


def times_mean(values: "list[float]") -> float:
    return max(values) / (sum(values) / len(values))


if __name__ == "__main__":
    sys.exit(main())
