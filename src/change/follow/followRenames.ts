import type { Page } from '../../model/entities/page.ts';
import type { Change, Entry, Lookup } from '../../model/entry.ts';
import { isPublic } from '../../model/page/isPublic.ts';
import { DEFAULT_SETTINGS, settingsOf } from '../../model/siteSettings.ts';
import type { Action } from '../action.ts';
import { planRedirects, publicAddress, type Readdressed } from './followAddresses.ts';

/** A public page that somebody has moved or made public outside of Quire. */
export interface Moved {
  readonly id: number;
  /** Its old key and address; null if it was not public. */
  readonly before: { readonly key: string; readonly path: string } | null;
}

/** The pages that the changes between two commits have moved or made public. */
export function movedPages(changes: readonly Change[], lookup: Lookup, now: Date): readonly Moved[] {
  const settings = changes.find(({ kind }) => kind === 'settings');
  // A change of the kind `settings` holds settings.
  const before = settings
    ? ((settings.before?.data as typeof DEFAULT_SETTINGS | undefined) ?? DEFAULT_SETTINGS)
    : settingsOf(lookup);
  const pages = changes.filter((change): change is Change<Page> => change.kind === 'page');
  return pages.flatMap(({ before: was, after }): readonly Moved[] => {
    if (!after || !isPublic(after.data, now)) return [];
    const path = was && publicAddress(was.data, before, now);
    if (path === null) return [{ id: after.id, before: null }];
    return was && was.key !== after.key ? [{ id: after.id, before: { key: was.key, path } }] : [];
  });
}

/**
 * Makes the redirects for pages moved outside of Quire that moving them inside would have made. Those that exist are not
 * made again.
 */
export const followRenames = (pages: readonly Moved[]): Action => ({
  name: 'redirect.follow',
  note: 'Public pages have been renamed outside of Quire.',
  plan(context) {
    const { lookup, now } = context;
    const site = settingsOf(lookup);
    if (!site.redirectOnRename) return [];
    const addressOf = (page: Entry<Page> | undefined): string | null =>
      page ? publicAddress(page.data, site, now) : null;
    const readdressed = pages.flatMap(({ id, before }): readonly Readdressed[] => {
      const to = addressOf(lookup.get('page', id));
      if (to === null || to === before?.path) return [];
      const isTaken = before !== null && addressOf(lookup.byKey('page', before.key)) === before.path;
      return [{ from: isTaken ? null : (before?.path ?? null), to }];
    });
    return planRedirects(readdressed, context);
  },
});
