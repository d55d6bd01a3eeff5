import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  undo: {
    hint: 'Wählen Sie, wessen Bearbeitungen und ab wann. Sie werden in einer Änderung zurückgenommen, die Sie vor dem Veröffentlichen ansehen. Was andere seitdem bearbeitet haben, bleibt.',
    anyone: 'Alle Personen',
    agents: 'Schlüssel und Agenten',
    developers: 'Entwicklung, mit Git',
    anyType: 'Alles',
    since: 'Ab',
    until: 'Bis vor',
    emptyTitle: 'Keine Bearbeitung passt',
    empty: 'Wählen Sie eine andere Person oder eine andere Zeit.',
    what: 'Was',
    who: 'Wer',
    when: 'Wann',
    more: 'und {{count}} weitere',
    take_one: '{{count, number}} Bearbeitung zurücknehmen',
    take_other: '{{count, number}} Bearbeitungen zurücknehmen',
    nothing: 'Von diesen Bearbeitungen ist nichts mehr da.',
    done: 'Sie sind in dieser Änderung zurückgenommen.',
    clashTitle: 'Seitdem wieder bearbeitet',
    clashText_one: '{{count, number}} Wert ist seitdem wieder bearbeitet worden:',
    clashText_other: '{{count, number}} Werte sind seitdem wieder bearbeitet worden:',
    keep: 'Diese lassen, wie sie jetzt sind',
    takeAll: 'Auch diese zurücksetzen',
    goOn: 'Zurücknehmen',
  },
};
