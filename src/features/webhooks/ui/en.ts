/** What the kernel shows of webhooks. */
export const words = {
  kinds: { webhook: { one: 'Webhook', many: 'Webhooks' } },
  home: {
    hints: {
      WEBHOOK: 'It was switched off because its receiver does not answer. Switch it on again once the receiver works.',
    },
  },
  webhooks: { title: 'Webhooks' },
};
