import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../../model/errors.ts';

/**
 * Requires of a request that a page of this server has made it, as browsers say who send cookies along: by
 * `Sec-Fetch-Site`, where they know none by `Origin`. That must be the host that was asked, or the site's own behind a
 * proxy that asks by another name.
 *
 * @throws CmsError FORBIDDEN
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, siteUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(headers, siteUrl) : site === 'same-origin';
  if (!isOwn) throw forbidden('What a cookie allows can be asked by pages of this server only');
}

function isOwnOrigin({ origin, host }: IncomingHttpHeaders, siteUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(siteUrl).origin || new URL(origin).host === host;
}
