import { defineEntity } from '../entity.ts';
import { flag, type Infer, label, list, object, text, timestamp, withDefault } from '../schema.ts';

const secret = text({ minLength: 1, maxLength: 200 });

export const webhookSchema = object(
  {
    key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
    name: label(200),
    url: text({ minLength: 1, maxLength: 2000 }),
    events: withDefault(list(text({ maxLength: 100 }), { minItems: 1, maxItems: 50 }), ['*']),
    /** Standard Webhooks form: `whsec_` and base64. */
    secret,
    isActive: withDefault(flag(), true),
  },
  {
    /** The secret before, with which messages are signed too while receivers learn the new one. */
    previous: object({ secret, until: timestamp() }),
  },
);
export type Webhook = Infer<typeof webhookSchema>;

export const webhook = defineEntity<Webhook, never>({
  name: 'webhook',
  plural: 'webhooks',
  file: 'webhooks/{key}',
  home: 'private',
  schema: webhookSchema,
  order: ['id', 'name', 'url', 'events', 'secret', 'previous', 'isActive', 'createdAt', 'updatedAt'],
  counter: 'webhook',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['secret', 'previous'],
  title: (data) => data.name,
});
