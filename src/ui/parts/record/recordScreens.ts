import type { LinkProps } from '@tanstack/react-router';

/** Where a record is edited. */
export type RecordLink = Pick<LinkProps, 'to' | 'params' | 'search'>;
export type RecordScreen = (id: number, field?: readonly string[]) => RecordLink;

/** The screens on which records of the kernel are edited, by their kinds. */
export const RECORD_SCREENS: Readonly<Record<string, RecordScreen>> = {
  page: (id, field) => ({ to: '/pages/$id', params: { id: String(id) }, search: field && { field: field.join('/') } }),
  block: (open) => ({ to: '/blocks', search: { open } }),
  media: (item) => ({ to: '/media', search: { item } }),
  menu: (menu) => ({ to: '/menus', search: { menu } }),
  taxonomy: (vocabulary) => ({ to: '/taxonomies', search: { vocabulary } }),
  contentType: (open) => ({ to: '/types', search: { open } }),
  blockType: (open) => ({ to: '/types', search: { of: 'blocks', open } }),
  settings: () => ({ to: '/settings' }),
};
