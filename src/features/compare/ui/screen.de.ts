import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  compare: {
    hint: 'Was sich zwischen zwei Tagen unterscheidet, oder zwischen dem, was online ist, und einer Änderung. Wählen Sie, was wieder so sein soll wie früher: Es kommt in eine Änderung, die Sie vor dem Veröffentlichen ansehen.',
    from: 'Früher',
    to: 'Später',
    now: 'Jetzt online',
    onDay: 'Ein Tag',
    day: 'Tag',
    change: 'Änderung: {{title}}',
    everything: 'Alles',
    none: 'Nichts unterscheidet sich',
    noneText: 'Diese beiden Stände der Website sind gleich.',
    choose: '{{name}} auswählen',
    more: 'Mehr anzeigen',
    files_one: '{{count, number}} andere Datei unterscheidet sich.',
    files_other: '{{count, number}} andere Dateien unterscheiden sich.',
    bring_one: '{{count, number}} auf den früheren Stand setzen',
    bring_other: '{{count, number}} auf den früheren Stand setzen',
    bringNone: 'Auf den früheren Stand setzen',
    done: 'In dieser Änderung ist es auf dem früheren Stand.',
    nothing: 'Alles ist schon so.',
    clashTitle: 'Seitdem wieder bearbeitet',
    clashText_one: '{{count, number}} Wert ist inzwischen ein anderer:',
    clashText_other: '{{count, number}} Werte sind inzwischen andere:',
    keep: 'Diese lassen, wie sie jetzt sind',
    takeAll: 'Auch diese zurücksetzen',
    goOn: 'Zurücksetzen',
  },
};
