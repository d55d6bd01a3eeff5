import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { memoizeByText } from '../lib/list/createLruCache.ts';
import { plainIp } from '../lib/net/addressKey.ts';
import { invalidAt } from '../model/errors.ts';
import type { Call, Endpoint } from './endpoint.ts';
import type { HeaderLines } from './header/headerLines.ts';
import type { Admission } from './limit/rateLimit.ts';
import type { ShowError } from './result.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A request while it is answered. The steps of the pipeline add what they find out; a handler sees it as its call. */
export interface Exchange extends Mutable<Call> {
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  /** The query as text, without the `?`. */
  readonly queryText: string;
  /** As `performance.now()` tells it. */
  readonly startedAt: number;
  /** The path pattern of the endpoint that was found, else `unmatched`. */
  route: string;
  /** The endpoint that answers; undefined until it is found. */
  endpoint: Endpoint | undefined;
  /** The parameters of the path as they were sent. */
  values: Readonly<Record<string, string>>;
  /** Whether it cannot change anything: most requests, and the least interesting ones for the log. */
  isRead: boolean;
  /** How the endpoints of the path show errors, if they have their own way. */
  showError: ShowError | undefined;
  /** The `RateLimit-*` lines of a public answer. */
  limits: HeaderLines;
  /** The attempt that this request is, where attempts are limited. */
  admission: Admission | undefined;
  /** The name that all requests for the same public answer have. */
  name: string | undefined;
}

/** Begins the exchange for a request that has come in. It takes the id that the sender gave, if that is a sane one. */
export type BeginExchange = (request: IncomingMessage, response: ServerResponse) => Exchange;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const SANE = /^[\w.:-]{1,64}$/;

export function createBeginExchange(trustedProxies: number): BeginExchange {
  const nextId = createRequestIds();
  const callerAddress = createCallerAddress(trustedProxies);
  return (request, response) => {
    const { method = 'GET', headers } = request;
    const address = toPlainAddress(request.url ?? '/');
    const at = address.indexOf('?');
    const given = headers['x-request-id'];
    return {
      request,
      response,
      method,
      headers,
      path: at < 0 ? address : address.slice(0, at),
      queryText: at < 0 ? '' : address.slice(at + 1),
      requestId: typeof given === 'string' && SANE.test(given) ? given : nextId(),
      ip: callerAddress(request),
      startedAt: performance.now(),
      route: 'unmatched',
      endpoint: undefined,
      values: NO_VALUES,
      isRead: READS.has(method),
      showError: undefined,
      limits: NO_LINES,
      admission: undefined,
      name: undefined,
      search: NO_SEARCH,
      params: NO_VALUES,
      query: NO_VALUES,
      body: undefined,
      sent: undefined,
      actor: null,
      ifMatch: undefined,
      readForm: refuseForm,
      readStream: emptyStream,
      opening: undefined,
    };
  };
}

const NO_VALUES = {};
const NO_LINES: HeaderLines = [];
const NO_SEARCH = new URLSearchParams();

/** For requests that cannot have a body. */
async function* emptyStream(): AsyncGenerator<Buffer> {}

/** For requests that cannot have a body. */
async function refuseForm(): Promise<never> {
  throw invalidAt([], 'The request has no form');
}

/** Makes ids that no other process makes: a UUID whose last group counts up, at a tenth of the cost of a new UUID. */
function createRequestIds(): () => string {
  const first = randomUUID().slice(0, -12).padEnd(36, '0');
  let count = 0;
  return () => {
    count += 1;
    const digits = count.toString(16);
    return first.slice(0, -digits.length) + digits;
  };
}

const PLAIN = /^\/[^\s#]*$/;

/**
 * A request target as a plain path with its query. RFC 9112, 3.2 also allows whole URLs and `*`, and a caller may send
 * anything, such as `http://[` or `//a@#`.
 */
function toPlainAddress(target: string): string {
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
function createCallerAddress(trustedProxies: number): (request: IncomingMessage) => string {
  const readIp = memoizeByText((text) => plainIp(text) ?? '', MAX_REMEMBERED);
  return ({ headers, socket }) => {
    const forwarded = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
    const [first = ''] = forwarded === undefined ? [] : String(forwarded).split(',').slice(-trustedProxies);
    return (first && readIp(first)) || readIp(socket.remoteAddress ?? '');
  };
}
