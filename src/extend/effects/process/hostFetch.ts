import type { Dispatcher } from 'undici';
import { createGuardedConnect, type ResolveHost } from '../../../job/delivery/guardedConnect.ts';
import { undiciPackage } from '../../../lib/list/undiciPackage.ts';

/** `fetch` for certain hosts only. */
export type HostFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

interface FetchOptions {
  /** The names of the hosts. */
  readonly hosts: readonly string[];
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
  readonly resolve?: ResolveHost | undefined;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Another host must not get them (Fetch, "HTTP-redirect fetch"). */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization'];
/** What no longer holds once the body is decoded. */
const OF_ENCODING = ['content-encoding', 'content-length', 'transfer-encoding'];
/** A response with one of these has no body. */
const WITHOUT_BODY = [204, 205, 304];

/** A request that can be sent to another address again. */
interface RepeatableRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/**
 * Makes a `fetch` that refuses other hosts and, unless they are allowed, http and private addresses: at every hop of a
 * redirect, and for the address that is connected to. Answers are read completely, within a time and a size.
 */
export function createHostFetch(options: FetchOptions): HostFetch {
  const { allowsPrivate, resolve, timeoutMs = TIMEOUT_MS } = options;
  let agent: Dispatcher | undefined;
  const openAgent = (): Dispatcher => {
    agent ??= new (undiciPackage().Agent)(
      allowsPrivate ? {} : { connect: createGuardedConnect({ timeoutMs, resolve }) },
    );
    return agent;
  };
  return async (input, init = {}) => {
    const asked = new Request(input, init);
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(timeoutMs)]);
    let request = await toRepeatable(asked);
    for (let hops = 0; ; hops += 1) {
      requireAllowed(request.url, options);
      const { url, ...sent } = request;
      const response = await undiciPackage()
        .fetch(url, {
          method: sent.method,
          headers: [...sent.headers],
          body: sent.body,
          ...{ redirect: 'manual', dispatcher: openAgent(), signal },
        })
        .catch(throwCause);
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
      if (location === null || asked.redirect === 'manual') return toResponse(response, url, options);
      await response.body?.cancel();
      if (asked.redirect === 'error' || hops === MAX_REDIRECTS) throw new Error(`${url.href} redirects to ${location}`);
      request = redirect(request, response.status, new URL(location, url));
    }
  };
}

async function toRepeatable(request: Request): Promise<RepeatableRequest> {
  const { method, headers, body } = request;
  if (!headers.has('user-agent')) headers.set('user-agent', 'Quire');
  return { url: new URL(request.url), method, headers, body: body && new Uint8Array(await request.arrayBuffer()) };
}

function requireAllowed({ protocol, hostname }: URL, { hosts, allowsPrivate }: FetchOptions): void {
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:'))
    throw new Error(`${protocol}//${hostname} is refused: only https is allowed`);
  if (!hosts.some((host) => host.toLowerCase() === hostname))
    throw new Error(`${hostname} is refused: it is not among the hosts that the extension needs`);
}

function redirect(request: RepeatableRequest, status: number, url: URL): RepeatableRequest {
  const headers = new Headers(request.headers);
  if (url.origin !== request.url.origin) for (const name of CREDENTIALS) headers.delete(name);
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  if (!becomesGet) return { ...request, url, headers };
  headers.delete('content-type');
  return { url, method: 'GET', headers, body: null };
}

type AnyResponse = Awaited<ReturnType<ReturnType<typeof undiciPackage>['fetch']>>;

/** A response of the platform with the same content. */
async function toResponse(response: AnyResponse, url: URL, { maxBytes = MAX_BYTES }: FetchOptions): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The answer of ${url.href} is larger than ${maxBytes} bytes`);
  }
  const { status, statusText } = response;
  const headers = new Headers([...response.headers]);
  for (const name of OF_ENCODING) headers.delete(name);
  const body = WITHOUT_BODY.includes(status) ? null : Buffer.concat(chunks);
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url.href });
}

/** `fetch` says only that it failed. */
function throwCause(error: unknown): never {
  throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
}
