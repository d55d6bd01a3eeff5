import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  calendar: {
    month: 'Monat',
    week: 'Woche',
    list: 'Liste',
    view: 'Darstellung',
    today: 'Heute',
    before: 'Früher',
    after: 'Später',
    anyType: 'Alle Typen',
    anyLocale: 'Alle Sprachen',
    done: { published: 'ging online', takenOff: 'ging offline' },
    planned: { published: 'geht online', takenOff: 'geht offline' },
    draft: 'Entwurf',
    change: 'Änderung',
    hindered: 'kann so nicht online gehen',
    more: '{{count}} weitere',
    move: 'Verschieben',
    moveOf: '„{{title}}“ verschieben',
    when: 'Wann',
    moved: '„{{title}}“ ist jetzt für {{time}} geplant.',
    movedBack: '„{{title}}“ ist geplant wie vorher.',
    past: 'Dieser Zeitpunkt ist vorbei. Wählen Sie einen, der noch kommt.',
    askTitle: '„{{title}}“ zu einem anderen Zeitpunkt offline nehmen?',
    ask: 'Die Seite ist online. Ab jetzt bleibt sie es bis {{time}}.',
    askAction: 'Zeitpunkt ändern',
    none: 'In dieser Zeit geht nichts online oder offline.',
    hint: 'Ziehen Sie Geplantes auf einen anderen Tag, oder verschieben Sie es in der Liste.',
  },
};
