import { because } from '../../reason.ts';
import { isCleanAddress, staysOnSite } from '../../richText/href.ts';
import { FORMATS } from '../../schema/formats.ts';
import { isPageSlug } from '../../text/slug.ts';
import { isTimestamp } from '../../text/timestamp.ts';
import type { FieldType } from '../field.ts';
import type { FieldKind } from '../kind.ts';
import { problem } from '../problem.ts';
import { boundsOf, checkLength, isBounded, MAX_LINE, MAX_TEXT } from './bounds.ts';
import { checkPattern } from './pattern.ts';

/** A kind for any text of at most `limit` characters. */
export const textKind = (type: FieldType, limit: number): FieldKind => ({
  type,
  check(value, field, scope) {
    if (typeof value !== 'string') return problem(because('text', 'must be text', {}));
    const details = checkLength(value, { ...boundsOf(field), limit }, scope);
    // Text that is too long is not matched: that would take too much time.
    return details.length > 0 || !isBounded(scope) ? details : checkPattern(value, field);
  },
  fit: (value) => (typeof value === 'string' ? value : undefined),
});

interface TextFormat {
  readonly reason: 'slug' | 'email' | 'url' | 'colour' | 'day' | 'moment';
  /** Completes "must be …". */
  readonly expected: string;
  /** Gets at most 10,000 characters, and must take linear time. */
  test(text: string): boolean;
}

/** A kind for text of a certain format. */
function formatKind(type: FieldType, { reason, expected, test }: TextFormat): FieldKind {
  const wrong = because(reason, `must be ${expected}`, {});
  const plain = textKind(type, MAX_LINE);
  return {
    type,
    check(value, field, scope) {
      if (typeof value !== 'string') return problem(wrong);
      if (isBounded(scope) && value.length <= MAX_LINE && !test(value)) return problem(wrong);
      return plain.check(value, field, scope);
    },
    fit: (value) => (typeof value === 'string' && value.length <= MAX_LINE && test(value) ? value : undefined),
  };
}

/** Text for readers. */
const words = { toText: (value: unknown) => (typeof value === 'string' ? value : ''), isPlainText: true };

/** A line of text. */
export const textField: FieldKind = { ...textKind('text', MAX_LINE), ...words };

/** Plain text of several lines. */
export const textareaField: FieldKind = { ...textKind('textarea', MAX_TEXT), ...words, merge: 'text' };

/** A slug that a page may have. */
export const slugField = formatKind('slug', {
  reason: 'slug',
  expected: 'a slug such as "about-us"',
  test: isPageSlug,
});

/** One `@`, a local part of 64 characters at most (RFC 5321, 4.5.3.1), dot-separated labels; letters of any script. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,10}$/u;
const MAX_LENGTH = 254;

/** An e-mail address. */
export const emailField = formatKind('email', {
  reason: 'email',
  expected: 'an e-mail address',
  test: (text) => text.length <= MAX_LENGTH && EMAIL.test(text),
});

const ABSOLUTE = /^(?:https?:\/\/|mailto:|tel:)/i;

const isUrl = (text: string): boolean => {
  if (!isCleanAddress(text)) return false;
  if (text.startsWith('/') || text.startsWith('#')) return staysOnSite(text);
  return ABSOLUTE.test(text) && URL.canParse(text);
};

/** An address on the web, or on this site: a path from its root, or a fragment. */
export const urlField = formatKind('url', {
  reason: 'url',
  expected: 'a URL (http, https, mailto or tel) or a path that begins with "/" or "#"',
  test: isUrl,
});

const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A hexadecimal CSS colour, with or without opacity. */
export const colorField = formatKind('color', {
  reason: 'colour',
  expected: 'a color such as "#1e90ff"',
  test: (text) => COLOR.test(text),
});

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A calendar date, without a time. */
export const dateField = formatKind('date', {
  reason: 'day',
  expected: 'a date such as "2026-01-05"',
  test: (text) => text.length === DAY_LENGTH && isTimestamp(text),
});

/** A point in time, kept as it was written. */
export const datetimeField = formatKind('datetime', {
  reason: 'moment',
  expected: FORMATS['timestamp']?.expected ?? '',
  test: isTimestamp,
});

/** Source code in any language. */
export const codeField: FieldKind = { ...textKind('code', MAX_TEXT), merge: 'text' };
