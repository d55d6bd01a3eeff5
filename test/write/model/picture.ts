import { expect } from 'vitest';
import type { Reply } from '../../makeSite.ts';
import { type ItemState, idOfKey, type PageState, type State, type TermState } from './state.ts';

export type Ask = (call: string) => Promise<Pick<Reply, 'status' | 'body'>>;

/** All that is compared, in one form. */
export type Picture = Readonly<Record<string, unknown>>;

interface Identified {
  readonly id: number;
}

const byId = <T extends Identified>(records: Iterable<T>): readonly T[] => [...records].sort((a, b) => a.id - b.id);

/** What the model says. */
export const pictureOf = (state: State): Picture => ({
  pages: byId(state.pages.values()).map((page) => pictureOfPage(page, state)),
  published: byId(state.pages.values())
    .filter(({ status }) => status === 'published')
    .map(({ id }) => id),
  blocks: byId(state.blocks.values()).map((block) => ({ ...block, uses: countUses(block.id, state) })),
  menus: byId(state.menus.values()).map((menu) => ({
    ...named(menu),
    items: menu.items.map((one) => item(one, state)),
  })),
  taxonomies: byId(state.taxonomies.values()).map((one) => ({ ...named(one), terms: terms(one.terms) })),
  contentTypes: byId(state.contentTypes.values()).map(named),
  blockTypes: byId(state.blockTypes.values()).map(named),
  redirects: byId(state.redirects.values()).map((redirect) => ({ ...redirect })),
});

const named = ({ id, name, slug }: { id: number; name: string; slug: string }): object => ({ id, name, slug });

function pictureOfPage(page: PageState, state: State): object {
  const { related, terms: carried, blocks, ...own } = page;
  const regions = [...new Set(blocks.map(({ region }) => region))].sort();
  return {
    ...own,
    related: idOfKey(state, related),
    terms: [...carried].sort((a, b) => a - b),
    regions: regions.map((name) => [
      name,
      blocks
        .filter(({ region }) => region === name)
        .map(({ id, shared, typeId, text }) => ({
          id,
          blockId: shared ?? id,
          typeId,
          text: text ?? (shared === null ? null : state.blocks.get(shared)!.text),
        })),
    ]),
  };
}

const countUses = (id: number, { pages }: State): number =>
  [...pages.values()].flatMap(({ blocks }) => blocks).filter(({ shared }) => shared === id).length;

const item = ({ id, title, page, children }: ItemState, state: State): object => ({
  id,
  title,
  pageId: idOfKey(state, page),
  children: children.map((child) => item(child, state)),
});

const terms = (nodes: readonly TermState[]): readonly object[] =>
  byId(nodes).map(({ id, name, slug, children }) => ({ id, name, slug, children: terms(children) }));

// biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
type Shown = any;

/** What a server shows. */
export async function observe(ask: Ask): Promise<Picture> {
  const read = async (path: string): Promise<Shown> => {
    const { status, body } = await ask(`GET ${path}`);
    expect([path, status]).toEqual([path, 200]);
    return body.data;
  };
  const readAll = async (path: string): Promise<readonly Shown[]> => {
    const list: readonly Identified[] = await read(`${path}?limit=100`);
    return Promise.all(byId(list).map(({ id }) => read(`${path}/${id}`)));
  };
  const [pages, blocks, menus, taxonomies, contentTypes, blockTypes, redirects, ...published] = await Promise.all([
    readAll('/admin/pages'),
    readAll('/admin/blocks'),
    readAll('/admin/menus'),
    readAll('/admin/taxonomies'),
    read('/admin/content-types'),
    read('/admin/block-types'),
    read('/admin/redirects'),
    ...['en', 'es', 'de'].map((locale) => read(`/content/pages?limit=50&locale=${locale}`)),
  ]);
  return {
    pages: pages.map(shownPage),
    published: byId(published.flat()).map(({ id }) => id),
    blocks: blocks.map(({ id, typeId, title, fields, usage }) => {
      return { id, typeId, title, text: fields.text, uses: usage.length };
    }),
    menus: menus.map((menu) => ({ ...named(menu), items: menu.items.map(shownItem) })),
    taxonomies: taxonomies.map((one) => ({ ...named(one), terms: shownTerms(one.terms) })),
    contentTypes: byId<Shown>(contentTypes).map(named),
    blockTypes: byId<Shown>(blockTypes).map(named),
    redirects: byId<Shown>(redirects).map(({ id, fromPath, toPath }) => ({ id, fromPath, toPath })),
  };
}

function shownPage(page: Shown): object {
  const { id, locale, typeId, title, slug, status, translationGroupId: group, fields, regions } = page;
  const present = Object.entries<Shown[]>(regions).filter(([, blocks]) => blocks.length > 0);
  return {
    ...{ id, locale, typeId, title, slug, status, group },
    summary: fields.summary ?? null,
    related: fields.related ?? null,
    terms: page.terms.map((term: Identified) => term.id).sort((a: number, b: number) => a - b),
    regions: present
      .map(([name, blocks]) => [name, blocks.map(shownBlock)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

const shownBlock = ({ pb_id, block_id, block_type_id, fields }: Shown): object => ({
  id: pb_id,
  blockId: block_id,
  typeId: block_type_id,
  text: fields.text ?? null,
});

const shownItem = ({ id, title, pageId, children }: Shown): object => ({
  id,
  title,
  pageId,
  children: children.map(shownItem),
});

const shownTerms = (nodes: readonly Shown[]): readonly object[] =>
  byId(nodes).map(({ id, name, slug, children }) => ({ id, name, slug, children: shownTerms(children ?? []) }));
