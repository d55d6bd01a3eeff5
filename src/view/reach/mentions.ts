import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { Reference } from '../../model/reference.ts';
import { referencesOf } from '../../store/referrers.ts';
import { FOLDER, type Reach, tellMenu, tellOne, tellPage } from './reach.ts';

/**
 * How much of a record differs: `moved`: whether it is there, and where; `shown`: what is shown of it wherever it is
 * mentioned; `expanded`: only what a reader sees who asks for all of it.
 */
export type Depth = 'moved' | 'shown' | 'expanded';

type Named = Pick<Reference, 'kind' | 'key'>;

interface Mention {
  readonly entry: Entry;
  readonly named: Named;
  readonly depth: Depth;
}

/** Tells the answers that show what mentions a record by its key, or all that might where they are many or not known yet. */
export function reachMentions(kind: Named['kind'], key: string, depth: Depth, reach: Reach): void {
  const entries = reach.mentions(kind, key);
  const isMany = entries === null || entries.length > MAX_MENTIONS;
  if (isMany) tellAnyMention(kind, depth, reach);
  for (const entry of isMany ? [] : entries) REACHED[entry.kind]?.({ entry, named: { kind, key }, depth }, reach);
}

function tellAnyMention(kind: Named['kind'], depth: Depth, reach: Reach): void {
  reach.addresses.tellAll(FOLDER.pages);
  reach.addresses.tell('api/content/pages');
  if (depth === 'expanded' && reach.content.settings().static.expand.length === 0) return;
  if (BLOCKS.has(kind)) return;
  reach.addresses.tellAll(FOLDER.lists);
  if (depth === 'expanded') return;
  if (depth === 'moved') reach.addresses.tellAll(FOLDER.menus);
  tellOne('config', reach);
  tellOne('schemas', reach);
}

/** Of more records nobody asks where each of them is shown. */
const MAX_MENTIONS = 200;
/** Lists show no blocks. */
const BLOCKS: ReadonlySet<string> = new Set(['block', 'blockType']);

/** What each kind of record has its mentions shown in; the entry is of the row's kind. */
const REACHED: { readonly [K in Kind]?: (mention: Mention, reach: Reach) => void } = {
  page: reachPage,
  block: ({ entry, depth }, reach) => reachMentions('block', entry.key, depth, reach),
  menu: ({ entry, depth }, reach) => depth === 'moved' && tellMenu(entry.key, reach),
  settings: ({ named, depth }, reach) => named.kind === 'media' && depth === 'moved' && tellOne('config', reach),
  contentType(mention, reach) {
    if (!mentionsIn(mention, SCHEMA, reach)) return;
    if (mention.depth === 'moved') tellOne('schemas', reach);
    for (const page of reach.content.pages({ type: mention.entry.key }, 'published_at', 'desc')) {
      if (reach.addresses.isWhole(FOLDER.pages) && reach.addresses.isWhole(FOLDER.lists)) return;
      tellShown(page, mention.depth, true, reach);
    }
  },
  blockType(mention, reach) {
    if (!mentionsIn(mention, SCHEMA, reach)) return;
    if (mention.depth === 'moved') tellOne('schemas', reach);
    reachMentions('blockType', mention.entry.key, mention.depth, reach);
  },
};

const SCHEMA: ReadonlySet<unknown> = new Set(['fieldsSchema']);
/** What a list shows of a page besides its own keys. */
const LISTED: ReadonlySet<unknown> = new Set(['fields', 'terms']);

const mentionsIn = ({ entry, named }: Mention, keys: ReadonlySet<unknown>, { content }: Reach): boolean =>
  referencesOf(entry, content).some(
    ({ kind, key, path }) => kind === named.kind && key === named.key && keys.has(path[0]),
  );

function reachPage(mention: Mention, reach: Reach): void {
  const { addresses } = reach;
  if (addresses.isWhole(FOLDER.pages) && addresses.isWhole(FOLDER.lists)) return;
  tellShown(mention.entry as Entry<Page>, mention.depth, mentionsIn(mention, LISTED, reach), reach);
}

function tellShown(page: Entry<Page>, depth: Depth, isListed: boolean, reach: Reach): void {
  if (depth !== 'expanded' || reach.content.settings().static.expand.length > 0) {
    tellPage(page, reach);
    if (isListed) reach.lists.touch(page, page);
    return;
  }
  // A reader who wants whole objects asks for them; these files of the static site show them plain.
  reach.addresses.tell(`${FOLDER.pages}/${page.data.slug}`);
  if (isListed) reach.addresses.tell('api/content/pages');
}
