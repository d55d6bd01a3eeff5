import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  kinds: { webhook: { one: 'Webhook', many: 'Webhooks' } },
  home: {
    hints: {
      WEBHOOK:
        'Il a été désactivé parce que son destinataire ne répond pas. Réactivez-le quand le destinataire fonctionnera.',
    },
  },
  webhooks: { title: 'Webhooks' },
};
