import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { Reference } from '../../model/reference.ts';
import { referencesOf } from '../../store/referrers.ts';
import { addMenu, addOne, addPage, FOLDER, type Reach } from './reach.ts';

/**
 * How much of a record has changed. `moved`: whether it exists, or its address; `shown`: what every mention shows of it;
 * `expanded`: only what readers see who ask for the whole object.
 */
export type Depth = 'moved' | 'shown' | 'expanded';

type MentionTarget = Pick<Reference, 'kind' | 'key'>;

interface Mention {
  readonly entry: Entry;
  readonly named: MentionTarget;
  readonly depth: Depth;
}

/** Adds the answers that show a mention of a record; if these are too many or not known yet, all that might. */
export function reachMentions(kind: MentionTarget['kind'], key: string, depth: Depth, reach: Reach): void {
  const entries = reach.mentions(kind, key);
  const isMany = entries === null || entries.length > MAX_MENTIONS;
  if (isMany) addAnyMention(kind, depth, reach);
  for (const entry of isMany ? [] : entries) REACHED[entry.kind]?.({ entry, named: { kind, key }, depth }, reach);
}

function addAnyMention(kind: MentionTarget['kind'], depth: Depth, reach: Reach): void {
  reach.addresses.addAll(FOLDER.pages);
  reach.addresses.add('api/content/pages');
  if (depth === 'expanded' && reach.content.settings().static.expand.length === 0) return;
  if (BLOCKS.has(kind)) return;
  reach.addresses.addAll(FOLDER.lists);
  if (depth === 'expanded') return;
  if (depth === 'moved') reach.addresses.addAll(FOLDER.menus);
  addOne('config', reach);
  addOne('schemas', reach);
}

/** For more mentioning records than this, all answers that might show one are added. */
const MAX_MENTIONS = 200;
/** Lists show no blocks. */
const BLOCKS: ReadonlySet<string> = new Set(['block', 'blockType']);

/** Adds the answers that show the mentions in each kind of record; the entry is of the row's kind. */
const REACHED: { readonly [K in Kind]?: (mention: Mention, reach: Reach) => void } = {
  page: reachPage,
  block: ({ entry, depth }, reach) => reachMentions('block', entry.key, depth, reach),
  menu: ({ entry, depth }, reach) => depth === 'moved' && addMenu(entry.key, reach),
  settings: ({ named, depth }, reach) => named.kind === 'media' && depth === 'moved' && addOne('config', reach),
  contentType(mention, reach) {
    if (!mentionsIn(mention, SCHEMA, reach)) return;
    if (mention.depth === 'moved') addOne('schemas', reach);
    for (const page of reach.content.pages({ type: mention.entry.key }, 'published_at', 'desc')) {
      if (reach.addresses.isWhole(FOLDER.pages) && reach.addresses.isWhole(FOLDER.lists)) return;
      addShown(page, mention.depth, true, reach);
    }
  },
  blockType(mention, reach) {
    if (!mentionsIn(mention, SCHEMA, reach)) return;
    if (mention.depth === 'moved') addOne('schemas', reach);
    reachMentions('blockType', mention.entry.key, mention.depth, reach);
  },
};

const SCHEMA: ReadonlySet<unknown> = new Set(['fieldsSchema']);
/** The keys of a page that hold mentions and that lists show. */
const LISTED: ReadonlySet<unknown> = new Set(['fields', 'terms']);

const mentionsIn = ({ entry, named }: Mention, keys: ReadonlySet<unknown>, { content }: Reach): boolean =>
  referencesOf(entry, content).some(
    ({ kind, key, path }) => kind === named.kind && key === named.key && keys.has(path[0]),
  );

function reachPage(mention: Mention, reach: Reach): void {
  const { addresses } = reach;
  if (addresses.isWhole(FOLDER.pages) && addresses.isWhole(FOLDER.lists)) return;
  addShown(mention.entry as Entry<Page>, mention.depth, mentionsIn(mention, LISTED, reach), reach);
}

function addShown(page: Entry<Page>, depth: Depth, isListed: boolean, reach: Reach): void {
  if (depth !== 'expanded' || reach.content.settings().static.expand.length > 0) {
    addPage(page, reach);
    if (isListed) reach.lists.touch(page, page);
    return;
  }
  // Without `expand` in the settings the static files show plain ids: only answers to requests can hold whole objects.
  reach.addresses.add(`${FOLDER.pages}/${page.data.slug}`);
  if (isListed) reach.addresses.add('api/content/pages');
}
