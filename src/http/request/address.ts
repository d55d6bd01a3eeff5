import type { IncomingMessage } from 'node:http';
import { memoizeByText } from '../../lib/list/memoizeByText.ts';
import { plainIp } from '../../lib/net/addressKey.ts';

const PLAIN = /^\/[^\s#]*$/;

/**
 * A request target as a plain path with its query. RFC 9112, 3.2 also allows whole URLs and `*`, and a caller may send
 * anything, such as `http://[` or `//a@#`.
 */
export function toPlainAddress(target: string): string {
  if (PLAIN.test(target)) return target;
  const path = target.startsWith('/') ? target : pathOfUrl(target);
  return path.replace(/#.*$/s, '').replaceAll(/\s/g, encodeURIComponent);
}

function pathOfUrl(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** How many addresses are remembered in their plain form. */
const MAX_REMEMBERED = 1000;

/**
 * Makes the function that returns the IP address that a request comes from, in its one plain form. Each proxy appends the
 * address it was called from, so with n proxies only the last n entries can be trusted. Without a valid one it is the
 * address of the connection.
 */
export function createCallerAddress(trustedProxies: number): (request: IncomingMessage) => string {
  const readIp = memoizeByText((text) => plainIp(text) ?? '', MAX_REMEMBERED);
  return ({ headers, socket }) => {
    const forwarded = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
    const [first = ''] = forwarded === undefined ? [] : String(forwarded).split(',').slice(-trustedProxies);
    return (first && readIp(first)) || readIp(socket.remoteAddress ?? '');
  };
}
