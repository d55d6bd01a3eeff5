import { isDangerousKey } from '../../lib/json/checkTree.ts';
import { trimEnds } from '../../lib/text/trimEnds.ts';

/** Unicode letters, digits, `-`, `_`, `.`, `~`, starting with a letter or digit (contract, "Slugs"). */
const SEGMENT = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\-_.~]*$/u;
/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i;
const MAX_LENGTH = 200;
const MAX_SEGMENTS = 8;
/** In UTF-8: file systems take names of 255 bytes, endings included. */
const MAX_SEGMENT_BYTES = 240;

/** Whether Windows takes a name for a device. */
export const isDeviceName = (name: string): boolean => RESERVED.test(name);

const isSegment = (segment: string): boolean =>
  SEGMENT.test(segment) &&
  Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES &&
  !isDeviceName(segment) &&
  !segment.endsWith('.') &&
  segment === segment.normalize('NFC');

/** What addresses of the static site end in, the server's own too: there it would not be told from a slug. */
const ENDING = /\.(?:json|png|xml)$/i;
const isAddressSegment = (segment: string): boolean => isSegment(segment) && !ENDING.test(segment);

/** Whether `key` is that of a record. Files hold some as keys, which rules out the names of an object's workings. */
export const isKey = (key: string): boolean => key.length <= MAX_LENGTH && isSegment(key) && !isDangerousKey(key);

/** Whether `slug` is one segment: the slug of a type, menu, taxonomy or term. */
export const isSlug = (slug: string): boolean => isKey(slug) && !ENDING.test(slug);

/** Whether `slug` is a page's: one to eight segments joined by `/`, 200 characters in all. */
export function isPageSlug(slug: string): boolean {
  if (slug.length > MAX_LENGTH) return false;
  const segments = slug.split('/');
  return segments.length <= MAX_SEGMENTS && segments.every(isAddressSegment);
}

/** More than any slug has before it is put into its composed form and loses the slashes around it. */
const MAX_SENT = 1000;

/** The slug a caller sent, without leading and trailing slashes; one that is too long for any record as it is. */
export const trimSlug = (slug: string): string =>
  slug.length > MAX_SENT ? slug : trimEnds(slug.normalize('NFC'), /\//);
