import type { Page } from '../../model/entities/page.ts';
import type { Entry, EntryChange, Lookup } from '../../model/entry.ts';
import { isPublic } from '../../model/page/isPublic.ts';
import { DEFAULT_SETTINGS, siteSettings } from '../../model/siteSettings.ts';
import type { Action } from '../../write/action.ts';
import { type AddressChange, planRedirects, publicPagePath } from './followAddresses.ts';

/** A public page that somebody has moved or made public outside of Quire. */
export interface PageMove {
  readonly id: number;
  /** Its old key and address; null if it was not public. */
  readonly before: { readonly key: string; readonly path: string } | null;
}

/** The pages that the changes between two commits have moved or made public. */
export function movedPages(changes: readonly EntryChange[], lookup: Lookup, now: Date): readonly PageMove[] {
  const settings = changes.find(({ kind }) => kind === 'settings');
  // A change of the kind `settings` holds settings.
  const before = settings
    ? ((settings.before?.data as typeof DEFAULT_SETTINGS | undefined) ?? DEFAULT_SETTINGS)
    : siteSettings(lookup);
  const pages = changes.filter((change): change is EntryChange<Page> => change.kind === 'page');
  return pages.flatMap(({ before: was, after }): readonly PageMove[] => {
    if (!after || !isPublic(after.data, now)) return [];
    const path = was && publicPagePath(was.data, before, { lookup, now });
    if (path === null) return [{ id: after.id, before: null }];
    return was && was.key !== after.key ? [{ id: after.id, before: { key: was.key, path } }] : [];
  });
}

/**
 * Makes the redirects for pages moved outside of Quire that moving them inside would have made. Those that exist are not
 * made again.
 */
export const redirectRenamedPages = (pages: readonly PageMove[]): Action => ({
  name: 'redirect.follow',
  note: 'Public pages have been renamed outside of Quire.',
  plan(context) {
    const { lookup } = context;
    const site = siteSettings(lookup);
    if (!site.redirectOnRename) return [];
    const addressOf = (page: Entry<Page> | undefined): string | null =>
      page ? publicPagePath(page.data, site, context) : null;
    const readdressed = pages.flatMap(({ id, before }): readonly AddressChange[] => {
      const to = addressOf(lookup.get('page', id));
      if (to === null || to === before?.path) return [];
      const isTaken = before !== null && addressOf(lookup.byKey('page', before.key)) === before.path;
      return [{ from: isTaken ? null : (before?.path ?? null), to }];
    });
    return planRedirects(readdressed, context);
  },
});
