import type { AccountLink, MakeAccountLink } from '../../../auth/account/accountLink.ts';
import { hashCredential } from '../../../auth/apiKeys.ts';
import type { AuditLog } from '../../../auth/audit/auditLog.ts';
import { type Passwords, passwordProblems } from '../../../auth/password/passwords.ts';
import { passwordsOff } from '../../../auth/provider/account.ts';
import type { AccountMails } from '../../../mail/accountMails.ts';
import type { Mail, MailState } from '../../../mail/openMail.ts';
import { type Actor, SYSTEM } from '../../../model/access.ts';
import type { Invitation } from '../../../model/entities/invitation.ts';
import { compareEntryIds, type Entry } from '../../../model/entry.ts';
import { CmsError, invalid, unauthorized } from '../../../model/errors.ts';
import { PERSON_LANGUAGES, type PersonLanguage } from '../../../model/personLanguage.ts';
import { choice, label, object, text } from '../../../model/schema/schema.ts';
import type { ProviderConfig } from '../../../model/signIn/providerConfig.ts';
import { siteLanguage, siteSettings } from '../../../model/siteSettings.ts';
import { showInvitation, showUser } from '../../../view/admin/records.ts';
import { INVITATION, NEW_INVITATION, OPEN_INVITATION, USER } from '../../../view/shapes/access.ts';
import {
  acceptInvitation,
  createInvitation,
  getOpenInvitation,
  invitationInput,
  removeInvitation,
  renewInvitation,
} from '../../../write/record/invitation.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { dataResult, deletedResult, listResult } from '../../result.ts';
import { type CrudDeps, firstEntry } from '../crud.ts';

export interface InvitationDeps extends CrudDeps {
  readonly passwords: Pick<Passwords, 'hash'>;
  /** The organisation's own sign-in; where it alone lets people in, an invitation makes no password. */
  readonly provider: ProviderConfig | null;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly makeLink: MakeAccountLink;
  readonly mail: Pick<Mail, 'isOn' | 'states'>;
  readonly accountMails: Pick<AccountMails, 'sendInvitation'>;
}

/**
 * What links hold, with some room. It is the credential of those who have no other, so its absence is answered like that
 * of any credential (`requireToken`).
 */
export const LINK_TOKEN = { token: text({ maxLength: 200 }) };

/** @throws CmsError UNAUTHORIZED without a token */
export function requireToken(token: string | undefined): string {
  if (!token) throw unauthorized('Send what the link holds as `token`');
  return token;
}

/** The largest body that callers without a session may send. */
export const MAX_OPEN_BODY_BYTES = 4 * 1024;

/** Inviting people, and accepting. */
export const invitationEndpoints = (deps: InvitationDeps): Endpoint[] => [
  ...invitingEndpoints(deps),
  ...acceptingEndpoints(deps),
];

const ADMIN = { access: 'admin' } as const;

function invitingEndpoints(deps: InvitationDeps): Endpoint[] {
  const { lookup, writer, mail, makeLink } = deps;
  const show = (entry: Entry<Invitation>, state: MailState | undefined): object =>
    showInvitation(entry, { lookup, now: deps.clock(), mail: state ?? null });

  /** Shows the link only where nobody has been sent it. */
  async function answerNew(entry: Entry<Invitation>, link: AccountLink, actor: Actor) {
    const isSent = await sendInvitation(entry, link, actor, deps);
    return { data: { ...show(entry, isSent ? 'pending' : undefined), link: isSent ? null : link.url } };
  }

  return [
    defineEndpoint({
      ...{ method: 'GET', path: '/api/admin/invitations', ...ADMIN },
      summary: 'List the people who are invited and have not accepted yet',
      result: listResult(INVITATION),
      query: wholeListQuery,
      handle({ query }) {
        const states = mail.states();
        return answerWholeList([...lookup.all('invitation')].sort(compareEntryIds), query, (entry) =>
          show(entry, states.get(`invitation/${entry.id}`)),
        );
      },
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/invitations', ...ADMIN, needsFreshProof: true },
      summary: 'Invite somebody by e-mail; without a mail server the answer holds the link to pass on',
      result: dataResult(NEW_INVITATION, { status: 201 }),
      body: { json: invitationInput, echoes: [INVITATION] },
      async handle({ body, actor }) {
        const link = makeLink('invitation');
        const written = await writer.write(createInvitation(body, partsOf(link)), actor);
        return { ...(await answerNew(firstEntry<'invitation'>(written), link, actor)), status: 201 };
      },
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/invitations/:id/resend', ...ADMIN, needsFreshProof: true },
      summary: 'Send an invitation again, with a new link; the one before works no more',
      ...{ result: dataResult(NEW_INVITATION), lateWrites: 'written' },
      async handle({ params: { id }, actor }) {
        const link = makeLink('invitation');
        const written = await writer.write(renewInvitation({ id }, partsOf(link)), actor);
        return answerNew(firstEntry<'invitation'>(written), link, actor);
      },
    }),
    defineEndpoint({
      ...{ method: 'DELETE', path: '/api/admin/invitations/:id', ...ADMIN, needsFreshProof: true },
      summary: 'Withdraw an invitation; its link works no more',
      ...{ result: deletedResult(), lateWrites: 'written' },
      async handle({ params: { id }, actor }) {
        await writer.write(removeInvitation({ id }), actor);
        return { data: { deleted: true } };
      },
    }),
  ];
}

