import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { createSealer } from '../sealer.ts';
import { createHostCookie, type HostCookieOptions, type RequestHeaders } from './sessionCookie.ts';

/** Facts in a cookie that its browser can neither read nor change. */
export interface SealedCookie<T extends object> {
  /** The Set-Cookie that keeps facts. */
  keep(facts: T, request: { readonly headers: RequestHeaders; readonly seconds: number }): Promise<string>;
  /** Returns null for anything but what was sealed here for this cookie and has not expired. */
  read(headers: RequestHeaders): Promise<T | null>;
  /** The Set-Cookie that deletes it. */
  clear(headers: RequestHeaders): string;
}

interface Options extends HostCookieOptions {
  readonly secret: Uint8Array;
  readonly clock: () => Date;
}

export function createSealedCookie<T extends object>({ secret, clock, ...options }: Options): SealedCookie<T> {
  const cookie = createHostCookie(options);
  const { seal, open } = createSealer(secret, `cookie ${options.name}`);
  return {
    clear: cookie.clear,
    async keep(facts, { headers, seconds }) {
      const expiresAt = clock().getTime() + seconds * 1000;
      return cookie.keep(await seal(JSON.stringify({ facts, expiresAt })), { headers, seconds });
    },
    async read(headers) {
      const sealed = cookie.read(headers);
      const text = sealed === undefined ? null : await open(sealed);
      const kept: unknown = text === null ? null : JSON.parse(text);
      if (!isPlainObject(kept) || !(Number(kept['expiresAt']) > clock().getTime())) return null;
      // Only `keep` seals for this purpose.
      return kept['facts'] as T;
    },
  };
}
