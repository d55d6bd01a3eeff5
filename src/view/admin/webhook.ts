import type { Webhook } from '../../model/entities/webhook.ts';
import type { Entry } from '../../model/entry.ts';

/** Never with the secret. `lastDelivery` is kept outside the record. */
export const showWebhook = ({ id, createdAt, data }: Entry<Webhook>, lastDelivery: object | null): object => ({
  id,
  name: data.name,
  url: data.url,
  events: data.events,
  isActive: data.isActive,
  hasSecret: data.secret !== '',
  createdAt,
  lastDelivery,
});
