import { type Invitation, invitation } from '../../model/entities/invitation.ts';
import { emailKey, roleName, type User, user } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { type CmsError, conflict, forbidden } from '../../model/errors.ts';
import { PERSON_LANGUAGES } from '../../model/personLanguage.ts';
import { because } from '../../model/reason.ts';
import { choice, flag, type Infer, object, text } from '../../model/schema/schema.ts';
import type { Action } from '../action.ts';
import { createDraft, createRecord, getRecord, type RecordTarget, removeDraft, updateRecord } from '../records.ts';
import { mergeInput } from './input.ts';

export const invitationInput = object(
  { email: text({ format: 'email', maxLength: 254 }) },
  { role: roleName(), changesOnly: flag(), language: choice(...PERSON_LANGUAGES) },
);
type InvitationInput = Infer<typeof invitationInput>;

/** What of a link is stored. */
export type LinkParts = Pick<Invitation, 'tokenHash' | 'expiresAt'>;

/** The refusal of a link that has been used, has expired or was never one; it does not say which. */
export const linkSpent = (): CmsError =>
  forbidden(because('linkSpent', 'The link has been used already, or has expired', {}));

/** Invites somebody; one at a time for each address, and none who is a user already. */
export const createInvitation = (input: InvitationInput, link: LinkParts): Action =>
  createRecord('invitation', ({ lookup, actor }, id) => {
    requireNewcomer(input.email, lookup);
    const invitedBy = actor.type === 'user' ? { invitedBy: actor.id } : {};
    return mergeInput<Invitation>(invitation, null, { ...input, ...link, ...invitedBy, key: String(id) });
  });

/** Gives an invitation another link; the one before works no more. */
export const renewInvitation = (target: RecordTarget, link: LinkParts): Action =>
  updateRecord('invitation', target, ({ data }, { lookup }) => {
    requireNewcomer(data.email, lookup);
    return { ...data, ...link };
  });

function requireNewcomer(email: string, lookup: Lookup): void {
  if (isUser(email, lookup))
    throw conflict(because('taken', `There is a user with the e-mail ${email}`, { value: email }), ['email']);
}

const isUser = (email: string, lookup: Lookup): boolean => lookup.find('user', 'byEmail', emailKey(email)).length > 0;

/** The invitation of a link that still works. @throws CmsError FORBIDDEN */
export function getOpenInvitation(lookup: Lookup, tokenHash: string, now: Date): Entry<Invitation> {
  const entry = lookup.find('invitation', 'byToken', tokenHash)[0];
  if (!entry || entry.data.expiresAt <= now.toISOString() || isUser(entry.data.email, lookup)) throw linkSpent();
  return entry;
}

/** The invitation of somebody whose address it is, unless it has expired. */
export function findOpenInvitation(
  lookup: Pick<Lookup, 'find'>,
  email: string,
  now: Date,
): Entry<Invitation> | undefined {
  const [entry] = lookup.find('invitation', 'byEmail', emailKey(email));
  return entry && entry.data.expiresAt > now.toISOString() ? entry : undefined;
}

type Newcomer = Pick<User, 'name' | 'passwordHash'> & Pick<Partial<User>, 'language' | 'role' | 'provider'>;

/**
 * Makes the invited person a user; the invitation is gone with the same write, so that its link works once.
 *
 * @param tokenHash of the link, which must still work when it is written
 */
export const acceptInvitation = (tokenHash: string, person: Newcomer): Action => ({
  name: 'invitation.accept',
  plan(context) {
    const invited = getOpenInvitation(context.lookup, tokenHash, context.now);
    const { email, role, changesOnly, language } = invited.data;
    const given = { email, role, ...(changesOnly && { changesOnly }), ...(language && { language }), ...person };
    return [
      createDraft('user', context, (id) => mergeInput<User>(user, null, { ...given, key: String(id) })),
      removeDraft('invitation', invited),
    ];
  },
});

/** Withdraws an invitation. */
export const removeInvitation = (target: RecordTarget): Action => ({
  name: 'invitation.remove',
  plan: ({ lookup }) => [removeDraft('invitation', getRecord(lookup, 'invitation', target.id))],
});
