import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  reviewLinks: {
    title: 'Prüfende ohne Konto',
    about:
      'Ein Link zeigt allen, die ihn haben, diese Änderung und sonst nichts von der Website. Sie können kommentieren und unter einem Namen Ja oder Nein sagen.',
    make: 'Neuer Link',
    makeIt: 'Link erstellen',
    whom: 'Für wen',
    howLong: 'Gilt',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tage',
    made: 'Der Link ist erstellt',
    pass: 'Geben Sie ihn selbst weiter. Wer ihn hat, kann diese Änderung lesen.',
    open: 'Offen bis',
    expired: 'Abgelaufen',
    revoked: 'Beendet',
    end: 'Beenden',
    guest: 'Gast',
    saidYes: 'Ja, das kann veröffentlicht werden.',
    saidNo: 'Nein, so nicht.',
    outdated: '(seither bearbeitet)',
    goneTitle: 'Hier gibt es nichts zu sehen',
    gone: 'Dieser Link zeigt nichts mehr. Bitten Sie um einen neuen.',
    intro: 'Sie werden gebeten, das zu lesen, bevor es veröffentlicht wird.',
    yourName: 'Ihr Name',
    yourNameHelp: 'Er steht bei dem, was Sie sagen.',
    tooLarge: 'Es unterscheidet sich zu viel, um es hier zu zeigen. Fragen Sie, wer den Link geschickt hat.',
    general: 'Alles zusammen',
    preview: 'Vorschau',
    hidePreview: 'Vorschau ausblenden',
    comment: 'Kommentar',
    answer: 'Antwort',
    send: 'Senden',
    nameFirst: 'Geben Sie zuerst Ihren Namen an',
    verdict: 'Kann das veröffentlicht werden?',
    verdictHelp:
      'Ihre Antwort gilt genau für das, was Sie hier sehen. Wird es bearbeitet, kann man Sie noch einmal fragen.',
    yes: 'Ja',
    no: 'Nein',
  },
};
