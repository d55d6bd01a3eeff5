import { defineEntity } from '../../model/entity.ts';
import {
  choice,
  flag,
  type Infer,
  label,
  list,
  object,
  record,
  text,
  timestamp,
  withDefault,
} from '../../model/schema/schema.ts';

const secret = text({ minLength: 1, maxLength: 200 });

/**
 * The format of messages: Quire's own JSON, what the API of a git host expects to start a pipeline, or a sentence for
 * people in a chat (`slack` also for Mattermost, `teams` for a workflow of Teams).
 */
export const WEBHOOK_BODIES = ['quire', 'github-dispatch', 'gitlab-trigger', 'slack', 'teams'] as const;

export const webhookSchema = object(
  {
    key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
    name: label(200),
    url: text({ minLength: 1, maxLength: 2000 }),
    events: withDefault(list(text({ maxLength: 100 }), { minItems: 1, maxItems: 50 }), ['*']),
    /** Standard Webhooks form: `whsec_` and base64. */
    secret,
    isActive: withDefault(flag(), true),
    body: withDefault(choice(...WEBHOOK_BODIES), 'quire'),
  },
  {
    /** The previous secret: until `until` messages are signed with it too, so that receivers can learn the new one. */
    previous: object({ secret, until: timestamp() }),
    /** Headers sent with every message; their values are secret. */
    headers: record(text({ minLength: 1, maxLength: 4000 })),
    /** For a GitLab trigger: the branch or tag that the pipeline runs on, and the secret token. */
    gitlab: object({ ref: text({ minLength: 1, maxLength: 255 }), token: text({ minLength: 1, maxLength: 500 }) }),
  },
);
export type Webhook = Infer<typeof webhookSchema>;

declare module '../../model/records.ts' {
  interface Records {
    webhook: Webhook;
  }
}

export const webhook = defineEntity<Webhook, never>({
  name: 'webhook',
  plural: 'webhooks',
  file: 'webhooks/{key}',
  home: 'private',
  namedById: true,
  schema: webhookSchema,
  order: [
    'id',
    'name',
    'url',
    'events',
    'secret',
    'previous',
    'isActive',
    'body',
    'headers',
    'gitlab',
    'createdAt',
    'updatedAt',
  ],
  counter: 'webhook',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['secret', 'previous', 'headers', 'gitlab'],
  title: (data) => data.name,
});
