import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  kinds: { webhook: { one: 'Webhook', many: 'Webhooks' } },
  home: {
    hints: {
      WEBHOOK:
        'Er wurde abgeschaltet, weil der Empfänger nicht antwortet. Schalten Sie ihn wieder ein, sobald der Empfänger funktioniert.',
    },
  },
  webhooks: { title: 'Webhooks' },
};
