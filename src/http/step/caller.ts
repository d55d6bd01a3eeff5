import type { IncomingHttpHeaders } from 'node:http';
import { namesCaller } from '../../auth/session/sessionCookie.ts';
import { type Actor, type ActorSession, mayAct, type SessionNeeds } from '../../model/access.ts';
import { forbidden, unauthorized } from '../../model/errors.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { Kind } from '../../model/records.ts';
import type { Right } from '../../model/rights/rights.ts';
import { kindLabel } from '../../write/records.ts';
import { type Endpoint, type HttpMethod, isForChangesOnly } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { requireSameOrigin } from '../header/sameOrigin.ts';
import { changeNamedIn } from '../request/changeName.ts';
import type { Check } from './step.ts';

/** The caller that the credentials name; null without credentials. Throws UNAUTHORIZED for bad ones. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<Actor | null> | Actor | null;

/** The same where preview tokens, which may stand in the query, are accepted too. */
export type IdentifyPreviewer = (
  headers: IncomingHttpHeaders,
  search: URLSearchParams,
) => Promise<Actor | null> | Actor | null;

export interface CallerDeps {
  readonly identify: Identify;
  readonly identifyPreviewer: IdentifyPreviewer;
  readonly siteUrl: string;
}

/** The caller of an endpoint. Throws UNAUTHORIZED or FORBIDDEN if they may not call it at present. */
export type FindCaller = (endpoint: Endpoint, exchange: Exchange) => Promise<Actor | null>;

export function createFindCaller({ identify, identifyPreviewer, siteUrl }: CallerDeps): FindCaller {
  return async (endpoint, { headers, search }) => {
    const { access } = endpoint;
    if (access === 'public' || access === 'open') return null;
    const actor = await (access === 'preview' ? identifyPreviewer(headers, search) : identify(headers));
    if (access !== 'optional') requireAccess(endpoint, actor, access === 'preview' ? 'viewer' : access);
    if (actor) requireChange(endpoint, actor, headers);
    if (actor && isCookieChange(endpoint, actor, headers)) requireSameOrigin(headers, siteUrl);
    if (actor?.session) requireProof(endpoint, actor.session);
    return actor;
  };
}

/** Finds the caller. 401 and 403 come before anything else, so that refused callers do not learn what exists. */
export const requireCaller =
  (findCaller: FindCaller): Check<Exchange> =>
  (endpoint) =>
    isForAnybody(endpoint)
      ? undefined
      : async (exchange) => {
          exchange.actor = await findCaller(endpoint, exchange);
        };

/** Whether nobody asks who calls. */
export const isForAnybody = ({ access }: Endpoint): boolean => access === 'public' || access === 'open';

function requireAccess({ method, kind }: Endpoint, actor: Actor | null, role: Actor['role']): void {
  if (!actor) throw unauthorized();
  if (kind !== undefined && !actor.rights.isBuiltIn) requireAnyRight(kind, method, actor);
  else if (!mayAct(actor.role, role)) throw forbidden(because('role', `This needs the role "${role}"`, { role }));
}

/** Which records of the kind they are is judged later, one by one. */
function requireAnyRight(kind: Kind, method: HttpMethod, { rights }: Actor): void {
  const asked = method === 'GET' ? READING : WRITING;
  if (asked.some((right) => rights.mayEver(right, kind))) return;
  const [right] = asked;
  const message = `Your role may not ${right} any ${kindLabel(kind).toLowerCase()}`;
  throw forbidden(because('noRightOnKind', message, { right, kind }));
}

const READING = ['read'] as const satisfies readonly Right[];
const WRITING = ['update', 'create', 'delete', 'publish', 'restore'] as const satisfies readonly Right[];

/** @throws CmsError FORBIDDEN if the caller's session does not suffice, for anything or for a dangerous step */
function requireProof({ isForSetUp, needsFreshProof }: SessionNeeds, { lacks, isProvedLately }: ActorSession): void {
  if (lacks && !isForSetUp) throw forbidden(LACKS[lacks]);
  if (needsFreshProof && !isProvedLately)
    throw forbidden(because('needsFreshProof', 'Prove who you are once more, then try again', {}));
}

const LACKS: Readonly<Record<NonNullable<ActorSession['lacks']>, Wording>> = {
  secondFactor: because('lacksSecondFactor', 'Set up your second factor first: your role requires it', {}),
  passkey: because('lacksPasskey', 'Set up a passkey, and sign in with it: your role requires it', {}),
};

/** @throws CmsError FORBIDDEN if the caller may write to changes only and the request is about what is live */
function requireChange(endpoint: Endpoint, { changesOnly }: Actor, headers: IncomingHttpHeaders): void {
  if (!changesOnly || isForChangesOnly(endpoint)) return;
  if (endpoint.site?.findInChange && changeNamedIn(headers) !== undefined) return;
  throw forbidden(because('proposesOnly', 'You may write to changes only: name one in the header Quire-Change', {}));
}

/**
 * Whether a change is authorized by a cookie alone, which browsers send with requests of any site. A preview token in
 * the query is not a cookie.
 */
const isCookieChange = ({ method }: Endpoint, { preview }: Actor, headers: IncomingHttpHeaders): boolean =>
  method !== 'GET' && !preview && !namesCaller(headers);
