import { cleanLine } from '../../lib/text/cleanLine.ts';
import { isSafeHref, isSafeSource } from '../richText/href.ts';
import { mediaKey } from '../richText/imageSource.ts';
import { isFileName } from '../text/fileName.ts';
import { isLocale } from '../text/locale.ts';
import { isKey, isPageSlug, isSlug } from '../text/slug.ts';
import { isTimestamp } from '../text/timestamp.ts';

/** A path that stays on the site, so never `//host`, or the beginning of a URL (SECURITY, 30). */
const TARGET = /^(\/(?![/\\])|https?:\/\/)[^\s\\]*$/;

/** Whether a redirect may lead to this: a path of the site, or an http(s) URL. */
const isRedirectTarget = (text: string): boolean => TARGET.test(text) && (text.startsWith('/') || URL.canParse(text));

interface Format {
  test(text: string): boolean;
  /** Completes "must be …". */
  readonly expected: string;
}

/** What is left of a note in the commit it stands in (SECURITY, 5). */
const MAX_NOTE = 500;

/** What a segment of a slug is made of, in words. */
const SEGMENT =
  'letters, digits, "-", "_", "." and "~", a letter or digit first, no "." last, no name that Windows reserves (con, nul, …)';

/** Endings that addresses of the static site have. */
const NO_ENDING = 'no ".json", ".png" or ".xml" last';

/** The string formats of Quire's own that a schema may name. */
export const FORMATS: Readonly<Record<string, Format>> = {
  key: {
    test: isKey,
    expected: `a key: ${SEGMENT}, 200 characters (240 bytes in UTF-8) at most`,
  },
  slug: {
    test: isSlug,
    expected: `a slug: ${SEGMENT}, ${NO_ENDING}; 200 characters (240 bytes in UTF-8) at most`,
  },
  pageSlug: {
    test: isPageSlug,
    expected: `a slug: one to eight segments joined by "/", each of ${SEGMENT}, ${NO_ENDING}; 200 characters (240 bytes of UTF-8 a segment) at most`,
  },
  fileName: {
    test: isFileName,
    expected:
      'a plain file name: letters, digits, "-", "_", ".", "~" and spaces, a letter or digit first, 255 bytes at most',
  },
  href: { test: isSafeHref, expected: 'an http, https, mailto, tel or relative URL' },
  redirectTarget: { test: isRedirectTarget, expected: 'a path or an http or https URL' },
  canonicalUrl: {
    test: (text) => text === '' || isRedirectTarget(text),
    expected: 'a path of the site or an http or https URL',
  },
  imageAddress: {
    test: (text) => mediaKey(text) !== undefined || isSafeSource(text),
    expected: 'the address of a picture: "media:" and a key, an http or https URL, or a relative one',
  },
  robots: {
    test: (text) => text === '' || isRobots(text),
    expected: 'rules of a robots meta tag, joined by commas, such as "noindex, nofollow"',
  },
  locale: { test: isLocale, expected: 'a language tag such as "en" or "pt-BR"' },
  revisionNote: {
    test: (text) => [...cleanLine(text)].length <= MAX_NOTE,
    expected: `at most ${MAX_NOTE} characters`,
  },
  timestamp: { test: isTimestamp, expected: 'an ISO 8601 date and time such as "2026-01-05T09:00:00.000Z"' },
};

/** What search engines are told in a robots meta tag: Google's list, Bing's, and those against training. */
const RULES: ReadonlySet<string> = new Set([
  ...['all', 'index', 'follow', 'noindex', 'nofollow', 'none', 'noarchive', 'nocache', 'nosnippet', 'notranslate'],
  ...['noimageindex', 'indexifembedded', 'nositelinkssearchbox', 'noodp', 'noydir', 'noai', 'noimageai'],
]);
/** Rules that take a value: a number, a word or a date. */
const VALUED: ReadonlySet<string> = new Set([
  ...['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'],
]);
const VALUE = /^[A-Za-z0-9 :+.-]{1,50}$/;
const MAX_LENGTH = 200;

/** Whether a text is what a robots meta tag may say: rules joined by commas, spaces around them. */
const isRobots = (text: string): boolean => text.length <= MAX_LENGTH && text.split(',').every(isRule);

function isRule(text: string): boolean {
  // Not `trim`, which takes away line breaks that the text still has.
  const rule = text.toLowerCase().replaceAll(' ', '');
  const colon = rule.indexOf(':');
  if (colon < 0) return RULES.has(rule);
  return VALUED.has(rule.slice(0, colon)) && VALUE.test(text.slice(text.indexOf(':') + 1));
}
