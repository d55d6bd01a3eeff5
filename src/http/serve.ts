import type { IncomingHttpHeaders } from 'node:http';
import { namesCaller } from '../auth/session/sessionCookie.ts';
import type { ServerConfig } from '../config.ts';
import { type Actor, actorRefName, mayAct } from '../model/access.ts';
import { emailKey } from '../model/entities/user.ts';
import { forbidden, invalidAt, unauthorized, unavailable } from '../model/errors.ts';
import { type AnswerDeps, type HandledAnswer, writeAnswer } from './answer/answer.ts';
import { createHeadLines } from './answer/headLines.ts';
import { createAddressReader, toCall } from './call.ts';
import { type Call, type Endpoint, isWrite } from './endpoint.ts';
import { requireSameOrigin } from './header/sameOrigin.ts';
import type { CallerQuota, PublicLimit } from './limit/publicLimit.ts';
import { type Admission, type RateLimiter, rateLimited } from './limit/rateLimit.ts';
import type { Begun, BegunRequests } from './public/begun.ts';
import { createBodyReader, readChunks } from './request/body/body.ts';
import type { BodyRooms } from './request/body/bodyRoom.ts';
import { readForm } from './request/body/form.ts';
import { changeNamedIn } from './request/inChange.ts';
import { checkPath } from './request/params.ts';
import { prefersStrict, STRICT, tellsUnknown } from './request/tellUnknown.ts';
import type { RequestContext } from './state.ts';
import { namesVersion } from './version/askedVersion.ts';

/** The caller that the credentials name; null without credentials. Throws UNAUTHORIZED for bad ones. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<Actor | null> | Actor | null;

export interface ServeDeps extends AnswerDeps {
  readonly config: Pick<ServerConfig, 'readOnly' | 'siteUrl'>;
  readonly identify: Identify;
  readonly rateLimiter: RateLimiter;
  /** Null if public reads are not limited. */
  readonly publicLimit: PublicLimit | null;
  readonly bodyRooms: BodyRooms;
  readonly begun: BegunRequests;
  /** Whether the server is shutting down. */
  isDraining(): boolean;
}

/** Answers requests to one endpoint. */
export type Serve = (ctx: RequestContext, params: Readonly<Record<string, string | undefined>>) => Promise<void>;

/**
 * Makes the one path that every request to `endpoint` takes: who is calling, may they, are the address, query and body
 * valid; then the handler; then the answer. 401 and 403 come first, so that refused callers do not learn what exists.
 */
export function createServe(endpoint: Endpoint, deps: ServeDeps): Serve {
  const { readParams, readQuery, checkNames } = createAddressReader(endpoint);
  const { body: schema, bodyDefaults: defaults, bodyTypes: types, maxBodyBytes: maxBytes } = endpoint;
  const readBody = schema ? createBodyReader(schema, { defaults, types, maxBytes }) : async () => NO_BODY;
  const lines = createHeadLines(endpoint, deps.config.siteUrl);
  const serveVersion = endpoint.inVersion && createServe(endpoint.inVersion, deps);

  return async (ctx, values) => {
    const edition = deps.replies.edition();
    const search = new URLSearchParams(ctx.querystring);
    if (serveVersion && namesVersion(search, ctx.headers)) return serveVersion(ctx, values);
    const begun = deps.begun.get(ctx.req) ?? NOT_BEGUN;
    const findCaller = (): Promise<Actor | null> => findAllowed(endpoint, { headers: ctx.headers, search }, deps);
    let actor = await findCaller();
    // Nothing public can be written, whatever the method.
    if (endpoint.access === 'public') ctx.state.isRead = true;
    const standing = endpoint.access === 'public' ? admitPublic(ctx, begun, deps.publicLimit) : undefined;
    if (isWrite(endpoint)) checkWritable(deps);
    checkPath(ctx.path);
    if (tellsUnknown(endpoint) && prefersStrict(ctx.headers)) ctx.set('Preference-Applied', STRICT);
    checkNames(search, ctx.headers);
    const [params, query] = [readParams(values), readQuery(search)];
    const admission = admitAttempt(ctx, { endpoint, rateLimiter: deps.rateLimiter });
    const room = actor ? deps.bodyRooms.known : deps.bodyRooms.anonymous;
    // A body may take minutes to arrive, and its sender may have lost the right to send it by then.
    const onRead = async (): Promise<void> => {
      actor = await findCaller();
    };
    const { value: body, sent } = await readBody(ctx.req, { enter: () => room.enter(ctx.res), onRead });
    const call = toCall(
      { request: ctx.req, ip: ctx.ip, requestId: ctx.state.requestId, params, query, search },
      { actor, body, sent, ifMatch: ifMatchOf(endpoint, ctx), ...unreadBody(ctx, findCaller) },
    );
    admission?.countAccount(accountOf(call));
    const answered = toAnswered(begun) ?? { endpoint, answer: await endpoint.handle(call), edition };
    admission?.succeed();
    await writeAnswer(ctx, { answered, name: begun.name, lines, limits: standing?.lines ?? [] }, deps);
  };
}

