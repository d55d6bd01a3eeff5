import { decodeUriText } from '../lib/text/decodeUriText.ts';
import { slugify } from '../lib/text/slugify.ts';
import { isKey, isPageSlug, isSlug } from '../model/text/slug.ts';

/** Makes a slug of one segment from any text; returns `fallback` if nothing is left of it. */
export function toSlug(text: string, fallback: string): string {
  const given = text.normalize('NFC').trim();
  if (isSlug(given)) return given;
  const made = slugify(given);
  return isSlug(made) ? made : fallback;
}

/** Makes a slug from a name. Keeps a name that is a slug but cannot be transliterated; otherwise returns `fallback`. */
export function nameToSlug(name: string, fallback: string): string {
  const made = slugify(name);
  return isSlug(made) ? made : toSlug(name, fallback);
}

const MAX_SEGMENTS = 8;

/** Makes a page's slug from an address: `/2024/01/A post.html` → `2024/01/a-post`. */
export function toPageSlug(address: string, fallback: string): string {
  const segments = address
    .replace(/\.html?$/i, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map((segment) => toSlug(decodeUriText(segment), ''))
    .filter(Boolean);
  // A deeper address loses its first segments.
  const slug = segments.slice(-MAX_SEGMENTS).join('/');
  return isPageSlug(slug) ? slug : toSlug(segments.at(-1) ?? '', fallback);
}

/** Creates a function that returns each name once, with a number appended if it is taken. */
export function createUnique(isTaken: (name: string) => boolean = () => false): (name: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return (name) => {
    const lower = name.toLowerCase();
    let unique = name;
    let count = counts.get(lower) ?? 1;
    while (given.has(unique.toLowerCase()) || isTaken(unique)) {
      count += 1;
      unique = `${name}-${count}`;
    }
    counts.set(lower, count);
    given.add(unique.toLowerCase());
    return unique;
  };
}

/** Makes a media item's key from a file name. */
export function toKey(name: string): string {
  const made = slugify(name.replace(/\.[^.]*$/, '')).slice(0, 100);
  return isKey(made) ? made : 'file';
}
