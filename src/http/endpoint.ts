import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Actor, Role, SessionNeeds } from '../model/access.ts';
import type { Entry, RecordRef } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import type { Kind } from '../model/records.ts';
import type { ObjectSchema, Schema } from '../model/schema/schema.ts';
import type { FindPast } from '../site/version/past.ts';
import type { TextOpening } from '../view/page/richText.ts';
import type { Caller } from '../write/queue/lateSave.ts';
import type { ReadForm } from './request/body/form.ts';
import type { Result } from './result.ts';
import type { VersionToFind } from './version/versionToFind.ts';

/** The answer with more added to its `meta`. */
export const addToMeta = (answer: Answer, more: object): Answer => addToAnswer(answer, 'meta', more);

/** The answer, which is a record, with more added to its `data`. */
export const addToData = (answer: Answer, more: object): Answer => addToAnswer(answer, 'data', more);

function addToAnswer(answer: Answer, part: 'data' | 'meta', more: object): Answer {
  if ('raw' in answer) return answer;
  const added = { [part]: { ...envelopeOf(answer)[part], ...more } };
  return 'body' in answer ? { ...answer, body: { ...answer.body, ...added } } : { ...answer, ...added };
}

/** What an answer of a record holds, whether or not it is in its envelope already. */
export const envelopeOf = (answer: DataAnswer | BodyAnswer): { readonly data?: object; readonly meta?: object } =>
  // A record is shown as an object.
  ('body' in answer ? answer.body : answer) as { readonly data?: object; readonly meta?: object };

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `public`: anybody, and credentials are not even read. `open`: the same, but the answer is private
 * (log-in, set-up). `optional`: anybody, but a credential must be valid if one is sent. `preview`: viewers, and callers
 * with a preview token. A role: callers with this role or a higher one.
 */
export type Access = 'public' | 'open' | 'optional' | 'preview' | Role;

/** What is limited per address and account; the limits are in `limit/rateLimit.ts`. */
export type RateLimited = 'login' | 'setup' | 'link' | 'reset' | 'upload';

/** One operation of the interface, as data. Made by `defineEndpoint`; its factory closes over what it depends on. */
export interface Endpoint<Path extends string = string, A extends Access = Access, Q = unknown, B = unknown>
  extends SessionNeeds {
  readonly method: HttpMethod;
  /**
   * `:id` and names ending in `Id` (except `:messageId`) are integers, `:name*` is the rest of the path with its
   * slashes, any other name is one segment.
   */
  readonly path: Path;
  readonly summary: string;
  readonly access: A;
  /**
   * The kind of records that it is about: for callers with a role of one's own, a right on such records counts, and not
   * the level that `access` names.
   */
  readonly kind?: Kind;
  readonly query?: ObjectSchema<Q> | SplitQuery<Q>;
  /** JSON, which is read before the handler; or what the handler reads itself. */
  readonly body?: Schema<B> | JsonBody<B> | UnreadBody;
  /**
   * For PUTs: how a PATCH of the same record works (`patch.ts`). A function reads the record that the patch is merged
   * onto; `asPut` means that the PUT merges by itself.
   */
  readonly patch?: 'asPut' | ((call: Call<Path, A, Q, B>, versionFor: VersionFor) => Promise<CurrentRecord>);
  /** Loads what its first call would otherwise wait for. Called after a start, when no request is waiting. */
  readonly prepare?: () => Promise<unknown>;
  /** What a success answers, for the description of the interface. */
  readonly result?: Result;
  /**
   * What a write changes if it is not what is live: only a `change`, so that nothing is published; the `server` beside its
   * content; what is the caller's `own`, or nothing. The last two work while nothing can be written. Callers who may write
   * to changes only may use the first and the last.
   */
  readonly changes?: 'change' | 'server' | 'own';
  /**
   * What becomes of a write to a version that is not the present one: it is `written`, `refused` by `If-Match`, or can be
   * `merged` (`step/lateMerge.ts`). By default derived from path and result.
   */
  readonly lateWrites?: 'written' | 'refused' | 'merged';
  /** The version of the site that it reads and writes, and the way to others; by default it has nothing to do with one. */
  readonly site?: EndpointSite;
  /** What its requests are counted as. `read`: like public reads, which need not say so. */
  readonly rateLimit?: RateLimited | 'read';
  handle(call: Call<Path, A, Q, B>): Answer | Promise<Answer>;
  /**
   * The files of the static site (contract, section 12) that this endpoint answers at present: the parameters of each.
   * A file holds the answer without a query, byte for byte.
   */
  exports?(): Iterable<PathParams<NoInfer<Path>>>;
}

