import { isDangerousKey } from '../../lib/json/checkTree.ts';
import { trimEnds } from '../../lib/text/trimEnds.ts';

/** Unicode letters, digits, `-`, `_`, `.` and `~`, beginning with a letter or digit (contract, "Slugs"). */
const SEGMENT = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\-_.~]*$/u;
/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i;
const MAX_LENGTH = 200;
const MAX_SEGMENTS = 8;
/** In UTF-8: file systems take names of 255 bytes, including the extension. */
const MAX_SEGMENT_BYTES = 240;

/** Whether Windows takes a name for that of a device. */
export const isDeviceName = (name: string): boolean => RESERVED.test(name);

const isSegment = (segment: string): boolean =>
  SEGMENT.test(segment) &&
  Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES &&
  !isDeviceName(segment) &&
  !segment.endsWith('.') &&
  segment === segment.normalize('NFC');

/** The extensions of addresses on the static site: a slug that ends in one could be taken for such an address. */
const ENDING = /\.(?:json|png|xml)$/i;
const isAddressSegment = (segment: string): boolean => isSegment(segment) && !ENDING.test(segment);

/** Whether a record may have this key. Files use some of these as object keys, so `constructor` and the like are excluded. */
export const isKey = (key: string): boolean => key.length <= MAX_LENGTH && isSegment(key) && !isDangerousKey(key);

/** Whether `slug` is one segment: the slug of a type, menu, taxonomy or term. */
export const isSlug = (slug: string): boolean => isKey(slug) && !ENDING.test(slug);

/** Whether a page may have this slug: one to eight segments joined by `/`, at most 200 characters in total. */
export function isPageSlug(slug: string): boolean {
  if (slug.length > MAX_LENGTH) return false;
  const segments = slug.split('/');
  return segments.length <= MAX_SEGMENTS && segments.every(isAddressSegment);
}

/** Longer than any valid slug before normalization and trimming. */
const MAX_SENT = 1000;

/** A slug from a caller in NFC, without leading and trailing slashes; one that is too long anyway is returned as it is. */
export const trimSlug = (slug: string): string =>
  slug.length > MAX_SENT ? slug : trimEnds(slug.normalize('NFC'), /\//);
