import type { Json } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { toSlug } from '../../convert/slugs.ts';
import { MAX_TREE_LEVELS } from '../../model/record/treeLevels.ts';
import type { WordpressPost } from './posts.ts';

interface WordpressMenuItem {
  readonly post: WordpressPost;
  readonly shown: { title: string; url?: string; page?: string; target: string; children: object[] };
}

/** Reads the menus, with each item below its parent. */
export function readMenus(
  posts: readonly WordpressPost[],
  keyOf: (id: string) => string | undefined,
  notes: Notes,
): readonly Json[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  const menus = new Map<string, { name: string; items: WordpressMenuItem[] }>();
  const items = posts.filter(({ type }) => type === 'nav_menu_item');
  for (const post of items.toSorted((a, b) => a.order - b.order)) {
    const menu = post.terms.find(({ domain }) => domain === 'nav_menu');
    if (!menu) continue;
    const slug = toSlug(menu.slug, 'menu');
    const known = menus.get(slug) ?? { name: menu.name || slug, items: [] };
    menus.set(slug, known);
    known.items.push({ post, shown: readMenuPost(post, byId, keyOf, notes) });
  }
  return [...menus].map(([slug, { name, items }]) => ({
    slug,
    name: name.slice(0, 200),
    items: nestMenuItems(items, notes),
  }));
}

function readMenuPost(
  post: WordpressPost,
  byId: ReadonlyMap<string, WordpressPost>,
  keyOf: (id: string) => string | undefined,
  notes: Notes,
): WordpressMenuItem['shown'] {
  const at = (name: string): string => post.meta.get(`_menu_item_${name}`) ?? '';
  const page = at('type') === 'post_type' ? keyOf(at('object_id')) : undefined;
  const url = at('url');
  if (page === undefined && url === '')
    notes.add(
      'A menu item leads to something that is not a page, such as a list, and has no link now',
      post.title || post.id,
    );
  const target = at('target') === '_blank' ? '_blank' : '_self';
  const title = (post.title || byId.get(at('object_id'))?.title || page || url || '—').slice(0, 500);
  return {
    title,
    target,
    ...(page !== undefined ? { page } : /^(?:https?:|\/|#|mailto:)/.test(url) && { url }),
    children: [],
  };
}

function nestMenuItems(items: readonly WordpressMenuItem[], notes: Notes): readonly object[] {
  const byId = new Map(items.map((item) => [item.post.id, item]));
  const parentOf = ({ post }: WordpressMenuItem): WordpressMenuItem | undefined =>
    byId.get(post.meta.get('_menu_item_menu_item_parent') ?? '');
  /** Whether an item is below too many others; in a loop there is no end of them. */
  const isTooDeep = (item: WordpressMenuItem): boolean => {
    let above = parentOf(item);
    for (let levels = 1; above && levels < MAX_TREE_LEVELS; levels += 1) above = parentOf(above);
    return above !== undefined;
  };
  const top: object[] = [];
  for (const item of items) {
    const parent = parentOf(item);
    const isMoved = parent !== undefined && isTooDeep(item);
    if (isMoved) notes.add('A menu item was nested too deeply, and is at the top now', item.shown.title);
    (parent && !isMoved ? parent.shown.children : top).push(item.shown);
  }
  return top;
}
