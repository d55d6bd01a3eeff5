import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller } from '../change/write/lateSave.ts';
import type { Actor, Role } from '../model/access.ts';
import type { Entry } from '../model/entry.ts';
import type { ObjectSchema, Schema } from '../model/schema/schema.ts';
import type { ReadForm } from './request/body/form.ts';
import type { Result } from './result.ts';
import type { ShowError } from './state.ts';

/** The answer, with more in its `meta`. */
export function addToMeta(answer: Answer, more: object): Answer {
  if ('raw' in answer) return answer;
  const holder: { readonly meta?: object } = 'body' in answer ? answer.body : answer;
  const meta = { ...holder.meta, ...more };
  return 'body' in answer ? { ...answer, body: { ...answer.body, meta } } : { ...answer, meta };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `public`: anybody, credentials are not even read. `open`: the same, but the answer is private (log-in,
 * set-up). `optional`: anybody, a credential that is given must be good. A role: callers with this role or a higher one.
 */
export type Access = 'public' | 'open' | 'optional' | Role;

/** What is limited per address and account; the figures stand in `limit/rateLimit.ts`. */
export type RateLimited = 'login' | 'setup' | 'upload';

/** Who a request's credentials name; null without any. Throws UNAUTHORIZED for bad ones. */
export type IdentifyCaller = (
  headers: IncomingHttpHeaders,
  search: URLSearchParams,
) => Promise<Actor | null> | Actor | null;

/** One thing the interface can do, as data. Made by `defineEndpoint`; what it depends on is closed over by its factory. */
export interface Endpoint<Path extends string = string, A extends Access = Access, Q = unknown, B = unknown> {
  readonly method: Method;
  /** `:id` and names ending in `Id` (but `:messageId`) are integers, `:name*` is the rest of the path with its slashes, else one segment. */
  readonly path: Path;
  readonly summary: string;
  readonly access: A;
  /** Finds the caller where credentials of other kinds than the usual ones are taken. */
  readonly identify?: IdentifyCaller;
  readonly query?: ObjectSchema<Q>;
  /** What the handler reads of a query itself, for the description of the interface. */
  readonly asks?: ObjectSchema;
  /** Absent: the body is not read, and `request` is the handler's to read. */
  readonly body?: Schema<B>;
  /** Fills the schema's defaults in. Not for updates, which they would reset. */
  readonly bodyDefaults?: boolean;
  /** The media types that a body may have; any JSON unless given. */
  readonly bodyTypes?: readonly string[];
  /** 2 MiB unless given. */
  readonly maxBodyBytes?: number;
  /**
   * The records that callers may send back as they have read them: what only these know is dropped from a body in silence.
   * What a success answers unless given.
   */
  readonly echoes?: readonly Schema[];
  /**
   * How a PATCH of the same record comes about (`patch.ts`): merged onto the record as it is read; `asPut` where the PUT
   * merges by itself. For PUTs.
   */
  readonly patch?: 'asPut' | ((call: Call<Path, A, Q, B>, versionFor: VersionFor) => Promise<Present>);
  /** Loads what its first call would wait for. Called after a start, while nobody waits. */
  readonly prepare?: () => Promise<unknown>;
  /** What a body is that the handler reads itself, for the description of the interface. */
  readonly takes?: { readonly type: string; readonly body: Schema };
  /** What a success answers, for the description of the interface. */
  readonly result?: Result;
  /** Whether it changes something that READ_ONLY and shutting down forbid; else told from method and access. */
  readonly writes?: boolean;
  /** Whether `If-Match` counts; else told from path and result. */
  readonly isConditional?: boolean;
  /** Whether late writes can be merged (`mergeLate.ts`); else told from what it answers. */
  readonly mergesLate?: boolean;
  /** Whether the header `Quire-Change` is heeded: then it is what that change holds that is read and written. */
  readonly isInChanges?: boolean;
  /** Whether those may call this, too, who may write to changes only: it publishes nothing. */
  readonly forChangesOnly?: boolean;
  readonly rateLimit?: RateLimited;
  /** Request headers that a public answer depends on besides Accept-Encoding. */
  readonly variesBy?: readonly string[];
  /** Shows what failed, other methods of its path too; in the envelope unless given. */
  readonly showError?: ShowError;
  /** Whether it answers files, which may change although no record does: such answers are not kept in memory. */
  readonly answersFiles?: boolean;
  handle(call: Call<Path, A, Q, B>): Answer | Promise<Answer>;
  /** The same of another version of the site: it answers whoever names one (`version/askedVersion.ts`), this endpoint nobody then. */
  readonly inVersion?: Endpoint;
  /**
   * Of the files of the static site (contract, section 12) those whose addresses this endpoint answers, as the content has
   * them now: the parameters of each. A file holds the answer without a query, byte for byte.
   */
  exports?(): Iterable<Params<NoInfer<Path>>>;
}

/** A request that has passed: who calls, and with which valid values. */
export interface Call<Path extends string = string, A extends Access = Access, Q = unknown, B = unknown> {
  readonly params: Params<Path>;
  readonly query: Q;
  readonly body: B;
  /** The body as it was sent, with the keys that its schema drops; undefined where the endpoint has no body schema. */
  readonly sent: unknown;
  readonly actor: ActorOf<A>;
  /** The revision that `If-Match` names; undefined without one and for `*`. */
  readonly ifMatch: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The caller's address, from X-Forwarded-For only behind a trusted proxy. */
  readonly ip: string;
  readonly requestId: string;
  /** The query as it was sent, for parameters that no schema can list. */
  readonly search: URLSearchParams;
  /** The raw request, whose body is unread where the endpoint has no body schema. */
  readonly request: IncomingMessage;
  /** Reads a form with a file, where the endpoint has no body schema. */
  readonly readForm: ReadForm;
}

type ActorOf<A extends Access> = A extends Role ? Caller : A extends 'optional' ? Caller | null : null;

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<`/${More}`>
    : Rest
  : never;
/** Without the `*` of a rest and without the ending of a file: `slug*.json` is `slug`. */
type Bare<Name> = Name extends `${infer Start}.${string}` ? Bare<Start> : Name extends `${infer Start}*` ? Start : Name;
type Value<Name> = Name extends 'messageId' ? string : Name extends 'id' | `${string}Id` ? number : string;

/** The path's parameters by name. */
export type Params<Path extends string> = string extends Path
  ? Readonly<Record<string, string | number>>
  : { readonly [Name in Names<Path> as Bare<Name>]: Value<Name> };

/** The version of a record that a request was made from: the present one unless it says that another is to be merged. */
export type VersionFor = <T>(present: Entry<T>) => Promise<Entry<T>>;

/** A record as it is read, and the `rev` of its file. */
export type Present = Pick<DataAnswer, 'data' | 'etag'>;

/** What a handler gives back. `data` is put into the envelope, `body` is JSON as it stands, `raw` is bytes. */
export type Answer = DataAnswer | BodyAnswer | RawAnswer;

/** What an answer says beside its body. */
export interface AnswerHead {
  /** 200 unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The record's `rev`, unquoted. Public answers without one get one made from their bytes. */
  readonly etag?: string;
  /** The id of the commit that a write made, or that the record has. */
  readonly commit?: string | null;
  /** How long a public answer stays true: the time to the next scheduled change. */
  readonly maxAgeSeconds?: number;
  /** The URL names this version of the bytes: public caches may keep them for a year. */
  readonly isImmutable?: boolean;
  /** Something went wrong in part: nobody is to keep it, whatever its status. */
  readonly isUncertain?: boolean;
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
export const fillPath = (path: string, params: Params<string>): string =>
  path.replaceAll(/:(\w+)\*?/g, (_, name: string) => String(params[name]));

/**
 * An endpoint, and the same at the address that its answer has on the static site: with `.json` behind its path, and
 * without a query.
 */
export function withFile(endpoint: Endpoint, exports: () => Iterable<Params<string>>): readonly Endpoint[] {
  const { query: _, asks: __, ...others } = endpoint;
  const path = `${endpoint.path}.json`;
  return [
    endpoint,
    Object.freeze({ ...others, path, summary: `${endpoint.summary}: a file of the static site`, exports }),
  ];
}

/** Declares an endpoint; the types of its parameters, query, body and actor follow from path, schemas and access. */
export function defineEndpoint<const Path extends string, const A extends Access, Q = Nothing, B = undefined>(
  endpoint: Endpoint<Path, A, Q, B>,
): Endpoint {
  // Handlers are only called with what their own path, schemas and access let through: see `mount.ts`.
  return Object.freeze(endpoint) as unknown as Endpoint;
}

/** Whether `If-Match` counts: where it writes to the file of a record that is there. */
export const heedsIfMatch = ({ path, result, isConditional }: Endpoint): boolean =>
  isConditional ?? (path.includes(':id') && result?.headers.includes('X-Commit') === true);

/** Whether it changes something: see `writes`. */
export const isWrite = ({ method, access, writes }: Endpoint): boolean =>
  writes ?? (method !== 'GET' && access !== 'public');
