import { compareText } from '../../lib/text/compareText.ts';

/** What may not stand in an identifier (ECMAScript, "Names and Keywords"). */
const BETWEEN_WORDS = /[^\p{ID_Continue}]+|_+/u;

function typeName(slug: string): string {
  const words = slug.split(BETWEEN_WORDS).filter(Boolean);
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join('');
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
}

/** For each slug a name that may begin an identifier, no two alike; the same whenever the slugs are. */
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
