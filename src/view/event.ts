import type { Media } from '../model/entities/media.ts';
import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';
import type { Entry } from '../model/entry.ts';
import type { EventName } from '../model/events.ts';

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

function showPageEvent({ entry, commit, changed }: Told, addresses: Addresses): object {
  // Its kind says that it is a page.
  const { id, data } = entry as Entry<Page>;
  const { slug, locale, title, status } = data;
  return { id, slug, locale, title, status, url: pageUrl(data, addresses), commit, changed };
}

function showMediaEvent({ entry, commit }: Told, { siteUrl }: Addresses): object {
  const { id, data } = entry as Entry<Media>;
  const { filename, mimeType } = data;
  return { id, filename, mimeType, url: `${siteUrl}/api/content/media/${id}/original`, commit };
}

/** Where a page stands on the site: the default locale without a prefix, the home page at its root. */
function pageUrl({ locale, slug }: Page, { siteUrl, settings }: Addresses): string {
  const prefix = locale === settings.defaultLocale ? [] : [locale];
  const path = [...prefix, ...(slug === settings.homeSlug ? [] : slug.split('/').map(encodeURIComponent))];
  return `${siteUrl}/${path.join('/')}`;
}
