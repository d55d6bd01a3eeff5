import type { MailWords } from './mailWords.ts';

/** The mails in German. */
export const deMails: MailWords = {
  hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  orOpen: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  reason: (siteName) => `Diese E-Mail kommt vom Redaktionssystem von ${siteName}.`,
  invitation: ({ siteName, inviter, link, until, onlyWay }) => ({
    subject: `${inviter} lädt Sie zu ${siteName} ein`,
    title: `Arbeiten Sie mit an ${siteName}`,
    lines: [
      `${inviter} lädt Sie ein, auf ${siteName} zu schreiben.`,
      onlyWay === null
        ? 'Wählen Sie Ihren Namen und ein Passwort, und schon sind Sie dabei.'
        : `Melden Sie sich mit ${onlyWay} an, wo Ihnen diese Adresse gehört, und schon sind Sie dabei.`,
    ],
    button: { label: 'Einladung annehmen', link },
    notes: [
      `Der Link gilt einmal, bis ${until}.`,
      'Falls Sie diese Einladung nicht erwarten, beachten Sie diese E-Mail nicht weiter.',
    ],
  }),
  reset: ({ siteName, link, until }) => ({
    subject: `Ein neues Passwort für ${siteName}`,
    title: 'Neues Passwort wählen',
    lines: [`Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${siteName}.`],
    button: { label: 'Neues Passwort wählen', link },
    notes: [
      `Der Link gilt einmal, bis ${until}.`,
      'Falls Sie das nicht waren, beachten Sie diese E-Mail nicht weiter: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
  passwordChanged: ({ siteName, link }) => ({
    subject: `Ihr Passwort für ${siteName} wurde geändert`,
    title: 'Ihr Passwort wurde geändert',
    lines: [
      `Das Passwort Ihres Kontos bei ${siteName} wurde gerade geändert. Alle anderen Sitzungen sind beendet.`,
      'Falls Sie das waren, ist nichts zu tun. Falls nicht, wählen Sie sofort ein neues Passwort und sagen Sie es einem Administrator.',
    ],
    button: { label: 'Neues Passwort wählen', link },
    notes: [],
  }),
  notices: ({ siteName, count, link, profile }) => ({
    subject: count === '1' ? `Neues für Sie bei ${siteName}` : `${count} Neuigkeiten für Sie bei ${siteName}`,
    title: count === '1' ? 'Neues für Sie' : `${count} Neuigkeiten für Sie`,
    lines: [],
    button: { label: 'Posteingang öffnen', link },
    notes: [`Sie haben diese E-Mails gewählt. In Ihrem Profil wählen Sie anders: ${profile}`],
  }),
};
