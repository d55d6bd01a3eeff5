import type { Difference } from './roleModel.ts';
import type { Version } from './versions.ts';

type Renames = readonly (readonly [from: string, to: string])[];

/**
 * The differences that somebody has asked for: without those that only follow from a rename, which are mentions of the
 * old address and redirects from it, and from the end of a term, which pages lose.
 */
export function withoutConsequences(differences: readonly Difference[]): readonly Difference[] {
  const renames = differences.flatMap(renamesIn);
  const isPageMoved = differences.some(({ before, after }) => before?.kind === 'page' && before.key !== after?.key);
  const isTermGone = differences.some(({ before }) => before?.kind === 'taxonomy');
  return differences.filter(
    (one) =>
      !isOnlyMention(one, renames) &&
      !(isTermGone && losesTermsOnly(one)) &&
      !(isPageMoved && (one.before ?? one.after)?.kind === 'redirect'),
  );
}

function renamesIn({ before, after }: Difference): Renames {
  if (!before || !after) return [];
  const moved: Renames = before.key === after.key ? [] : [[before.key, after.key], ...slugsOf(before, after)];
  return [...moved, ...(before.kind === 'taxonomy' ? movedTerms(before, after) : [])];
}

const slugsOf = (before: Version, after: Version): Renames =>
  before.kind === 'page' ? [[`"${before.slug}"`, `"${after.slug}"`]] : [];

interface Term {
  readonly id: number;
  readonly slug: string;
}

function movedTerms(before: Version, after: Version): Renames {
  const [old, now] = [before, after].map(({ data }) => (data['terms'] ?? []) as readonly Term[]);
  return old!.flatMap(({ id, slug }) => {
    const next = now!.find((term) => term.id === id);
    return next && next.slug !== slug
      ? [[`"${slug}"`, `"${next.slug}"`] as const, [`${before.key}/${slug}`, `${after.key}/${next.slug}`] as const]
      : [];
  });
}

function isOnlyMention({ before, after }: Difference, renames: Renames): boolean {
  if (!before || !after || before.key !== after.key || renames.length === 0) return false;
  const follow = ({ data }: Version): string =>
    renames.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(data));
  return follow(before) === follow(after);
}

function losesTermsOnly({ before, after }: Difference): boolean {
  if (before?.kind !== 'page' || after === null || before.key !== after.key) return false;
  const rest = ({ data: { terms: _, ...others } }: Version): string => JSON.stringify(others);
  const had = JSON.stringify(before.data['terms'] ?? {});
  const left = Object.values((after.data['terms'] ?? {}) as Readonly<Record<string, readonly string[]>>).flat();
  return rest(before) === rest(after) && left.every((term) => had.includes(`"${term}"`));
}
