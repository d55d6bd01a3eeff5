import { always, defineEntity } from '../entity.ts';
import { withNestedIds } from '../record/nestedIds.ts';
import type { Reference, ValuePath } from '../reference.ts';
import {
  anyObject,
  choice,
  flag,
  href,
  type Infer,
  label,
  list,
  nestedId,
  object,
  recursive,
  type Schema,
  slug,
  text,
  withDefault,
} from '../schema/schema.ts';

export const LINK_TARGETS = ['_self', '_blank', '_parent', '_top'] as const;

export interface MenuItem {
  readonly id: number;
  readonly title: string;
  readonly url?: string;
  /** Key of a page: `en/about`. */
  readonly page?: string;
  readonly target: (typeof LINK_TARGETS)[number];
  readonly isExpanded: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children: readonly MenuItem[];
}

/** Items have no nesting limit of their own: the nesting limit of files (64) bounds them. */
const menuItem: Schema<MenuItem> = {
  $id: 'menuItem',
  ...object(
    {
      id: nestedId(),
      title: label(500),
      target: withDefault(choice(...LINK_TARGETS), '_self'),
      isExpanded: withDefault(flag(), false),
      children: withDefault(
        list(
          recursive('menuItem', () => menuItem),
          { maxItems: 1000 },
        ),
        [],
      ),
    },
    { url: href(), page: text({ maxLength: 250 }), attributes: anyObject() },
  ),
};

export const menuSchema = object({
  slug: slug(),
  name: label(200),
  items: withDefault(list(menuItem, { maxItems: 1000 }), []),
});
export type Menu = Infer<typeof menuSchema>;

declare module '../records.ts' {
  interface Records {
    menu: Menu;
  }
}

const itemReferences = (items: readonly MenuItem[], path: ValuePath): readonly Reference[] =>
  items.flatMap((item, index) => [
    ...(item.page === undefined ? [] : [{ kind: 'page' as const, key: item.page, path: [...path, index, 'page'] }]),
    ...itemReferences(item.children, [...path, index, 'children']),
  ]);

export const menu = defineEntity<Menu, never>({
  name: 'menu',
  plural: 'menus',
  file: 'menus/{slug}',
  home: 'content',
  schema: menuSchema,
  order: ['id', 'name', 'createdAt', 'items'],
  counter: 'menu',
  indexes: {},
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  isPublic: always,
  title: (data) => data.name,
  withIds: (data, assign) => ({ ...data, items: withNestedIds(data.items, 'menuItem', 'items', assign) }),
  references: (data) => itemReferences(data.items, ['items']),
});
