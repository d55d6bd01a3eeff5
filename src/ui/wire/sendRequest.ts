import { chosenChange } from './chosenChange.ts';
import type { Interface } from './interface.ts';
import { toWireError, WireError } from './WireError.ts';

/** An operation of the interface: `GET /api/admin/pages/{id}`. */
export type Operation = keyof Interface;

/** What an operation answers: `{ data, meta }` of lists, `{ data }` of records. */
export type Answer<O extends Operation> = Interface[O]['answer'];

/** The part of an answer that is asked for. */
export type Data<O extends Operation> = Answer<O> extends { readonly data: infer D } ? D : never;

type Given<Name extends 'path' | 'query' | 'body', O extends Operation> = Interface[O][Name] extends undefined
  ? { readonly [K in Name]?: undefined }
  : Name extends 'query'
    ? { readonly [K in Name]?: Interface[O][Name] }
    : { readonly [K in Name]: Interface[O][Name] };

/** What a request carries beside its operation. */
export type Request<O extends Operation> = Given<'path', O> &
  Given<'query', O> &
  Given<'body', O> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

/** An answer with the version of what it shows, and of a write the commit that it made. */
export type Told<O extends Operation> = Answer<O> & { readonly etag: string | null; readonly commit: string | null };

/** What of a request may be left out. */
export type Asked<O extends Operation> = undefined extends Interface[O]['path'] & Interface[O]['body']
  ? [Request<O>?]
  : [Request<O>];

/**
 * Sends a request as it is, with the session's cookie.
 *
 * @throws WireError in words for the user, whatever goes wrong
 */
export async function sendRequest<O extends Operation>(operation: O, ...[request]: Asked<O>): Promise<Told<O>> {
  const { path, query, body, headers, signal } = (request ?? {}) as LooseRequest;
  const [method = 'GET', template = ''] = operation.split(' ');
  const response = await send(fillPath(template, path) + writeQuery(query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(!isSameForAll(operation) && changeHeader()),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw await refusalOf(response, operation);
  // The description of the interface says so, and the server's tests hold every answer to it.
  return Object.assign((await readAnswer(response)) as Answer<O> & object, {
    etag: response.headers.get('etag'),
    commit: response.headers.get('x-commit'),
  });
}

/** Says which change something is about: the one that is worked on unless told; nothing for what is live. */
export function changeHeader(name = chosenChange()?.name): Readonly<Record<string, string>> {
  return name === undefined ? {} : { 'Quire-Change': encodeURIComponent(name) };
}

/** Who it is and what all changes have in common is the same for each; a commit that is undone was made to what is live. */
const SAME_FOR_ALL =
  /\/api\/admin\/(?:auth|setup|users|api-keys|webhooks|changes|commits|sync|presence|preview-sessions|dashboard|audit-logs|events|account|pages\/\{id\}\/draft)\b/;

export const isSameForAll = (operation: Operation): boolean => SAME_FOR_ALL.test(operation);

/** The event of a window in which a request was answered as nobody's: a session has ended. */
export const SESSION_ENDED = 'quire:sessionEnded';

/** What a refused request says; a session that has ended is told to the window. */
export async function refusalOf(response: Response, operation: Operation): Promise<WireError> {
  const error = await toWireError(response);
  // A wrong password is no end of a session.
  if (error.code === 'UNAUTHORIZED' && operation !== 'POST /api/admin/auth/login')
    window.dispatchEvent(new Event(SESSION_ENDED));
  return error;
}

/** A request as every operation's may be. */
interface LooseRequest {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const fillPath = (template: string, path: LooseRequest['path'] = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));

/** `?limit=20&filter[size][gte]=3`; what is undefined or empty is left out. */
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

/** The connection may be cut within an answer, and something that stands before the server may give one of its own. */
async function readAnswer(response: Response): Promise<unknown> {
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
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] });
  }
}
