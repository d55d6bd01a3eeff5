import type { LinkProps } from '@tanstack/react-router';
import type { Problem } from '../../wire/interface.ts';

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
