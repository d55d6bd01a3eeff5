import i18next from 'i18next';
import type { Problem } from '../../wire/interface.ts';

/** What an editor can do about a problem, by its code: the names of messages. */
const HINTS = {
  DANGLING_REFERENCE: 'gone',
  BROKEN_LINK: 'link',
  HIDDEN_LINK: 'hidden',
  REDIRECTED_PAGE: 'redirected',
  VALIDATION: 'value',
  LIMIT: 'value',
  SCHEMA: 'file',
  SYNTAX: 'file',
  ENCODING: 'file',
  UNREADABLE: 'file',
  NOT_A_FILE: 'file',
  UNKNOWN_PATH: 'file',
  DUPLICATE_KEY: 'double',
  DUPLICATE_ID: 'double',
  DUPLICATE_VALUE: 'double',
  CASE_COLLISION: 'double',
  UNKNOWN_FIELD: 'unknown',
  UNFIT_VALUE: 'value',
  UNFIT_DEFAULT: 'type',
  UNKNOWN_FIELD_KIND: 'type',
  MEDIA_FILE: 'media',
  MEDIA_TYPE: 'media',
  ORPHAN_FILE: 'unused',
  UNUSED_MEDIA: 'unused',
  UNSUPPORTED_LOCALE: 'language',
  DOUBLE_TRANSLATION: 'language',
  SHARED_VALUE: 'language',
  SECOND_SINGLE: 'single',
  SINGLE_SLUG: 'single',
  CLASH: 'clash',
  CONFLICT: 'clash',
  MAIL: 'mail',
  SCHEDULE: 'schedule',
} as const;

/** What is worth knowing, but not wrong: it is counted apart. */
const ASIDE: readonly string[] = ['UNUSED_MEDIA', 'ORPHAN_FILE'];

export const isAside = ({ code }: Problem): boolean => ASIDE.includes(code);

/** The hint for problems that only the server's operator can fix. */
const OPERATOR = 'operator';

/** The name of a hint; those of features are named by the code of the problem. */
export function hintOf({ code }: Problem): (typeof HINTS)[keyof typeof HINTS] | typeof OPERATOR {
  if (Object.hasOwn(HINTS, code)) return HINTS[code as keyof typeof HINTS];
  return i18next.exists(`home.hints.${code}`) ? (code as typeof OPERATOR) : OPERATOR;
}

/** A problem in one sentence: what an editor can do about it where the server's own words, which are English, would not help. */
export const problemOrHint = (problem: Problem): string =>
  i18next.language === 'en' ? problem.message : i18next.t(`home.hints.${hintOf(problem)}`);