const NOT_BEGUN: Begun = {};

/** The answer that the fast lane already got from the handler, if any. Throws what the handler threw. */
function toAnswered({ outcome }: Begun): HandledAnswer | undefined {
  if (outcome && 'error' in outcome) throw outcome.error;
  return outcome?.answered;
}

const NO_BODY = { value: undefined, sent: undefined };

/** @throws CmsError FORBIDDEN if the caller may write to changes only and the request is about what is live */
function requireChange(endpoint: Endpoint, { changesOnly }: Actor, headers: IncomingHttpHeaders): void {
  if (!changesOnly || endpoint.method === 'GET' || endpoint.forChangesOnly) return;
  if (endpoint.isInChanges && changeNamedIn(headers) !== undefined) return;
  throw forbidden('You may write to changes only: name one in the header Quire-Change');
}

type FindCaller = () => ReturnType<Identify>;

interface CredentialSource {
  readonly headers: IncomingHttpHeaders;
  readonly search: URLSearchParams;
}

/** The caller of an endpoint. Throws UNAUTHORIZED or FORBIDDEN if they may not call it at present. */
async function findAllowed(
  endpoint: Endpoint,
  { headers, search }: CredentialSource,
  deps: ServeDeps,
): Promise<Actor | null> {
  const actor = await authorize(endpoint, () => (endpoint.identify ?? deps.identify)(headers, search));
  if (actor) requireChange(endpoint, actor, headers);
  if (actor && isCookieChange(endpoint, actor, headers)) requireSameOrigin(headers, deps.config.siteUrl);
  return actor;
}

async function authorize({ access }: Endpoint, findCaller: FindCaller): Promise<Actor | null> {
  if (access === 'public' || access === 'open') return null;
  const actor = await findCaller();
  if (access === 'optional') return actor;
  if (!actor) throw unauthorized();
  if (!mayAct(actor.role, access)) throw forbidden(`This needs the role "${access}"`);
  return actor;
}

/** The ways to read a body that is not read here; each finds the caller again when all of it is there. */
const unreadBody = (
  ctx: RequestContext,
  findCaller: () => Promise<unknown>,
): Pick<Call, 'readForm' | 'readStream'> => ({
  readForm: readForm(ctx, findCaller),
  async *readStream(options) {
    yield* readChunks(ctx.req, options);
    await findCaller();
  },
});

/**
 * Whether a change is authorized by a cookie alone, which browsers send with requests of any site. A preview token in
 * the query is not a cookie.
 */
const isCookieChange = ({ method }: Endpoint, { preview }: Actor, headers: IncomingHttpHeaders): boolean =>
  method !== 'GET' && !preview && !namesCaller(headers);

function checkWritable({ config, isDraining }: ServeDeps): void {
  if (config.readOnly) throw unavailable('This server is read-only: nothing can be changed here', 3600);
  if (isDraining()) throw unavailable('This server is shutting down: try again shortly', 5);
}

/** Counts a request unless the fast lane has counted it. */
function admitPublic(ctx: RequestContext, begun: Begun, limit: PublicLimit | null): CallerQuota | undefined {
  const standing = begun.standing ?? limit?.count(ctx.ip);
  if (!standing) return undefined;
  const { lines, retryAfterSeconds } = standing;
  for (let at = 0; at < lines.length; at += 2) ctx.set(lines[at]!, lines[at + 1]!);
  if (retryAfterSeconds !== undefined) throw rateLimited('Too many requests', retryAfterSeconds);
  return standing;
}

/** Counts an attempt against its address before anything expensive is done for it, such as reading its body. */
const admitAttempt = (
  ctx: RequestContext,
  { endpoint: { rateLimit: name }, rateLimiter }: { readonly endpoint: Endpoint; readonly rateLimiter: RateLimiter },
): Admission | undefined => name && rateLimiter.admit({ name, address: ctx.ip, show: (headers) => ctx.set(headers) });

/** The account that an attempt is counted against: the caller's, else the one that a log-in names. */
function accountOf({ actor, body }: Call): string | undefined {
  if (actor) return actorRefName(actor);
  const email = (body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? emailKey(email) : undefined;
}

const ifMatchOf = ({ method }: Endpoint, ctx: RequestContext): string | undefined =>
  method === 'GET' ? undefined : readIfMatch(ctx.get('If-Match'));

/** RFC 9110, 13.1.1. Proxies that compress make strong tags weak; a revision names the same record either way. */
function readIfMatch(header: string): string | undefined {
  if (header === '' || header.trim() === '*') return undefined;
  const [, quoted, bare] = /^\s*(?:W\/)?(?:"([^",]*)"|([\w-]+))\s*$/.exec(header) ?? [];
  const tag = quoted ?? bare;
  if (tag === undefined) throw invalidAt([], 'If-Match must be one entity tag or *');
  return tag;
}
