import type { RecordClash } from '../model/clash.ts';
import type { Media } from '../model/entities/media.ts';
import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';
import type { Entry } from '../model/entry.ts';
import type { EventName } from '../model/events.ts';
import { mediaUrls, showMediaFile } from './media.ts';
import { pageUrl } from './page/pageUrl.ts';
import type { ShownReach } from './reach/showReach.ts';

interface Told {
  readonly at: string;
  readonly commit: string | null;
}

interface RecordTold extends Told {
  readonly type: Exclude<EventName, 'content.changed' | 'merge.clashed'>;
  readonly entry: Entry<Page> | Entry<Media>;
  readonly changed: readonly string[];
}

interface ContentTold extends Told, ShownReach {
  readonly type: 'content.changed';
  readonly parent: string | null;
}

interface ClashTold extends Told {
  readonly type: 'merge.clashed';
  readonly clashes: readonly Pick<RecordClash, 'clashId' | 'kind' | 'key' | 'id'>[];
}

/** How the site is reached. */
export interface Addresses {
  readonly siteUrl: string;
  readonly settings: Pick<Settings, 'defaultLocale' | 'homeSlug'>;
}

/** What webhooks and listeners get (contract, "Events"). */
export const showEvent = (told: RecordTold | ContentTold | ClashTold, addresses: Addresses): object => ({
  type: told.type,
  timestamp: told.at,
  data: showData(told, addresses),
});

function showData(told: RecordTold | ContentTold | ClashTold, addresses: Addresses): object {
  if (told.type === 'content.changed') return showContentEvent(told);
  return told.type === 'merge.clashed' ? showClashEvent(told) : showRecordEvent(told, addresses);
}

/** The values are at `GET /api/admin/sync`: messages go far. */
const showClashEvent = ({ commit, clashes }: ClashTold): object => ({
  commit,
  clashes: clashes.map(({ clashId, kind, key, id }) => ({ clashId, kind, key, id })),
});

/** Addresses are paths, for a site may be reached by several names. */
const showContentEvent = ({ commit, parent, records, recordCount, urls }: ContentTold): object => ({
  ...{ commit, parent, records, recordCount, urls },
});

const showRecordEvent = (told: RecordTold, addresses: Addresses): object =>
  told.entry.kind === 'page' ? showPageEvent(told, addresses) : showMediaEvent(told, addresses);

function showPageEvent({ entry, commit, changed }: RecordTold, { siteUrl, settings }: Addresses): object {
  // Its kind says that it is a page.
  const { id, data } = entry as Entry<Page>;
  const { slug, locale, title, status } = data;
  return { id, slug, locale, title, status, url: pageUrl(data, settings, siteUrl), commit, changed };
}

function showMediaEvent({ entry, commit }: RecordTold, { siteUrl }: Addresses): object {
  const media = entry as Entry<Media>;
  const { filename, mimeType } = showMediaFile(media);
  return { id: media.id, filename, mimeType, url: siteUrl + mediaUrls(media).url, commit };
}