/** A query with parameters that the handler reads itself, as `unread` says; `check` knows the content. */
export interface SplitQuery<Q = unknown> {
  readonly read?: ObjectSchema<Q>;
  readonly unread: ObjectSchema;
  check?(search: URLSearchParams): readonly Detail[];
}

/** The parameters of an endpoint: those that are read before the handler, and those that it reads itself. */
export function querySchemasOf({ query }: Pick<Endpoint, 'query'>): Partial<SplitQuery> {
  if (query === undefined) return {};
  return 'unread' in query ? (query as SplitQuery) : { read: query as ObjectSchema };
}

/** A body of which more is to be said than its schema. */
export interface JsonBody<B = unknown> {
  readonly json: Schema<B>;
  /** 2 MiB by default. */
  readonly maxBytes?: number;
  /**
   * The records that callers may send back as they read them: keys that only these have are dropped silently. By default
   * the record that a success answers.
   */
  readonly echoes?: readonly Schema[];
}

/** A body that is not read before the handler: see `Call`. Its schema describes it. */
export interface UnreadBody {
  readonly type: string;
  readonly unread: Schema;
}

/** What is said of a body that is read before the handler; undefined if there is none. */
export function jsonBodyOf({ body }: Pick<Endpoint, 'body'>): JsonBody | undefined {
  if (body === undefined || 'unread' in body) return undefined;
  // A JSON Schema has no such keyword.
  return 'json' in body ? (body as JsonBody) : { json: body as Schema };
}

/** What is said of a body that the handler reads itself; undefined if there is none. */
export const unreadBodyOf = ({ body }: Pick<Endpoint, 'body'>): UnreadBody | undefined =>
  body !== undefined && 'unread' in body ? (body as UnreadBody) : undefined;

/** A version of the site as the steps of the pipeline need it; one object for all endpoints that are made for it. */
export interface EndpointSite {
  /** Finds the endpoint of a version that a request names (`version/askedVersion.ts`). */
  readonly findInVersion?: FindInVersion;
  /** Finds the endpoint of a change that the header `Quire-Change` names. */
  readonly findInChange?: FindInChange;
  /** Finds the version of a record that a late write is based on. */
  readonly findPast?: FindPast;
  /** What is told of records beside themselves. */
  readonly drafts?: DraftFacts;
  /** Finds out what answers show of other records; undefined if it is known. */
  prepare?(): Promise<void> | undefined;
}

/** Finds an endpoint's counterpart that reads and writes what a change holds instead of what is live. */
export type FindInChange = (name: string, endpoint: Endpoint) => Promise<Endpoint>;

/** Finds an endpoint's counterpart that reads another version; `asked` null: what is live, but no more than one page. */
export type FindInVersion = (version: VersionToFind, endpoint: Endpoint) => Promise<Endpoint>;

/** What is known of a record's draft, and of the caller's own unfinished work on it (contract, section 14). */
export interface DraftFacts {
  refresh(): Promise<unknown>;
  describe(record: RecordRef, actor: Actor | null): Promise<object>;
}

/** A request that passed all checks: who calls, and with which valid values. */
export interface Call<Path extends string = string, A extends Access = Access, Q = unknown, B = unknown> {
  readonly params: PathParams<Path>;
  readonly query: Q;
  readonly body: B;
  /** The body as it was sent, including keys that its schema drops; undefined if the endpoint has no body schema. */
  readonly sent: unknown;
  readonly actor: ActorOf<A>;
  /** The `rev` that `If-Match` names; undefined without the header and for `*`. */
  readonly ifMatch: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The caller's address; taken from X-Forwarded-For only behind a trusted proxy. */
  readonly ip: string;
  readonly requestId: string;
  /** The query as it was sent, for parameters that no schema can list. */
  readonly search: URLSearchParams;
  /** The raw request. Its body is read by `readForm` or `readStream`, which make sure of the caller. */
  readonly request: IncomingMessage;
  /** Reads a form with a file, for endpoints without a body schema. */
  readonly readForm: ReadForm;
  /** Opens the addresses of files in texts, where they need more to be answered (`version/openAddresses.ts`). */
  readonly opening?: TextOpening | undefined;
  /**
   * The bytes of a body as they come in, for endpoints without a body schema. It ends with an error if the caller has
   * lost the right to send them: nothing may be written before its end.
   */
  readonly readStream: (options: { readonly maxBytes: number }) => AsyncIterable<Buffer>;
}

type ActorOf<A extends Access> = A extends Role | 'preview' ? Caller : A extends 'optional' ? Caller | null : null;

type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<`/${More}`>
    : Rest
  : never;
