import type { Block } from '../../model/entities/block.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Media } from '../../model/entities/media.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { kindOfType } from '../../model/page/typeKind.ts';
import { cropRules } from '../../model/siteSettings.ts';
import { showBlockType, showContentType } from '../admin/records.ts';
import { listOfType } from '../lists.ts';
import { mediaUrls, showMediaWithLook } from '../media.ts';
import { type Depth, reachMentions } from './mentions.ts';
import { bothOf, changedKeys, differs, type PublicChange, type ReachRule, type ReachRules } from './publicChange.ts';
import { addOne, addPage, addSite, FOLDER, type Reach, translationsIn } from './reach.ts';
import { menuReach, settingsReach, taxonomyReach } from './siteRules.ts';

const pageIdentity = ({ id, key }: Entry<Page>) => [id, key];
/** What a mention shows of a page, apart from its fields. */
const mentionValues = (one: Entry<Page>) => [...pageIdentity(one), one.data.title, one.data.type];

/** How much of a page has changed for those that mention it. */
function depthOf(change: PublicChange<Page>): Depth {
  if (differs(change, pageIdentity)) return 'moved';
  return differs(change, mentionValues) ? 'shown' : 'expanded';
}

const page: ReachRule<Page> = (change, reach) => {
  const { content, lists } = reach;
  for (const one of bothOf(change)) addPage(one, reach);
  lists.touch(change.before, change.after);
  const depth = depthOf(change);
  for (const key of changedKeys(change)) reachMentions('page', key, depth, reach);
  if (depth !== 'expanded' || differs(change, ({ data }) => data.translationGroup))
    for (const one of bothOf(change)) for (const other of content.translationsOf(one)) addPage(other, reach);
};

const blockRule: ReachRule<Block> = (change, reach) => {
  if (!differs(change, ({ id, data: { type, fields } }) => [id, type, fields])) return;
  for (const key of changedKeys(change)) reachMentions('block', key, 'moved', reach);
};

const blockType: ReachRule<BlockType> = (change, reach) => {
  if (differs(change, (one) => [showBlockType(one), translationsIn(one)])) addOne('schemas', reach);
  if (!differs(change, ({ data }) => data.fieldsSchema)) return;
  for (const key of changedKeys(change)) reachMentions('blockType', key, 'moved', reach);
};

const contentType: ReachRule<ContentType> = (change, reach) => {
  if (differs(change, (one) => [showContentType(one), translationsIn(one)])) addOne('schemas', reach);
  // Its records get an address, or lose it.
  if (bothOf(change).length === 2 && differs(change, ({ data }) => kindOfType(data))) return addSite(reach);
  for (const key of changedKeys(change)) {
    const isThere = bothOf(change).length === 2 && change.before?.key === change.after?.key;
    if (!isThere) reach.lists.addList(listOfType(key));
    if (differs(change, ({ data }) => [data.fieldsSchema, data.regions])) reachPagesOf(key, reach);
  }
};

/** All pages of a type, which decides what is shown of their fields. */
function reachPagesOf(type: string, reach: Reach): void {
  for (const one of reach.content.pages({ type }, 'published_at', 'desc')) {
    addPage(one, reach);
    reach.lists.touch(one, one);
    if (reach.addresses.isWhole(FOLDER.pages) && reach.addresses.isWhole(FOLDER.lists)) return;
  }
}

const media: ReachRule<Media> = (change, reach) => {
  const hasOtherBytes = differs(change, mediaFileValues);
  if (
    !hasOtherBytes &&
    !differs(change, (one) => [showMediaWithLook(one, cropRules(reach.content)), one.data.translations])
  )
    return;
  for (const { id } of bothOf(change)) addMedia(id, hasOtherBytes, reach);
  for (const { id } of bothOf(change)) for (const locale of reach.locales()) addMediaWords(id, locale, reach);
  // These files tell static hosts how to serve media files, and which of them are stored elsewhere.
  if (hasOtherBytes) for (const path of ['_headers', '_redirects']) reach.addresses.add(path);
  const isMoved = differs(change, (one) => [one.id, mediaUrls(one)]);
  for (const key of changedKeys(change)) reachMentions('media', key, isMoved ? 'moved' : 'expanded', reach);
};

/** Everything that decides the bytes of an item and its variants. */
const mediaFileValues = ({ id, data }: Entry<Media>) => [
  id,
  data.filename,
  data.originalName,
  data.hash,
  data.mimeType,
  data.focalPoint,
  data.crops,
];

function addMedia(id: number, hasOtherBytes: boolean, { addresses }: Reach): void {
  const folder = `${FOLDER.media}/${id}`;
  for (const path of hasOtherBytes ? ['*'] : ['info', 'info.json']) addresses.add(`${folder}/${path}`);
}

const addMediaWords = (id: number, locale: string, { addresses }: Reach): void =>
  addresses.add(`${FOLDER.media}/${locale}/${id}/info.json`);

/** The kernel's own rules. */
export const RULES: ReachRules = {
  ...{ page, block: blockRule, blockType, contentType, media },
  ...{ menu: menuReach, settings: settingsReach, taxonomy: taxonomyReach },
};
