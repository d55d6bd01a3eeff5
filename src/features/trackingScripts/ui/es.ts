import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  kinds: { trackingScript: { one: 'Script de seguimiento', many: 'Scripts de seguimiento' } },
  trackingScripts: { title: 'Scripts de seguimiento' },
};
