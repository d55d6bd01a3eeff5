import { cleanLine } from '../../lib/text/cleanLine.ts';
import { isSafeHref, isSafeSource } from '../richText/href.ts';
import { mediaKey } from '../richText/imageSource.ts';
import { isFileName } from '../text/fileName.ts';
import { isLocale } from '../text/locale.ts';
import { isRedirectTarget } from '../text/redirectTarget.ts';
import { isRobots } from '../text/robots.ts';
import { isKey, isPageSlug, isSlug } from '../text/slug.ts';
import { isTimestamp } from '../text/timestamp.ts';

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
