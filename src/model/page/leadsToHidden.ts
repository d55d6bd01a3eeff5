import { type Redirect, targetPath } from '../entities/redirect.ts';
import type { Lookup } from '../entry.ts';
import { siteSettings } from '../siteSettings.ts';
import { isPublic } from './isPublic.ts';
import { pageKeyAt } from './pagePath.ts';

/** Browsers give up after about twenty redirects. */
const MAX_STEPS = 20;

/**
 * Whether a redirect leads to a page that is not public at `now`, by itself or through other active redirects: it would
 * tell everybody that page's address (SECURITY, 20).
 */
export function leadsToHidden({ toPath }: Redirect, lookup: Pick<Lookup, 'byKey' | 'find'>, now: Date): boolean {
  const site = siteSettings(lookup);
  let path = targetPath(toPath);
  for (let step = 0; path.startsWith('/') && step < MAX_STEPS; step += 1) {
    const page = lookup.byKey('page', pageKeyAt(path, site));
    if (page) return !isPublic(page.data, now);
    const next = lookup.find('redirect', 'byFromPath', path).find(({ data }) => data.isActive);
    if (!next) return false;
    path = targetPath(next.data.toPath);
  }
  return false;
}
