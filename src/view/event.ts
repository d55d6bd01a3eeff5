import type { RecordClash } from '../model/clash.ts';
import type { Media } from '../model/entities/media.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { EventName } from '../model/events.ts';
import { mediaUrls, showMediaFile } from './media.ts';
import { pageUrl } from './page/pageUrl.ts';
import type { ShownReach } from './reach/showReach.ts';

interface AnyEvent {
  readonly at: string;
  readonly commit: string | null;
}

interface RecordEvent extends AnyEvent {
  readonly type: Exclude<EventName, 'content.changed' | 'merge.clashed'>;
  readonly entry: Entry<Page> | Entry<Media>;
  readonly changed: readonly string[];
}

interface ContentEvent extends AnyEvent, ShownReach {
  readonly type: 'content.changed';
  readonly parent: string | null;
}

interface ClashEvent extends AnyEvent {
  readonly type: 'merge.clashed';
  readonly clashes: readonly Pick<RecordClash, 'clashId' | 'kind' | 'key' | 'id'>[];
}

/** What the addresses of pages depend on. */
export interface PageAddressing {
  readonly siteUrl: string;
  readonly lookup: Pick<Lookup, 'byKey'>;
}

/** An event as webhooks and listeners get it (contract, "Events"). */
export const showEvent = (event: RecordEvent | ContentEvent | ClashEvent, addresses: PageAddressing): object => ({
  type: event.type,
  timestamp: event.at,
  data: showData(event, addresses),
});

function showData(event: RecordEvent | ContentEvent | ClashEvent, addresses: PageAddressing): object {
  if (event.type === 'content.changed') return showContentEvent(event);
  return event.type === 'merge.clashed' ? showClashEvent(event) : showRecordEvent(event, addresses);
}

/** Without the values, because messages leave the site: these are at `GET /api/admin/sync`. */
const showClashEvent = ({ commit, clashes }: ClashEvent): object => ({
  commit,
  clashes: clashes.map(({ clashId, kind, key, id }) => ({ clashId, kind, key, id })),
});

/** Addresses are paths, because a site may have several host names. */
const showContentEvent = ({ commit, parent, records, recordCount, urls }: ContentEvent): object => ({
  ...{ commit, parent, records, recordCount, urls },
});

const showRecordEvent = (event: RecordEvent, addresses: PageAddressing): object =>
  event.entry.kind === 'page' ? showPageEvent(event, addresses) : showMediaEvent(event, addresses);

function showPageEvent({ entry, commit, changed }: RecordEvent, { siteUrl, lookup }: PageAddressing): object {
  // The caller has checked its kind.
  const { id, data } = entry as Entry<Page>;
  const { slug, locale, title, status } = data;
  return { id, slug, locale, title, status, url: pageUrl(data, lookup, siteUrl), commit, changed };
}

function showMediaEvent({ entry, commit }: RecordEvent, { siteUrl }: PageAddressing): object {
  const media = entry as Entry<Media>;
  const { filename, mimeType } = showMediaFile(media);
  return { id: media.id, filename, mimeType, url: siteUrl + mediaUrls(media).url, commit };
}
