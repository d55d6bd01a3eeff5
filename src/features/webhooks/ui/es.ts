import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  kinds: { webhook: { one: 'Webhook', many: 'Webhooks' } },
  home: {
    hints: {
      WEBHOOK: 'Se desactivó porque su destino no responde. Se puede volver a activar cuando el destino funcione.',
    },
  },
  webhooks: { title: 'Webhooks' },
};
