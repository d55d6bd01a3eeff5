/** What the interface should show: records by id, with mentions by key, as files have them. */

export type Status = 'draft' | 'published' | 'archived';

export interface PlacedBlock {
  readonly id: number;
  region: string;
  /** The reusable block, or null for one of the page's own. */
  readonly shared: number | null;
  readonly typeId: number;
  /** The text of an inline block, or what a shared one says instead of its own. */
  text: string | null;
}

export interface PageState {
  readonly id: number;
  readonly locale: string;
  typeId: number;
  title: string;
  slug: string;
  status: Status;
  group: string | null;
  summary: string | null;
  /** Key of a page that may be gone. */
  related: string | null;
  blocks: PlacedBlock[];
  terms: Set<number>;
}

export interface ItemState {
  readonly id: number;
  title: string;
  page: string | null;
  children: ItemState[];
}

export interface TermState {
  readonly id: number;
  name: string;
  slug: string;
  children: TermState[];
}

export interface Named {
  readonly id: number;
  name: string;
  slug: string;
}

export interface State {
  readonly pages: Map<number, PageState>;
  readonly blocks: Map<number, { readonly id: number; readonly typeId: number; title: string; text: string }>;
  readonly menus: Map<number, Named & { items: ItemState[] }>;
  readonly taxonomies: Map<number, Named & { readonly hierarchical: boolean; terms: TermState[] }>;
  readonly contentTypes: Map<number, Named & { readonly requiresSummary: boolean }>;
  readonly blockTypes: Map<number, Named>;
  readonly redirects: Map<number, { readonly id: number; fromPath: string; toPath: string }>;
  /** Every id that was ever given, by kind: none comes back. */
  readonly given: Set<string>;
}

/** What `startSite` holds. */
export const startState = (): State => ({
  pages: new Map(),
  blocks: new Map(),
  menus: new Map(),
  taxonomies: new Map(),
  contentTypes: new Map([
    [1, { id: 1, name: 'Strict', slug: 'strict', requiresSummary: true }],
    [2, { id: 2, name: 'Free', slug: 'free', requiresSummary: false }],
  ]),
  blockTypes: new Map([[1, { id: 1, name: 'Text', slug: 'text' }]]),
  redirects: new Map(),
  given: new Set(),
});

/** A copy that changes independently; ids are unique across both. */
export const copyState = ({ given, ...state }: State): State => ({ ...structuredClone(state), given });

const fieldsSchema = (isStrict: boolean): readonly object[] => [
  { name: 'summary', type: 'text', ...(isStrict && { required: true }) },
  { name: 'related', type: 'page' },
];

export const FREE_FIELDS = fieldsSchema(false);
export const BLOCK_FIELDS = [{ name: 'text', type: 'text' }];

export const startSite: Readonly<Record<string, string>> = {
  // The model's redirects are those that somebody makes.
  'site.yaml': 'siteName: Model\nsupportedLocales: [en, es, de]\nredirectOnRename: false\n',
  'content-types/strict.json': JSON.stringify({ id: 1, name: 'Strict', fieldsSchema: fieldsSchema(true) }),
  'content-types/free.json': JSON.stringify({ id: 2, name: 'Free', fieldsSchema: FREE_FIELDS }),
  'block-types/text.json': JSON.stringify({ id: 1, name: 'Text', fieldsSchema: BLOCK_FIELDS }),
};

export const keyOf = ({ locale, slug }: Pick<PageState, 'locale' | 'slug'>): string => `${locale}/${slug}`;

export const idOfKey = ({ pages }: State, key: string | null): number | null =>
  [...pages.values()].find((page) => keyOf(page) === key)?.id ?? null;

interface Tree<T> {
  readonly id: number;
  children: T[];
}

/** All nodes of a tree, each before those below it. */
export const flatten = <T extends Tree<T>>(nodes: readonly T[]): readonly T[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The list that holds a node. */
export function siblingsOf<T extends Tree<T>>(nodes: T[], id: number): T[] | undefined {
  if (nodes.some((node) => node.id === id)) return nodes;
  for (const node of nodes) {
    const found = siblingsOf(node.children, id);
    if (found) return found;
  }
  return undefined;
}

/** Takes a node out; its children stay below it. */
export function take<T extends Tree<T>>(nodes: T[], id: number): T {
  const siblings = siblingsOf(nodes, id)!;
  return siblings.splice(
    siblings.findIndex((node) => node.id === id),
    1,
  )[0]!;
}

/** Replaces a node by its children. */
export function dissolve<T extends Tree<T>>(nodes: T[], id: number): void {
  const siblings = siblingsOf(nodes, id)!;
  const at = siblings.findIndex((node) => node.id === id);
  siblings.splice(at, 1, ...siblings[at]!.children);
}

/** The page's mentions of another, and those of menus, under a new key; null: it is gone. */
export function moveKey(state: State, from: string, to: string): void {
  for (const page of state.pages.values()) if (page.related === from) page.related = to;
  for (const menu of state.menus.values())
    for (const item of flatten(menu.items)) if (item.page === from) item.page = to;
}
