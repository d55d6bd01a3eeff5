import { LRUCache } from 'lru-cache';
import { createHostFetch } from '../../../extend/effects/process/hostFetch.ts';
import { readRetryAfter } from '../../../job/delivery/retry.ts';
import { cleanLine } from '../../../lib/text/cleanLine.ts';
import { hideSecrets } from '../../../model/address/remoteAddress.ts';
import { findHostFailure, HostFailure, type HostFailureReason } from './hostFailure.ts';

/** Asks the interface of a git host, as `fetch` does, within bounds of time and size, and no other host. */
export interface HostInterface {
  /** @returns an answer of success, read whole @throws HostFailure */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** When the host may be asked again, in milliseconds since 1970; null: now. */
  busyUntil(): number | null;
  /** Aborts what is being asked, and asks nothing any more. */
  close(): void;
}

interface Options {
  /** The address of the interface: no token leaves its origin. */
  readonly url: string;
  readonly token: string;
  readonly clock: () => Date;
  readonly limits?: Partial<HostLimits> | undefined;
}

export interface HostLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const LIMITS: HostLimits = { timeoutMs: 15_000, maxBytes: 4 * 1024 * 1024 };
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 307, 308];
/** What is remembered of answers, so that the host need not send them again (RFC 9110, 13.1.2). */
const MAX_REMEMBERED_BYTES = 4 * 1024 * 1024;
/** How long a host that has had too many requests is left alone if it does not say. */
const DEFAULT_BUSY_MS = 60_000;
const MAX_BUSY_MS = 60 * 60_000;
const MAX_SAID = 500;

/** An answer with the tag that it can be asked for again by. */
interface KnownAnswer {
  readonly etag: string;
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

export function createHostInterface({ url, token, clock, limits }: Options): HostInterface {
  const { origin, hostname } = new URL(url);
  const fetch = createHostFetch({ hosts: [hostname], allowsPrivate: true, ...LIMITS, ...limits });
  const closing = new AbortController();
  const answers = new LRUCache<string, KnownAnswer>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + 1,
  });
  let busyUntil: number | null = null;

  function requireTurn(): void {
    if (busyUntil === null) return;
    if (clock().getTime() < busyUntil) throw new HostFailure('busy', '', busyUntil);
    busyUntil = null;
  }

  /** Redirects are followed to the same host alone; each repeats the request as it was, as GitHub wants it. */
  async function send(request: Request): Promise<Response> {
    const { method, headers } = request;
    const body = request.body === null ? null : await request.arrayBuffer();
    let target = request.url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (new URL(target).origin !== origin) throw new HostFailure('moved');
      const response = await fetch(target, { method, headers, body, signal: closing.signal, redirect: 'manual' });
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      target = URL.canParse(location, target) ? new URL(location, target).href : 'about:blank';
    }
    throw new HostFailure('moved');
  }

  async function ask(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    requireTurn();
    const request = new Request(input, init);
    const known = request.method === 'GET' ? answers.get(request.url) : undefined;
    if (known) request.headers.set('if-none-match', known.etag);
    const response = await send(request);
    if (response.status === 304 && known) return new Response(known.body, { headers: known.headers });
    if (!response.ok) throw fail(response, await response.text());
    const etag = response.headers.get('etag');
    if (request.method === 'GET' && etag !== null)
      answers.set(request.url, { etag, body: await response.clone().arrayBuffer(), headers: response.headers });
    return response;
  }

  function fail(response: Response, body: string): HostFailure {
    const said = cleanLine(hideSecrets(body, [token])).slice(0, MAX_SAID);
    const reason = reasonOf(response);
    if (reason === 'busy') busyUntil = clock().getTime() + busyTime(response.headers, clock());
    return new HostFailure(reason, `${response.status} ${said}`, reason === 'busy' ? busyUntil : null);
  }

  return {
    async fetch(input, init) {
      try {
        return await ask(input, init);
      } catch (error) {
        // The messages of other errors may name the host.
        throw findHostFailure(error) ?? new HostFailure('down');
      }
    },
    busyUntil: () => (busyUntil !== null && clock().getTime() < busyUntil ? busyUntil : null),
    close: () => closing.abort(),
  };
}

const REASONS_BY_STATUS: Readonly<Record<number, HostFailureReason>> = {
  401: 'token',
  403: 'forbidden',
  404: 'missing',
  410: 'missing',
  429: 'busy',
};

function reasonOf({ status, headers }: Response): HostFailureReason {
  // GitHub tells a limit by 403, too.
  if (status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after'))) return 'busy';
  if (status >= 500) return 'down';
  return REASONS_BY_STATUS[status] ?? (status < 400 ? 'moved' : 'refused');
}

/** How long a host wants to be left alone: by Retry-After, or by the end of a limit's window. */
function busyTime(headers: Headers, now: Date): number {
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN) * 1000;
  const ms = readRetryAfter(headers.get('retry-after') ?? undefined, now) ?? reset - now.getTime();
  return Math.min(MAX_BUSY_MS, Math.max(1000, Number.isFinite(ms) ? ms : DEFAULT_BUSY_MS));
}
