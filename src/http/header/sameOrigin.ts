import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';

/**
 * Requires that a page of this server made the request, as the browser says: by `Sec-Fetch-Site`, or by `Origin` in
 * browsers without it. The origin must be the host of the request, or SITE_URL behind a proxy that uses another host
 * name.
 *
 * @throws CmsError FORBIDDEN
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, siteUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(headers, siteUrl) : site === 'same-origin';
  if (!isOwn) throw forbidden(because('otherOrigin', 'Only pages of this server may make changes with its cookie', {}));
}

function isOwnOrigin({ origin, host }: IncomingHttpHeaders, siteUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(siteUrl).origin || new URL(origin).host === host;
}
