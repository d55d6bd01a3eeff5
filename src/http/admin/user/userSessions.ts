import type { AuditLog } from '../../../auth/audit/auditLog.ts';
import type { Credentials } from '../../../auth/credentials.ts';
import type { RequestHeaders } from '../../../auth/session/sessionCookie.ts';
import type { SessionNote, SessionNotes } from '../../../auth/session/sessionNotes.ts';
import type { Sessions } from '../../../auth/session/sessions.ts';
import { type Actor, actorRefName } from '../../../model/access.ts';
import type { Lookup } from '../../../model/entry.ts';
import { invalidAt, notFound } from '../../../model/errors.ts';
import { showSession } from '../../../view/admin/records.ts';
import { SESSION } from '../../../view/shapes/access.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
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

  async function list(userId: number, headers: RequestHeaders, range: { limit?: number; offset?: number }) {
    const identity = await credentials.findIdentity(headers);
    return answerWholeList(openOf(userId), range, (note) => showSession(note, note.id === identity?.claims.sessionId));
  }

  async function end(userId: number, session: string, { actor, ip }: { actor: Actor; ip: string }) {
    if (!openOf(userId).some(({ id }) => id === session)) throw notFound('Session');
    await sessions.end(session);
    notes.forget(session);
    const record = `user/${userId}`;
    await audit.append({ actor: actorRefName(actor), action: 'auth.end', record, ip, ok: true });
    return { data: { deleted: true } };
  }

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/auth/sessions',
      summary: 'List your own sessions',
      access: 'viewer',
      result: listResult(SESSION),
      query: wholeListQuery,
      handle: ({ query, actor, headers }) => list(userOf(actor), headers, query),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/auth/sessions/:session',
      summary: 'End one of your own sessions with all its tokens',
      access: 'viewer',
      result: deletedResult(),
      changes: 'own',
      handle: ({ params, actor, ip }) => end(userOf(actor), params.session, { actor, ip }),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/users/:id/sessions',
      summary: 'List the sessions of a user',
      access: 'admin',
      result: listResult(SESSION),
      query: wholeListQuery,
      handle: ({ params, query, headers }) => list(getRecord(lookup, 'user', params.id).id, headers, query),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/users/:id/sessions/:session',
      summary: 'End a session of a user with all its tokens',
      access: 'admin',
      result: deletedResult(),
      changes: 'server',
      handle: ({ params, actor, ip }) => end(getRecord(lookup, 'user', params.id).id, params.session, { actor, ip }),
    }),
  ];
}

function userOf({ type, id }: Actor): number {
  if (type !== 'user') throw invalidAt([], 'An API key has no session');
  return id;
}
