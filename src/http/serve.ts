import type { IncomingHttpHeaders } from 'node:http';
import { namesCaller } from '../auth/sessionCookie.ts';
import type { Config } from '../config.ts';
import { type Actor, mayAct } from '../model/access.ts';
import { emailKey } from '../model/entities/user.ts';
import { forbidden, invalidAt, unauthorized, unavailable } from '../model/errors.ts';
import { type AnswerDeps, setLines, writeAnswer, writeKnown } from './answer/answer.ts';
import { type Call, type Endpoint, isWrite } from './endpoint.ts';
import { createAnswerName } from './public/answerName.ts';
import type { PublicLimit } from './public/publicLimit.ts';
import { type Admission, type RateLimiter, rateLimited } from './rateLimit.ts';
import { createBodyReader } from './request/body.ts';
import type { BodyRooms } from './request/bodyRoom.ts';
import { readForm } from './request/form.ts';
import { changeNamedIn } from './request/inChange.ts';
import { checkPath, createParamsReader } from './request/params.ts';
import { createQueryReader } from './request/query.ts';
import { prefersStrict, STRICT, tellsUnknown } from './request/tellUnknown.ts';
import { requireSameOrigin } from './sameOrigin.ts';
import type { Context } from './state.ts';
import { namesVersion } from './version/askedVersion.ts';

/** Who the credentials name; null without any. Throws UNAUTHORIZED for bad ones. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<Actor | null> | Actor | null;

export interface ServeDeps extends AnswerDeps {
  readonly config: Pick<Config, 'readOnly' | 'siteUrl'>;
  readonly identify: Identify;
  readonly rateLimiter: RateLimiter;
  /** Null without one. */
  readonly publicLimit: PublicLimit | null;
  readonly bodyRooms: BodyRooms;
  /** Whether the server is shutting down. */
  isDraining(): boolean;
}

/** Answers requests to one endpoint. */
export type Serve = (ctx: Context, params: Readonly<Record<string, string | undefined>>) => Promise<void>;

/**
 * Makes the one path that every request to `endpoint` takes: who is it, may they, are the address, the query and the
 * body sound; then the handler; then the answer. 401 and 403 come before anything tells what there is.
 */
export function createServe(endpoint: Endpoint, deps: ServeDeps): Serve {
  const readParams = createParamsReader(endpoint.path);
  const readQuery = endpoint.query ? createQueryReader(endpoint.query) : () => ({});
  const nameAnswer = createAnswerName(endpoint);
  const { body: schema, bodyDefaults: defaults, bodyTypes: types, maxBodyBytes: maxBytes } = endpoint;
  const readBody = schema ? createBodyReader(schema, { defaults, types, maxBytes }) : async () => NO_BODY;

  const serveVersion = endpoint.inVersion && createServe(endpoint.inVersion, deps);

  return async (ctx, values) => {
    const edition = deps.replies.edition();
    const search = new URLSearchParams(ctx.querystring);
    if (serveVersion && namesVersion(search, ctx.headers)) return serveVersion(ctx, values);
    const actor = await authorize(endpoint, () => (endpoint.identify ?? deps.identify)(ctx.headers, search));
    if (actor) requireChange(endpoint, actor, ctx.headers);
    if (actor && isCookieChange(endpoint, ctx.headers)) requireSameOrigin(ctx.headers, deps.config.siteUrl);
    // Nothing public can be written, whatever the method.
    if (endpoint.access === 'public') ctx.state.isRead = true;
    if (endpoint.access === 'public' && deps.publicLimit) admitPublic(ctx, deps.publicLimit);
    if (isWrite(endpoint)) checkWritable(deps);
    endpoint.precondition?.();
    checkPath(ctx.path);
    if (tellsUnknown(endpoint) && prefersStrict(ctx.headers)) ctx.set('Preference-Applied', STRICT);
    const [params, query] = [readParams(values), readQuery(search)];
    const admission = admitAttempt(ctx, { endpoint, rateLimiter: deps.rateLimiter });
    const room = actor ? deps.bodyRooms.known : deps.bodyRooms.anonymous;
    const { value: body, sent } = await readBody(ctx.req, () => room.enter(ctx.res));
    const call: Call = {
      params,
      query,
      body,
      sent,
      actor,
      ifMatch: endpoint.method === 'GET' ? undefined : readIfMatch(ctx.get('If-Match')),
      headers: ctx.headers,
      ip: ctx.ip,
      requestId: ctx.state.requestId,
      search,
      request: ctx.req,
      readForm: readForm(ctx),
    };
    admission?.countAccount(accountOf(call));
    const name = endpoint.method === 'GET' ? nameAnswer(call) : deps.replies.nameOf(ctx.req);
    const known = name && endpoint.access === 'public' ? deps.replies.find({ name, headers: ctx.headers }) : undefined;
    if (known) return writeKnown(ctx, known, deps);
    const answered = deps.reads.madeFor(ctx.req) ?? { endpoint, answer: await endpoint.handle(call), edition };
    admission?.succeed();
    await writeAnswer(ctx, { name, ...answered }, deps);
  };
}

