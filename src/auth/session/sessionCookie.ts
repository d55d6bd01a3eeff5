import type { IncomingHttpHeaders } from 'node:http';
import type { Tokens } from './tokens.ts';

/** Request headers as node gives them: names in lower case. */
export type RequestHeaders = Readonly<IncomingHttpHeaders>;

/** The cookie that holds a session's token, out of the reach of scripts. It says who asks where no header does. */
export interface SessionCookie {
  /** The token that a request brings; undefined without one. */
  read(headers: RequestHeaders): string | undefined;
  /** The Set-Cookie that keeps a token for as long as it is good. */
  keep(token: string, request: { readonly headers: RequestHeaders; readonly seconds: number }): string;
  /** The Set-Cookie that takes away what a request brings. */
  clear(headers: RequestHeaders): string;
}

/** Browsers take a name that begins so only by https, from the host itself, and for the whole of it (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = '__Host-quire';
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

interface Options {
  readonly siteUrl: string;
  readonly tokens: Pick<Tokens, 'fingerprint'>;
}

/**
 * Over https the cookie is `__Host-quire`, with Secure. Over plain http browsers would throw that away, so there it has a
 * name of its own for each site: those of other ports of one host are sent along. A site that is reached by https takes
 * the first alone: the other could be planted by whoever answers for its host over http.
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

/** What a Cookie header (RFC 6265, 4.2.1) says under a name. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const pair = header?.split(';').find((one) => one.trim().startsWith(start));
  return pair?.trim().slice(start.length);
}

/** Whether a header says who asks: such a request is never taken for that of a browser that sends its cookies along. */
export const namesCaller = (headers: RequestHeaders): boolean =>
  headers['x-api-key'] !== undefined || headers.authorization !== undefined;
