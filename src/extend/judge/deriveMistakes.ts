import type { RecordFields } from '../record.ts';
import type { DeriveDefinition } from '../rule.ts';

/** What is wrong with a list of derived values, and where. */
interface DeriveMistake {
  readonly path: readonly [index: number, key: string];
  readonly message: string;
}

/**
 * Finds derived values that are declared twice, or derived from themselves. What a function reads is found by calling it
 * with a page without values: what it reads only of others is found when it is called.
 */
export function findDeriveMistakes(derives: readonly DeriveDefinition[]): readonly DeriveMistake[] {
  const reads = derives.map(readsOf);
  return derives.flatMap((derive, index): readonly DeriveMistake[] => {
    if (derives.findIndex((other) => sharesType(other, derive) && other.field === derive.field) < index)
      return [{ path: [index, 'field'], message: 'must be another field: its value is derived already' }];
    if (!reachesItself(derive, derives, reads)) return [];
    return [{ path: [index, 'from'], message: `must not be derived from its own field "${derive.field}"` }];
  });
}

const sharesType = (a: DeriveDefinition, b: DeriveDefinition): boolean =>
  a.types.some((type) => b.types.includes(type));

/** The names of the fields that a function reads of a page without values. */
function readsOf({ types, from }: DeriveDefinition): ReadonlySet<string> {
  const names = new Set<string>();
  const fields: RecordFields = new Proxy(
    {},
    {
      get(_, name) {
        names.add(String(name));
      },
    },
  );
  const page = { kind: 'page', id: 0, key: 'en/a', type: types[0] ?? '', title: '', locale: 'en', slug: 'a' } as const;
  try {
    from({ ...page, status: 'draft', fields });
  } catch {
    // It may well need values: what it has read until then counts.
  }
  return names;
}

function reachesItself(
  derive: DeriveDefinition,
  derives: readonly DeriveDefinition[],
  reads: readonly ReadonlySet<string>[],
): boolean {
  const seen = new Set<DeriveDefinition>();
  const follow = (one: DeriveDefinition): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    const names = reads[derives.indexOf(one)]!;
    return (
      names.has(derive.field) ||
      derives.some((other) => sharesType(other, one) && names.has(other.field) && follow(other))
    );
  };
  return follow(derive);
}
