import { foldCase } from '../../lib/text/foldCase.ts';
import { slugify } from '../../lib/text/slugify.ts';
import { trimEnd } from '../../lib/text/trimEnds.ts';
import type { Lookup } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import { isKey } from '../../model/text/slug.ts';

/** Leaves room for a suffix in the 200 characters of a key. */
const MAX_BASE = 180;

/**
 * Makes a function that gives new records of a kind their keys: from a text, with `-2`, `-3`, … appended if the key is
 * taken. It never gives a key twice, nor one that differs from another only in case.
 */
export function createKeys(lookup: Lookup, kind: Kind): (text: string) => string {
  const taken = new Set([...lookup.all(kind)].map(({ key }) => foldCase(key)));
  return (text) => {
    const base = toKeyBase(text, kind);
    let key = base;
    for (let suffix = 2; taken.has(key); suffix += 1) key = `${base}-${suffix}`;
    taken.add(key);
    return key;
  };
}

function toKeyBase(text: string, kind: Kind): string {
  const slug = trimEnd(slugify(text).slice(0, MAX_BASE), /[^a-z0-9]/);
  if (isKey(slug)) return slug;
  const prefix = kind.toLowerCase();
  return slug === '' ? prefix : `${prefix}-${slug}`;
}
