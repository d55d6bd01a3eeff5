import type { IncomingHttpHeaders } from 'node:http';
import type { Tokens } from './tokens.ts';

/** Request headers as Node gives them: names in lower case. */
export type RequestHeaders = Readonly<IncomingHttpHeaders>;

/** The cookie that holds a session's token out of the reach of scripts. It counts if no header has a credential. */
export interface SessionCookie {
  /** The token in a request's cookie; undefined without one. */
  read(headers: RequestHeaders): string | undefined;
  /** The Set-Cookie that keeps a token for as long as it is valid. */
  keep(token: string, request: { readonly headers: RequestHeaders; readonly seconds: number }): string;
  /** The Set-Cookie that deletes the cookie of a request. */
  clear(headers: RequestHeaders): string;
}

/**
 * Browsers accept a name with this prefix only over https, from the host itself, and for all its paths (RFC 6265bis,
 * 4.1.3.2).
 */
const SECURE_NAME = '__Host-quire';
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

interface Options {
  readonly siteUrl: string;
  readonly tokens: Pick<Tokens, 'fingerprint'>;
}

/**
 * Over https the cookie is `__Host-quire`, with Secure. Browsers would drop that over plain http, so there each site
 * has a name of its own, because browsers send cookies to all ports of a host. A site reached by https accepts only the
 * first name: the other one could be planted by somebody who answers for its host over http.
 */
export function createSessionCookie({ siteUrl, tokens }: Options): SessionCookie {
  const isSecureSite = siteUrl.startsWith('https:');
  const plainName = `quire-${tokens.fingerprint('cookie').slice(0, 8)}`;
  const names = isSecureSite ? [SECURE_NAME] : [SECURE_NAME, plainName];

  const findName = (headers: RequestHeaders): string | undefined =>
    names.find((name) => readCookie(headers.cookie, name) !== undefined);
  const write = (name: string, value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; ${ATTRIBUTES}${name === SECURE_NAME ? '; Secure' : ''}`;

  return {
    read(headers) {
      const name = findName(headers);
      return name && readCookie(headers.cookie, name);
    },
    keep(token, { headers, seconds }) {
      const isSecure = isSecureSite || headers.origin?.startsWith('https:') === true;
      return write(isSecure ? SECURE_NAME : plainName, token, seconds);
    },
    clear: (headers) => write(findName(headers) ?? SECURE_NAME, '', 0),
  };
}

/** The value of a name in a Cookie header (RFC 6265, 4.2.1). */
function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const pair = header?.split(';').find((one) => one.trim().startsWith(start));
  return pair?.trim().slice(start.length);
}

/** Whether a header has a credential: the cookie does not count then. */
export const namesCaller = (headers: RequestHeaders): boolean =>
  headers['x-api-key'] !== undefined || headers.authorization !== undefined;