const partsOf = ({ tokenHash, expiresAt }: AccountLink) => ({ tokenHash, expiresAt });

/** Whether the mail is on its way; if not, the link is the inviter's to pass on. */
async function sendInvitation(
  entry: Entry<Invitation>,
  link: AccountLink,
  actor: Actor,
  { mail, accountMails }: InvitationDeps,
): Promise<boolean> {
  if (!mail.isOn) return false;
  try {
    await accountMails.sendInvitation(entry, link, actor);
    return true;
  } catch (error) {
    if (error instanceof CmsError) return false;
    throw error;
  }
}

function acceptingEndpoints({ lookup, writer, passwords, provider, audit, clock }: InvitationDeps): Endpoint[] {
  const findInvitation = (token: string): Entry<Invitation> =>
    getOpenInvitation(lookup, hashCredential(token), clock());

  async function accept(token: string, person: { name: string; password: string; language?: PersonLanguage }) {
    const { password, ...rest } = person;
    if (provider?.isOnly) throw passwordsOff(provider);
    findInvitation(token);
    const weak = passwordProblems(password);
    if (weak.length > 0) throw invalid(weak);
    const action = acceptInvitation(hashCredential(token), { ...rest, passwordHash: await passwords.hash(password) });
    return firstEntry<'user'>(await writer.write(action, SYSTEM));
  }

  return [
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/invitations/read', access: 'open' },
      summary: 'Read the invitation that a link holds',
      ...{ result: dataResult(OPEN_INVITATION), rateLimit: 'link', changes: 'own' },
      body: { json: object({}, LINK_TOKEN), maxBytes: MAX_OPEN_BODY_BYTES },
      handle({ body: { token } }) {
        const { data } = findInvitation(requireToken(token));
        const { email, role, language = siteLanguage(lookup), invitedBy = 0 } = data;
        const inviter = lookup.get('user', invitedBy)?.data.name ?? null;
        return { data: { email, role, language, invitedBy: inviter, siteName: siteSettings(lookup).siteName } };
      },
    }),
    defineEndpoint({
      ...{ method: 'POST', path: '/api/admin/invitations/accept', access: 'open' },
      summary: 'Accept an invitation with a name and a password: makes the user, who can log in then',
      ...{ result: dataResult(USER, { status: 201 }), rateLimit: 'link' },
      body: {
        // Nothing is required here, so that a missing token is reported before a missing name.
        json: object(
          {},
          {
            ...LINK_TOKEN,
            name: label(200),
            password: text({ maxLength: 1000 }),
            language: choice(...PERSON_LANGUAGES),
          },
        ),
        maxBytes: MAX_OPEN_BODY_BYTES,
      },
      async handle({ body: { token, name = '', password = '', language }, ip }) {
        const person = { name, password, ...(language && { language }) };
        const user = await accept(requireToken(token), person).catch(async (error) => {
          if (error instanceof CmsError && error.code === 'FORBIDDEN')
            await audit.append({ actor: 'anonymous', action: 'invitation.accept', ip, ok: false });
          throw error;
        });
        const record = `user/${user.id}`;
        await audit.append({ actor: record, action: 'invitation.accept', record, ip, ok: true });
        return { data: showUser(user), status: 201 };
      },
    }),
  ];
}
