import type { IncomingHttpHeaders } from 'node:http';
import type { Tokens } from './tokens.ts';

/** Request headers as Node gives them: names in lower case. */
export type RequestHeaders = Readonly<IncomingHttpHeaders>;

/** A cookie that only this server gets and no script can read. */
export interface HostCookie {
  /** Its value in a request; undefined without one. */
  read(headers: RequestHeaders): string | undefined;
  /** The Set-Cookie that keeps a value for a time. */
  keep(value: string, request: { readonly headers: RequestHeaders; readonly seconds: number }): string;
  /** The Set-Cookie that deletes the cookie of a request. */
  clear(headers: RequestHeaders): string;
}

/** The cookie that holds a session's token. It counts if no header has a credential. */
export type SessionCookie = HostCookie;

interface Options {
  readonly siteUrl: string;
  readonly tokens: Pick<Tokens, 'fingerprint'>;
}

export interface HostCookieOptions extends Options {
  readonly name: string;
  /** `Lax`: it also comes with a link from another site that leads here. */
  readonly sameSite: 'Strict' | 'Lax';
}

export const createSessionCookie = (options: Options): SessionCookie =>
  createHostCookie({ ...options, name: 'quire', sameSite: 'Strict' });

/**
 * Over https the name begins with `__Host-`: browsers accept it only with Secure, from the host itself, and for all its
 * paths (RFC 6265bis, 4.1.3.2). They would drop that over plain http, so there each site has a name of its own, because
 * browsers send cookies to all ports of a host. A site reached by https accepts only the first name: the other one could
 * be planted by somebody who answers for its host over http.
 */
export function createHostCookie({ siteUrl, tokens, name, sameSite }: HostCookieOptions): HostCookie {
  const isSecureSite = siteUrl.startsWith('https:');
  const secureName = `__Host-${name}`;
  const plainName = `${name}-${tokens.fingerprint('cookie').slice(0, 8)}`;
  const names = isSecureSite ? [secureName] : [secureName, plainName];

  const findName = (headers: RequestHeaders): string | undefined =>
    names.find((one) => readCookie(headers.cookie, one) !== undefined);
  const write = (one: string, value: string, seconds: number): string =>
    `${one}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=${sameSite}${one === secureName ? '; Secure' : ''}`;

  return {
    read(headers) {
      const found = findName(headers);
      return found && readCookie(headers.cookie, found);
    },
    keep(value, { headers, seconds }) {
      const isSecure = isSecureSite || headers.origin?.startsWith('https:') === true;
      return write(isSecure ? secureName : plainName, value, seconds);
    },
    clear: (headers) => write(findName(headers) ?? secureName, '', 0),
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
