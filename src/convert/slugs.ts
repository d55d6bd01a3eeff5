import { slugify } from '../lib/text/slugify.ts';
import { isKey, isPageSlug, isSlug } from '../model/text/slug.ts';

/** A slug of one segment made from any text; `fallback` where nothing is left of it. */
export function toSlug(text: string, fallback: string): string {
  const given = text.normalize('NFC').trim();
  if (isSlug(given)) return given;
  const made = slugify(given);
  return isSlug(made) ? made : fallback;
}

/** A slug made of what something is called; as it is where nothing else can be made of it, `fallback` where that is none. */
export function nameToSlug(name: string, fallback: string): string {
  const made = slugify(name);
  return isSlug(made) ? made : toSlug(name, fallback);
}

const MAX_SEGMENTS = 8;

/** A page's slug that is as like an address as slugs are: `/2024/01/A post.html` → `2024/01/a-post`. */
export function toPageSlug(address: string, fallback: string): string {
  const segments = address
    .replace(/\.html?$/i, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map((segment) => toSlug(decode(segment), ''))
    .filter(Boolean);
  // What is nested more deeply than slugs are loses what stands first.
  const slug = segments.slice(-MAX_SEGMENTS).join('/');
  return isPageSlug(slug) ? slug : toSlug(segments.at(-1) ?? '', fallback);
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Makes the function that gives each name once, with a number where it is taken. */
export function createUnique(isTaken: (name: string) => boolean = () => false): (name: string) => string {
  const given = new Set<string>();
  return (name) => {
    let unique = name;
    for (let count = 2; given.has(unique.toLowerCase()) || isTaken(unique); count += 1) unique = `${name}-${count}`;
    given.add(unique.toLowerCase());
    return unique;
  };
}

/** A media item's key made from a file's name. */
export function toKey(name: string): string {
  const made = slugify(name.replace(/\.[^.]*$/, '')).slice(0, 100);
  return isKey(made) ? made : 'file';
}