/** A name without the `*` of a rest and without a file ending: `slug*.json` is `slug`. */
type Bare<Name> = Name extends `${infer Start}.${string}` ? Bare<Start> : Name extends `${infer Start}*` ? Start : Name;
type ParamValue<Name> = Name extends 'messageId' ? string : Name extends 'id' | `${string}Id` ? number : string;

/** The path's parameters by name. */
export type PathParams<Path extends string> = string extends Path
  ? Readonly<Record<string, string | number>>
  : { readonly [Name in ParamNames<Path> as Bare<Name>]: ParamValue<Name> };

/**
 * The version of a record that a request was made from: the present one, unless the request asks to merge from another.
 */
export type VersionFor = <T>(present: Entry<T>) => Promise<Entry<T>>;

/** A record as it is read, and the `rev` of its file. */
export type CurrentRecord = Pick<DataAnswer, 'data' | 'etag'>;

/** What a handler returns. `data` is put into the envelope, `body` is JSON as it is, `raw` is bytes. */
export type Answer = DataAnswer | BodyAnswer | RawAnswer;

/** The parts of an answer beside its body. */
export interface AnswerHead {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lines of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** A limited attempt has failed, although the answer is no error: it leads a browser on. */
  readonly isFailedAttempt?: boolean;
  /** The record's `rev`, unquoted. Public answers without one get a tag made from their bytes. */
  readonly etag?: string;
  /** The commit that a write made, or the record's last one. */
  readonly commit?: string | null;
  /** How long a public answer stays valid: the time to the next scheduled change. */
  readonly maxAgeSeconds?: number;
  /** The URL names this version of the bytes: public caches may keep them for a year. */
  readonly isImmutable?: boolean;
  /** Something went wrong in part: it must not be cached, whatever its status. */
  readonly isUncertain?: boolean;
  /** It depends on more than the content, such as the time: a public answer that is made again for each request. */
  readonly isMomentary?: boolean;
}

export interface DataAnswer extends AnswerHead {
  readonly data: unknown;
  readonly meta?: object;
}

export interface BodyAnswer extends AnswerHead {
  readonly body: object;
}

export interface RawAnswer extends AnswerHead {
  readonly raw: Buffer | string | Readable;
  /** The media type, with its charset where it has one. */
  readonly type: string;
}

type Nothing = Readonly<Record<never, never>>;

/** An endpoint's path with its parameters in place, not encoded. */
export const fillPathParams = (path: string, params: PathParams<string>): string =>
  path.replaceAll(/:(\w+)\*?/g, (_, name: string) => String(params[name]));

/** Declares an endpoint; the types of its parameters, query, body and actor follow from path, schemas and access. */
export function defineEndpoint<const Path extends string, const A extends Access, Q = Nothing, B = undefined>(
  endpoint: Endpoint<Path, A, Q, B>,
): Endpoint {
  // Handlers are only called with values that passed their own path, schemas and access: see `pipeline.ts`.
  return Object.freeze(endpoint) as unknown as Endpoint;
}

/** Whether an address is that of an extension's endpoint. */
export const isOfExtension = (path: string): boolean => path.startsWith('/api/x/');

/** Whether late writes can be merged: by default those to a record, or to a part of one, that has versions in git. */
export const mergesLate = ({ lateWrites, path, result }: Endpoint): boolean =>
  lateWrites === undefined
    ? writesRecord(path, result) && result?.headers.includes('ETag') === true
    : lateWrites === 'merged';

/** Whether `If-Match` is checked: by default for writes to the file of an existing record. */
export const heedsIfMatch = ({ lateWrites, path, result }: Endpoint): boolean =>
  lateWrites === undefined ? writesRecord(path, result) : lateWrites !== 'written';

const writesRecord = (path: string, result: Result | undefined): boolean =>
  path.includes(':id') && result?.headers.includes('X-Commit') === true;

/** Whether it answers parts of files (RFC 9110, 14). */
export const answersParts = ({ result }: Endpoint): boolean => result?.statuses.includes(206) === true;

/** Whether the endpoint changes content, live or not. */
export const isWrite = ({ method, access, changes }: Endpoint): boolean =>
  method !== 'GET' && access !== 'public' && changes !== 'server' && changes !== 'own';

/** What attempts are limited by, if they are counted apart from public reads. */
export const attemptOf = ({ rateLimit }: Pick<Endpoint, 'rateLimit'>): RateLimited | undefined =>
  rateLimit === 'read' ? undefined : rateLimit;

/** Whether callers who may write to changes only may call it. */
export const isForChangesOnly = ({ method, changes }: Endpoint): boolean =>
  method === 'GET' || changes === 'change' || changes === 'own';
