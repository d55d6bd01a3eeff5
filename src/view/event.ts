import type { Media } from '../model/entities/media.ts';
import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';
import type { Entry } from '../model/entry.ts';
import type { EventName } from '../model/events.ts';
import { mediaUrls, showMediaFile } from './media.ts';
import { pageUrl } from './pageUrl.ts';

interface Told {
  readonly type: EventName;
  readonly at: string;
  readonly commit: string | null;
  readonly entry: Entry<Page> | Entry<Media>;
  readonly changed: readonly string[];
}

/** How the site is reached. */
export interface Addresses {
  readonly siteUrl: string;
  readonly settings: Pick<Settings, 'defaultLocale' | 'homeSlug'>;
}

/** What webhooks and listeners get (contract, "Events"). */
export const showEvent = (told: Told, addresses: Addresses): object => ({
  type: told.type,
  timestamp: told.at,
  data: told.entry.kind === 'page' ? showPageEvent(told, addresses) : showMediaEvent(told, addresses),
});

function showPageEvent({ entry, commit, changed }: Told, { siteUrl, settings }: Addresses): object {
  // Its kind says that it is a page.
  const { id, data } = entry as Entry<Page>;
  const { slug, locale, title, status } = data;
  return { id, slug, locale, title, status, url: pageUrl(data, settings, siteUrl), commit, changed };
}

function showMediaEvent({ entry, commit }: Told, { siteUrl }: Addresses): object {
  const media = entry as Entry<Media>;
  const { filename, mimeType } = showMediaFile(media);
  return { id: media.id, filename, mimeType, url: siteUrl + mediaUrls(media).url, commit };
}
