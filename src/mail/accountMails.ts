import type { AccountLink } from '../auth/account/accountLink.ts';
import type { Actor } from '../model/access.ts';
import type { Invitation } from '../model/entities/invitation.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { ProviderConfig } from '../model/signIn/providerConfig.ts';
import { siteLanguage } from '../model/siteSettings.ts';
import type { Announcements } from '../site/announcements.ts';
import type { Mail } from './openMail.ts';

/** The mails about people's accounts. */
export interface AccountMails {
  sendInvitation(invited: Entry<Invitation>, link: AccountLink, inviter: Pick<Actor, 'name'>): Promise<void>;
  sendReset(user: Entry<User>, link: AccountLink): Promise<void>;
}

interface Parts {
  readonly mail: Pick<Mail, 'isOn' | 'send'>;
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly siteUrl: string;
  /** The organisation's own sign-in; null if there is none. */
  readonly provider: ProviderConfig | null;
  readonly announcements: Pick<Announcements, 'subscribe'>;
  onError(error: unknown): void;
}

/** Besides what is asked for, it tells users whose password has changed, whoever has changed it. */
export function createAccountMails(parts: Parts): AccountMails {
  const { mail, lookup, siteUrl, provider, announcements, onError } = parts;
  const toUser = ({ id, data }: Entry<User>) => ({
    to: { email: data.email, name: data.name },
    language: data.language ?? siteLanguage(lookup),
    about: `user/${id}`,
  });
  const sendChange = (user: Entry<User>): Promise<void> =>
    mail.send({
      ...toUser(user),
      template: 'passwordChanged',
      values: { link: `${siteUrl}/admin/account/forgot` },
    });

  if (mail.isOn)
    announcements.subscribe((changes) => {
      for (const change of changes) {
        if (change.kind !== 'user' || !change.before || !change.after) continue;
        // Changes of the kind `user` hold users.
        const [before, after] = [change.before as Entry<User>, change.after as Entry<User>];
        // To the address from before: whoever takes an account over may have changed both.
        if (before.data.passwordHash !== after.data.passwordHash) sendChange(before).catch(onError);
      }
    });

  return {
    sendInvitation: ({ id, data }, { url, expiresAt }, { name }) =>
      mail.send({
        to: { email: data.email, name: null },
        language: data.language ?? siteLanguage(lookup),
        template: 'invitation',
        values: { inviter: name, link: url, until: expiresAt, onlyWay: provider?.isOnly ? provider.name : null },
        ...{ about: `invitation/${id}`, until: expiresAt },
      }),
    sendReset: (user, { url, expiresAt }) =>
      mail.send({
        ...toUser(user),
        ...{ template: 'reset', values: { link: url, until: expiresAt }, until: expiresAt },
      }),
  };
}
