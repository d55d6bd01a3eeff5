import { chosenName } from './chosenChange.ts';
import { type Interface, SAME_IN_ALL_CHANGES } from './interface.ts';
import { toWireError, WireError } from './WireError.ts';

/** An operation of the interface: `GET /api/admin/pages/{id}`. */
export type Operation = keyof Interface;

/** The answer of an operation: `{ data, meta }` for lists, `{ data }` for records. */
export type OperationAnswer<O extends Operation> = Interface[O]['answer'];

/** The `data` of an answer. */
export type Data<O extends Operation> = OperationAnswer<O> extends { readonly data: infer D } ? D : never;

type RequestPart<Name extends 'path' | 'query' | 'body', O extends Operation> = Interface[O][Name] extends undefined
  ? { readonly [K in Name]?: undefined }
  : Name extends 'query'
    ? { readonly [K in Name]?: Interface[O][Name] }
    : { readonly [K in Name]: Interface[O][Name] };

/** What a request carries besides its operation. */
export type Request<O extends Operation> = RequestPart<'path', O> &
  RequestPart<'query', O> &
  RequestPart<'body', O> &
  RequestDetails;

interface RequestDetails {
  /** The name of the change that the request is about; null for what is live, by default the chosen one. */
  readonly change?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Whether the request goes on when its window is closed; browsers allow 64 KiB for all of these together. */
  readonly keepalive?: boolean;
}

/** An answer with the version of what it shows and, for a write, the commit that it made. */
export type VersionedAnswer<O extends Operation> = OperationAnswer<O> & {
  readonly etag: string | null;
  readonly commit: string | null;
};

/** The arguments of a request: optional where the operation needs neither path nor body. */
export type RequestArguments<O extends Operation> = undefined extends Interface[O]['path'] & Interface[O]['body']
  ? [Request<O>?]
  : [Request<O>];

/**
 * Sends a request as it is, with the session's cookie.
 *
 * @throws WireError in words for the user, whatever goes wrong
 */
export async function sendRequest<O extends Operation>(
  operation: O,
  ...[request]: RequestArguments<O>
): Promise<VersionedAnswer<O>> {
  const { path, query, body, change, headers, signal, keepalive } = (request ?? {}) as LooseRequest;
  const [method = 'GET', template = ''] = operation.split(' ');
  const response = await send(fillPath(template, path) + writeQuery(query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(!isSameForAll(operation) && changeHeader(change)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      // The reasons for a refusal as data, to be worded in the language of the interface.
      Prefer: [(headers as { Prefer?: string } | undefined)?.Prefer, 'reasons'].filter(Boolean).join(', '),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
  if (!response.ok) {
    const error = await readRefusal(response, operation);
    if (error.problems[0]?.reason !== 'needsFreshProof' || !(await askForProof())) throw error;
    return sendRequest(operation, ...([request] as RequestArguments<O>));
  }
  // The types come from the description of the interface, and the server's tests check every answer against it.
  return Object.assign((await readAnswerBody(response)) as OperationAnswer<O> & object, {
    etag: response.headers.get('etag'),
    commit: response.headers.get('x-commit'),
  });
}

/** The header that names a change, by default the chosen one; empty for what is live. */
export function changeHeader(name = chosenName()): Readonly<Record<string, string>> {
  return name === null ? {} : { 'Quire-Change': encodeURIComponent(name) };
}

/** Whether an operation is the same in all changes: accounts, drafts, and whatever spans changes. */
export function isSameForAll(operation: Operation): boolean {
  const [, path = ''] = operation.split(' ');
  return SAME_IN_ALL_CHANGES.some((same) => path === same || path.startsWith(`${same}/`));
}

/** The event on `window` when a request is refused because the session has ended. */
export const SESSION_ENDED = 'quire:sessionEnded';

/** The event on `window` when the server has answered a request. */
export const ANSWERED = 'quire:answered';

/** The event on `window` when a request needs a fresh proof of who is there; its detail is told whether there is one. */
export const PROOF_NEEDED = 'quire:proofNeeded';

/** Nobody is asked where nothing listens. */
const askForProof = (): Promise<boolean> =>
  new Promise((detail) => {
    if (window.dispatchEvent(new CustomEvent(PROOF_NEEDED, { detail, cancelable: true }))) detail(false);
  });

/** Reads the error of a refused request; dispatches `SESSION_ENDED` when the session has ended. */
export async function readRefusal(response: Response, operation: Operation): Promise<WireError> {
  const error = await toWireError(response);
  // A wrong password or code at log-in does not mean that a session has ended.
  if (error.code === 'UNAUTHORIZED' && !/auth\/(login|totp|passkeys)/.test(operation))
    window.dispatchEvent(new Event(SESSION_ENDED));
  return error;
}

/** A request of any operation. */
interface LooseRequest extends RequestDetails {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const fillPath = (template: string, path: LooseRequest['path'] = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));

/** Writes `?limit=20&filter[size][gte]=3`; undefined and empty values are left out. */
export function writeQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function pairsOf(name: string, value: unknown): readonly [string, string][] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return [[name, value.join(',')]];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => [...pairsOf(`${name}[${key}]`, inner)]);
}

/** Reads the body. The connection may break halfway through, and a proxy may answer in the server's place. */
async function readAnswerBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const code = error instanceof SyntaxError ? 'UNEXPECTED' : 'OFFLINE';
    throw new WireError({ status: 0, problems: [{ code, message: '' }] });
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    if (response.status < 502) window.dispatchEvent(new Event(ANSWERED));
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] });
  }
}
