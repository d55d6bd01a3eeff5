import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  blame: {
    title: 'Wer was geschrieben hat',
    close: '„Wer was geschrieben hat“ schließen',
    of: 'Wer {{label}} geschrieben hat:',
    hint: 'Jede Bearbeitung, von der auf dieser Seite noch etwas da ist. Wählen Sie einen Wert, um zu sehen, was vorher da war.',
    all: 'Alle Bearbeitungen',
    before: 'Vorher:',
    nothingBefore: 'Vorher war da nichts.',
    notSaved: 'Nicht bekannt: noch nicht gespeichert, oder Sie dürfen es nicht lesen.',
    more_one: 'und {{count}} weiterer Wert',
    more_other: 'und {{count}} weitere Werte',
    agent: 'Agent',
    aChange: 'einer Änderung',
    published: 'Veröffentlicht mit „{{title}}“ von {{name}}.',
    approved: 'Freigegeben von {{names}}.',
  },
};
