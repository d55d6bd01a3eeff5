import type { MailWords } from './mailWords.ts';

/** The mails in English. */
export const enMails: MailWords = {
  hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  orOpen: 'If the button does not work, open this address:',
  reason: (siteName) => `This mail comes from the editorial system of ${siteName}.`,
  invitation: ({ siteName, inviter, link, until, onlyWay }) => ({
    subject: `${inviter} invites you to ${siteName}`,
    title: `Work with us on ${siteName}`,
    lines: [
      `${inviter} invites you to write and edit on ${siteName}.`,
      onlyWay === null
        ? 'Choose your name and a password, and you are in.'
        : `Sign in with ${onlyWay}, where this address is yours, and you are in.`,
    ],
    button: { label: 'Accept the invitation', link },
    notes: [`The link works once, until ${until}.`, 'If you do not expect this invitation, ignore this mail.'],
  }),
  reset: ({ siteName, link, until }) => ({
    subject: `A new password for ${siteName}`,
    title: 'Choose a new password',
    lines: [`Somebody, probably you, has asked for a new password for your account at ${siteName}.`],
    button: { label: 'Choose a new password', link },
    notes: [
      `The link works once, until ${until}.`,
      'If you have not asked for it, ignore this mail: your password stays as it is.',
    ],
  }),
  passwordChanged: ({ siteName, link }) => ({
    subject: `Your password for ${siteName} was changed`,
    title: 'Your password was changed',
    lines: [
      `The password of your account at ${siteName} was changed just now. All other sessions have ended.`,
      'If it was you, there is nothing to do. If it was not, choose a new password at once and tell an administrator.',
    ],
    button: { label: 'Choose a new password', link },
    notes: [],
  }),
  notices: ({ siteName, count, link, profile }) => ({
    subject: count === '1' ? `News for you on ${siteName}` : `${count} news for you on ${siteName}`,
    title: count === '1' ? 'News for you' : `${count} news for you`,
    lines: [],
    button: { label: 'Open the inbox', link },
    notes: [`You have chosen to get these mails. Choose otherwise in your profile: ${profile}`],
  }),
};
