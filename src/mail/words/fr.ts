import type { MailWords } from './mailWords.ts';

/** The mails in French. */
export const frMails: MailWords = {
  hello: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
  orOpen: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  reason: (siteName) => `Cet e-mail vient du système éditorial de ${siteName}.`,
  invitation: ({ siteName, inviter, link, until, onlyWay }) => ({
    subject: `${inviter} vous invite sur ${siteName}`,
    title: `Travaillez avec nous sur ${siteName}`,
    lines: [
      `${inviter} vous invite à écrire et à éditer sur ${siteName}.`,
      onlyWay === null
        ? 'Choisissez votre nom et un mot de passe, et vous y êtes.'
        : `Connectez-vous avec ${onlyWay}, où cette adresse est la vôtre, et vous y êtes.`,
    ],
    button: { label: 'Accepter l’invitation', link },
    notes: [
      `Le lien fonctionne une fois, jusqu’au ${until}.`,
      'Si vous n’attendiez pas cette invitation, ignorez cet e-mail.',
    ],
  }),
  reset: ({ siteName, link, until }) => ({
    subject: `Un nouveau mot de passe pour ${siteName}`,
    title: 'Choisissez un nouveau mot de passe',
    lines: [`Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte sur ${siteName}.`],
    button: { label: 'Choisir un nouveau mot de passe', link },
    notes: [
      `Le lien fonctionne une fois, jusqu’au ${until}.`,
      'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste tel quel.',
    ],
  }),
  passwordChanged: ({ siteName, link }) => ({
    subject: `Votre mot de passe pour ${siteName} a changé`,
    title: 'Votre mot de passe a changé',
    lines: [
      `Le mot de passe de votre compte sur ${siteName} vient d’être changé. Toutes les autres sessions ont pris fin.`,
      'Si c’était vous, il n’y a rien à faire. Sinon, choisissez aussitôt un nouveau mot de passe et prévenez un administrateur.',
    ],
    button: { label: 'Choisir un nouveau mot de passe', link },
    notes: [],
  }),
  notices: ({ siteName, count, link, profile }) => ({
    subject: count === '1' ? `Du nouveau pour vous sur ${siteName}` : `${count} nouveautés pour vous sur ${siteName}`,
    title: count === '1' ? 'Du nouveau pour vous' : `${count} nouveautés pour vous`,
    lines: [],
    button: { label: 'Ouvrir la boîte de réception', link },
    notes: [`Vous avez choisi ces e-mails. Vous pouvez changer ce choix dans votre profil : ${profile}`],
  }),
};
