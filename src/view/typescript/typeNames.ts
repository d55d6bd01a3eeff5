import { compareText } from '../../lib/text/compareText.ts';

/** Characters that are not allowed in an identifier (ECMAScript, "Names and Keywords"), and underscores. */
const BETWEEN_WORDS = /[^\p{ID_Continue}]+|_+/u;

function typeName(slug: string): string {
  const words = slug.split(BETWEEN_WORDS).filter(Boolean);
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join('');
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
}

/** A unique name for each slug that can begin an identifier; the same slugs always give the same names. */
export function typeNames(slugs: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const slug of [...slugs].sort(compareText)) {
    const wanted = typeName(slug);
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`;
    taken.add(name);
    names.set(slug, name);
  }
  return names;
}
