import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  problemOrigins: {
    since: 'Seit',
    undo: 'Diese Bearbeitung rückgängig machen',
    askTitle: 'Die Bearbeitung rückgängig machen, von der das kommt?',
    ask: 'Die Bearbeitung von {{name}} wird als Ganzes rückgängig gemacht, sofort. Was seitdem bearbeitet wurde, bleibt.',
    undone: 'Die Bearbeitung ist rückgängig gemacht.',
  },
};
