import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';
import { choice, namedSchema, object, record, type Schema } from '../../model/schema/schema.ts';
import { type LoggedDelivery, maySeeAddress, OUTCOME, showOutcome } from '../../view/admin/record/delivery.ts';
import { arrayOf, booleanShape, idShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import { WEBHOOK_BODIES, type Webhook } from './entity.ts';

/** Stands for a secret value. */
const present: Schema = { type: 'boolean', const: true };
const webhook = {
  ...{
    id: idShape,
    name: stringShape,
    url: stringShape,
    events: arrayOf(stringShape),
    isActive: booleanShape,
    hasSecret: booleanShape,
  },
  ...{
    body: choice(...WEBHOOK_BODIES),
    headers: record(present),
    gitlab: orNull(object({ ref: stringShape, token: present })),
  },
  ...{ createdAt: timeShape, lastDelivery: orNull(OUTCOME) },
};
export const WEBHOOK = namedSchema('Webhook', object(webhook));
/** The only answer that holds the secret. */
export const NEW_WEBHOOK = namedSchema('NewWebhook', object({ ...webhook, secret: stringShape }));

/** Stands for an address. */
const MASKED = '•••';

interface WebhookView {
  /** It is stored outside the record. */
  readonly lastDelivery: LoggedDelivery | null;
  readonly reader: Pick<Actor, 'role'>;
}

/** Shows a webhook with `true` in place of its secret values, and its address to those who may change it. */
export const showWebhook = (
  { id, createdAt, data }: Entry<Webhook>,
  { lastDelivery, reader }: WebhookView,
): object => ({
  id,
  name: data.name,
  url: maySeeAddress(reader) ? data.url : MASKED,
  events: data.events,
  isActive: data.isActive,
  hasSecret: data.secret !== '',
  body: data.body,
  headers: Object.fromEntries(Object.keys(data.headers ?? {}).map((name) => [name, true])),
  gitlab: data.gitlab ? { ref: data.gitlab.ref, token: true } : null,
  createdAt,
  lastDelivery: lastDelivery && showOutcome(lastDelivery),
});
