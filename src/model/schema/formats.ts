import { cleanLine } from '../../lib/text/cleanLine.ts';
import { isSafeHref, isSafeSource } from '../richText/href.ts';
import { mediaKey } from '../richText/imageSource.ts';
import { isFileName } from '../text/fileName.ts';
import { isLocale } from '../text/locale.ts';
import { isKey, isPageSlug, isSlug } from '../text/slug.ts';
import { isTimestamp } from '../text/timestamp.ts';

/** A path on the site (never `//host`), or the beginning of a URL (SECURITY, 30). */
const TARGET = /^(\/(?![/\\])|https?:\/\/)[^\s\\]*$/;

/** Whether a redirect may lead to this: a path on the site, or an http or https URL. */
const isRedirectTarget = (text: string): boolean => TARGET.test(text) && (text.startsWith('/') || URL.canParse(text));

interface FormatRule {
  test(text: string): boolean;
  /** Completes "must be …". */
  readonly expected: string;
}

/** The most characters of a note that a commit keeps (SECURITY, 5). */
const MAX_NOTE = 500;

/** The rules for a segment of a slug; it must not end with any of `endings`. */
const segment = (endings: string): string =>
  `contains only letters, digits, "-", "_", "." and "~", begins with a letter or digit, does not end with ${endings}, is not a name that Windows reserves (con, nul, …)`;

/** The endings that a slug must not have: a dot, and the extensions of addresses on the static site. */
const SLUG_ENDINGS = '".", ".json", ".png" or ".xml"';

/** Quire's own string formats, which a schema may name. */
export const FORMATS: Readonly<Record<string, FormatRule>> = {
  key: {
    test: isKey,
    expected: `a key that ${segment('"."')}, and has at most 200 characters (240 bytes in UTF-8)`,
  },
  slug: {
    test: isSlug,
    expected: `a slug that ${segment(SLUG_ENDINGS)}, and has at most 200 characters (240 bytes in UTF-8)`,
  },
  pageSlug: {
    test: isPageSlug,
    expected: `a slug of at most 200 characters: one to eight segments joined by "/", each of which ${segment(SLUG_ENDINGS)}, and has at most 240 bytes in UTF-8`,
  },
  fileName: {
    test: isFileName,
    expected:
      'a plain file name that contains only letters, digits, "-", "_", ".", "~" and spaces, begins with a letter or digit, and has at most 255 bytes',
  },
  href: { test: isSafeHref, expected: 'an http, https, mailto, tel or relative URL' },
  redirectTarget: { test: isRedirectTarget, expected: 'a path or an http or https URL' },
  canonicalUrl: {
    test: (text) => text === '' || isRedirectTarget(text),
    expected: 'a path on the site or an http or https URL',
  },
  imageAddress: {
    test: (text) => mediaKey(text) !== undefined || isSafeSource(text),
    expected: 'the address of a picture: "media:" followed by a key, or an http, https or relative URL',
  },
  robots: {
    test: (text) => text === '' || isRobots(text),
    expected: 'a list of robots rules separated by commas, such as "noindex, nofollow"',
  },
  locale: { test: isLocale, expected: 'a language tag such as "en" or "pt-BR"' },
  revisionNote: {
    test: (text) => [...cleanLine(text)].length <= MAX_NOTE,
    expected: `a note of at most ${MAX_NOTE} characters`,
  },
  timestamp: { test: isTimestamp, expected: 'an ISO 8601 date and time such as "2026-01-05T09:00:00.000Z"' },
};

/** The rules of robots meta tags: those of Google and Bing, and those against training. */
const RULES: ReadonlySet<string> = new Set([
  ...['all', 'index', 'follow', 'noindex', 'nofollow', 'none', 'noarchive', 'nocache', 'nosnippet', 'notranslate'],
  ...['noimageindex', 'indexifembedded', 'nositelinkssearchbox', 'noodp', 'noydir', 'noai', 'noimageai'],
]);
/** The rules that take a value: a number, a word or a date. */
const VALUED: ReadonlySet<string> = new Set([
  ...['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'],
]);
const VALUE = /^[A-Za-z0-9 :+.-]{1,50}$/;
const MAX_LENGTH = 200;

/** Whether a text may be the content of a robots meta tag: rules separated by commas, with optional spaces. */
const isRobots = (text: string): boolean => text.length <= MAX_LENGTH && text.split(',').every(isRobotsRule);

function isRobotsRule(text: string): boolean {
  // Not `trim`, which would also remove line breaks, and these are not allowed.
  const rule = text.toLowerCase().replaceAll(' ', '');
  const colon = rule.indexOf(':');
  if (colon < 0) return RULES.has(rule);
  return VALUED.has(rule.slice(0, colon)) && VALUE.test(text.slice(text.indexOf(':') + 1));
}