const NO_BODY = { value: undefined, sent: undefined };

/** @throws CmsError FORBIDDEN where the caller may write to changes only, and this is none */
function requireChange(endpoint: Endpoint, { changesOnly }: Actor, headers: IncomingHttpHeaders): void {
  if (!changesOnly || endpoint.method === 'GET' || endpoint.forChangesOnly) return;
  if (endpoint.isInChanges && changeNamedIn(headers) !== undefined) return;
  throw forbidden('You may write to changes only: the header Quire-Change names one');
}

type FindCaller = () => ReturnType<Identify>;

async function authorize({ access }: Endpoint, findCaller: FindCaller): Promise<Actor | null> {
  if (access === 'public' || access === 'open') return null;
  const actor = await findCaller();
  if (access === 'optional') return actor;
  if (!actor) throw unauthorized();
  if (!mayAct(actor.role, access)) throw forbidden(`This needs the role ${access}`);
  return actor;
}

/** Whether only a cookie, which browsers send along whoever asks them to, allows to change something. */
const isCookieChange = ({ method }: Endpoint, headers: IncomingHttpHeaders): boolean =>
  method !== 'GET' && !namesCaller(headers);

function checkWritable({ config, isDraining }: ServeDeps): void {
  if (config.readOnly) throw unavailable('This server is read-only: nothing can be changed here', 3600);
  if (isDraining()) throw unavailable('This server is shutting down', 5);
}

function admitPublic(ctx: Context, limit: PublicLimit): void {
  const { lines, retryAfterSeconds } = limit.standing(ctx.req, ctx.ip);
  setLines(ctx, lines);
  if (retryAfterSeconds !== undefined) throw rateLimited('Too many requests', retryAfterSeconds);
}

/** Counts an attempt against its address before anything that costs time is done for it, such as reading its body. */
const admitAttempt = (
  ctx: Context,
  { endpoint: { rateLimit: name }, rateLimiter }: { readonly endpoint: Endpoint; readonly rateLimiter: RateLimiter },
): Admission | undefined => name && rateLimiter.admit({ name, address: ctx.ip, show: (headers) => ctx.set(headers) });

/** Whom an attempt is counted against: who calls, else whom a log-in names. */
function accountOf({ actor, body }: Call): string | undefined {
  if (actor) return `${actor.type}/${actor.id}`;
  const email = (body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? emailKey(email) : undefined;
}

/** RFC 9110, 13.1.1. Proxies that compress make strong tags weak; a revision names the same record either way. */
function readIfMatch(header: string): string | undefined {
  if (header === '' || header.trim() === '*') return undefined;
  const [, quoted, bare] = /^\s*(?:W\/)?(?:"([^",]*)"|([\w-]+))\s*$/.exec(header) ?? [];
  const tag = quoted ?? bare;
  if (tag === undefined) throw invalidAt([], 'If-Match must hold one entity tag or *');
  return tag;
}
