import type { PasswordReset } from '../../../auth/account/passwordReset.ts';
import type { AuditLog } from '../../../auth/audit/auditLog.ts';
import type { WaysToSignIn } from '../../../auth/signIn/ways.ts';
import type { AccountMails } from '../../../mail/accountMails.ts';
import type { Mail } from '../../../mail/openMail.ts';
import { actorRefName } from '../../../model/access.ts';
import type { Lookup } from '../../../model/entry.ts';
import { conflict, unauthorized } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { flag, object, text } from '../../../model/schema/schema.ts';
import { RESET_LINK } from '../../../view/shapes/access.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { dataResult } from '../../result.ts';
import { LINK_TOKEN, MAX_OPEN_BODY_BYTES, requireToken } from './invitations.ts';

export interface PasswordResetDeps {
  readonly lookup: Lookup;
  readonly passwordReset: PasswordReset;
  readonly mail: Pick<Mail, 'isOn'>;
  readonly accountMails: Pick<AccountMails, 'sendReset'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly findWays: () => Pick<WaysToSignIn, 'canReset'>;
}

/** New passwords for those who have lost theirs. */
export function passwordResetEndpoints(deps: PasswordResetDeps): Endpoint[] {
  const { lookup, passwordReset, mail, accountMails, audit, findWays } = deps;
  return [
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/auth/forgot', access: 'open' },
      summary: 'Ask for a link to set a new password; the answer is the same whether or not there is such a user',
      ...{ result: dataResult(object({ accepted: flag() })), rateLimit: 'reset' },
      body: { json: object({}, { email: text({ maxLength: 254 }) }), maxBytes: MAX_OPEN_BODY_BYTES },
      handle({ body: { email = '' }, ip }) {
        if (email === '') throw unauthorized('Send your e-mail address as `email`');
        if (findWays().canReset) passwordReset.ask({ email, ip });
        return { data: { accepted: true } };
      },
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/auth/reset/read', access: 'open' },
      summary: 'Read whose password a link sets',
      ...{ result: dataResult(object({ email: text() })), rateLimit: 'link', changes: 'own' },
      body: { json: object({}, LINK_TOKEN), maxBytes: MAX_OPEN_BODY_BYTES },
      handle: ({ body: { token } }) => ({ data: { email: passwordReset.findUser(requireToken(token)).data.email } }),
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/auth/reset', access: 'open' },
      summary: 'Set a new password by a link; ends all sessions, and logs nobody in',
      ...{ result: dataResult(object({ email: text() })), rateLimit: 'link' },
      body: {
        json: object({}, { ...LINK_TOKEN, password: text({ maxLength: 1000 }) }),
        maxBytes: MAX_OPEN_BODY_BYTES,
      },
      async handle({ body: { token, password = '' }, ip }) {
        const user = await passwordReset.use({ token: requireToken(token), password, ip });
        return { data: { email: user.data.email } };
      },
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/users/:id/reset', access: 'admin' },
      summary: 'Give a user a link to set a new password; without a mail server the answer holds it',
      ...{ result: dataResult(RESET_LINK), lateWrites: 'written', needsFreshProof: true },
      async handle({ params: { id }, actor, ip }) {
        const user = getRecord(lookup, 'user', id);
        const link = await passwordReset.createLink(user);
        if (!link) throw conflict(because('tooManyLinks', 'The user has several open links: use one of them', {}));
        await audit.append({ actor: actorRefName(actor), action: 'auth.forgot', record: `user/${id}`, ip, ok: true });
        if (mail.isOn) await accountMails.sendReset(user, link);
        return { data: { link: mail.isOn ? null : link.url } };
      },
    }),
  ];
}
