import { always, defineEntity } from '../entity.ts';
import { withNestedIds } from '../record/nestedIds.ts';
import {
  BY_LANGUAGE,
  languageKeys,
  type RecordWords,
  translatedWords,
  translatePart,
  translateTree,
  treeParts,
  type WordsByLocale,
} from '../record/words.ts';
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

export const itemTranslations = () => translatedWords({ title: text({ maxLength: 500 }) });

export interface MenuItem {
  readonly id: number;
  readonly title: string;
  readonly translations?: WordsByLocale;
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
    { translations: itemTranslations(), url: href(), page: text({ maxLength: 250 }), attributes: anyObject() },
  ),
};

export const menuSchema = object(
  {
    slug: slug(),
    name: label(200),
    items: withDefault(list(menuItem, { maxItems: 1000 }), []),
  },
  { translations: translatedWords({ name: text({ maxLength: 200 }) }) },
);
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

const words: RecordWords<Menu> = {
  *parts(data) {
    yield { path: [], value: data, names: ['name'] };
    yield* treeParts(data.items, ['items'], ['title']);
  },
  inLanguages: (data, locales) => ({ ...translatePart(data, locales), items: translateTree(data.items, locales) }),
};

export const menu = defineEntity<Menu, typeof BY_LANGUAGE>({
  name: 'menu',
  plural: 'menus',
  file: 'menus/{slug}',
  home: 'content',
  schema: menuSchema,
  order: ['id', 'name', 'translations', 'createdAt', 'items'],
  counter: 'menu',
  indexes: { [BY_LANGUAGE]: languageKeys(words) },
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  isPublic: always,
  title: (data) => data.name,
  words,
  withIds: (data, assign) => ({ ...data, items: withNestedIds(data.items, 'menuItem', 'items', assign) }),
  references: (data) => itemReferences(data.items, ['items']),
});
