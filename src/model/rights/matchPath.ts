/** Tests slugs or folders against a pattern: `**` is any number of segments, none among them, and `*` is one. */
export function createPathTest(pattern: string): (path: string) => boolean {
  const wanted = pattern.split('/');
  return (path) => matchesFrom(wanted, 0, path.split('/'), 0);
}

function matchesFrom(wanted: readonly string[], at: number, path: readonly string[], from: number): boolean {
  const next = wanted[at];
  if (next === undefined) return from === path.length;
  if (next !== '**')
    return from < path.length && (next === '*' || next === path[from]) && matchesFrom(wanted, at + 1, path, from + 1);
  for (let rest = from; rest <= path.length; rest += 1) if (matchesFrom(wanted, at + 1, path, rest)) return true;
  return false;
}
