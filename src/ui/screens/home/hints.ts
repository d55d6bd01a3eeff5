import type { LinkProps } from '@tanstack/react-router';
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
  CLASH: 'clash',
  CONFLICT: 'clash',
  WEBHOOK: 'webhook',
  SCHEDULE: 'schedule',
  GIT_HOST: 'host',
} as const;

/** What is worth knowing, but not wrong: it is counted apart. */
const ASIDE: readonly string[] = ['UNUSED_MEDIA', 'ORPHAN_FILE'];

export const isAside = ({ code }: Problem): boolean => ASIDE.includes(code);

/** The hint for problems that only the server's operator can fix. */
const OPERATOR = 'operator';

export const hintOf = ({ code }: Problem) =>
  Object.hasOwn(HINTS, code) ? HINTS[code as keyof typeof HINTS] : OPERATOR;

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

const PLACES: Readonly<Record<string, (id: number, field?: readonly string[]) => Place>> = {
  page: (id, field) => ({ to: '/pages/$id', params: { id: String(id) }, search: field && { field: field.join('/') } }),
  block: (open) => ({ to: '/blocks', search: { open } }),
  media: (item) => ({ to: '/media', search: { item } }),
  menu: (menu) => ({ to: '/menus', search: { menu } }),
  taxonomy: (vocabulary) => ({ to: '/taxonomies', search: { vocabulary } }),
  redirect: (open) => ({ to: '/redirects', search: { open } }),
  contentType: (open) => ({ to: '/types', search: { open } }),
  blockType: (open) => ({ to: '/types', search: { of: 'blocks', open } }),
  trackingScript: (open) => ({ to: '/tracking-scripts', search: { open } }),
  settings: () => ({ to: '/settings' }),
};

const BY_CODE: Readonly<Record<string, Place>> = {
  CLASH: { to: '/sync' },
  GIT_HOST: { to: '/sync' },
  WEBHOOK: { to: '/webhooks' },
};

/** The screen where a problem can be fixed; undefined if that has to be done outside of the editor. */
export const placeOf = ({ code, record, field }: Problem): Place | undefined =>
  BY_CODE[code] ?? (record && PLACES[record.kind]?.(record.id, field));
