import type { AuditLog } from '../../../auth/audit/auditLog.ts';
import type { Credentials } from '../../../auth/credentials.ts';
import type { RequestHeaders } from '../../../auth/session/sessionCookie.ts';
import type { SessionNote, SessionNotes } from '../../../auth/session/sessionNotes.ts';
import type { Sessions } from '../../../auth/session/sessions.ts';
import { addressKey } from '../../../lib/net/addressKey.ts';
import { isPublicAddress } from '../../../lib/net/isPublicAddress.ts';
import { type Actor, actorRefName } from '../../../model/access.ts';
import type { Lookup } from '../../../model/entry.ts';
import { invalidAt, notFound } from '../../../model/errors.ts';
import { showSession } from '../../../view/admin/records.ts';
import { SESSION } from '../../../view/shapes/access.ts';
import { getRecord } from '../../../write/records.ts';
import { type Call, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { deletedResult, listResult } from '../../result.ts';

export interface UserSessionDeps {
  readonly lookup: Lookup;
  readonly credentials: Pick<Credentials, 'findIdentity'>;
  readonly sessions: Sessions;
  readonly notes: SessionNotes;
  readonly audit: AuditLog;
}

/** Lists and ends sessions: one's own for everybody, those of others for admins. */
export function userSessionEndpoints({ lookup, credentials, sessions, notes, audit }: UserSessionDeps): Endpoint[] {
  const openOf = (userId: number): readonly SessionNote[] =>
    notes.of(userId).filter(({ id }) => !sessions.hasEnded(id));

  const findCurrent = async (headers: RequestHeaders): Promise<string | undefined> =>
    (await credentials.findIdentity(headers))?.claims.sessionId;

  async function list(userId: number, call: Pick<Call, 'headers' | 'ip'>, range: { limit?: number; offset?: number }) {
    const current = await findCurrent(call.headers);
    const show = (note: SessionNote): object =>
      showSession({ ...note, network: networkOf(note.ip, call.ip) }, note.id === current);
    return answerWholeList(openOf(userId), range, show);
  }

  async function end(userId: number, ids: readonly string[], { actor, ip }: { actor: Actor; ip: string }) {
    for (const id of ids) {
      await sessions.end(id);
      notes.forget(id);
    }
    const record = `user/${userId}`;
    await audit.append({ actor: actorRefName(actor), action: 'auth.end', record, ip, ok: true });
    return { data: { deleted: true } };
  }
  function endOne(userId: number, session: string, call: { actor: Actor; ip: string }) {
    if (!openOf(userId).some(({ id }) => id === session)) throw notFound('Session');
    return end(userId, [session], call);
  }

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/sessions',
      summary: 'List your own sessions',
      access: 'viewer',
      result: listResult(SESSION),
      query: wholeListQuery,
      handle: ({ query, actor, ...call }) => list(userOf(actor), call, query),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/sessions/:session',
      summary: 'End one of your own sessions with all its tokens',
      access: 'viewer',
      result: deletedResult(),
      changes: 'own',
      handle: ({ params, ...call }) => endOne(userOf(call.actor), params.session, call),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/sessions',
      summary: 'End all of your own sessions but this one',
      access: 'viewer',
      result: deletedResult(),
      changes: 'own',
      async handle({ headers, ...call }) {
        const userId = userOf(call.actor);
        const current = await findCurrent(headers);
        const others = openOf(userId).filter(({ id }) => id !== current);
        return end(
          userId,
          others.map(({ id }) => id),
          call,
        );
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/users/:id/sessions',
      summary: 'List the sessions of a user',
      access: 'admin',
      result: listResult(SESSION),
      query: wholeListQuery,
      handle: ({ params, query, ...call }) => list(getRecord(lookup, 'user', params.id).id, call, query),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/users/:id/sessions/:session',
      summary: 'End a session of a user with all its tokens',
      access: 'admin',
      result: deletedResult(),
      changes: 'server',
      handle: ({ params, ...call }) => endOne(getRecord(lookup, 'user', params.id).id, params.session, call),
    }),
  ];
}

/** Where a session was begun, as seen from a request: at the same network, at another one that is not public, elsewhere. */
function networkOf(begun: string | null, asking: string): 'same' | 'private' | 'public' | null {
  if (begun === null || addressKey(begun) === '') return null;
  if (addressKey(begun) === addressKey(asking)) return 'same';
  return isPublicAddress(begun) ? 'public' : 'private';
}

function userOf({ type, id }: Actor): number {
  if (type !== 'user') throw invalidAt([], 'An API key has no session');
  return id;
}
