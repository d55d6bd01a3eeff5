import { type Actor, mayAct } from '../../../model/access.ts';
import { type Webhook, webhook } from '../../../model/entities/webhook.ts';
import type { Entry } from '../../../model/entry.ts';

/** A message to a webhook and the state of its delivery, as the log stores it. */
interface LoggedDelivery {
  readonly id: string;
  readonly type: string;
  readonly record: string;
  readonly body: string;
  readonly createdAt: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly last: {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly answer: string;
    readonly durationMs: number;
  } | null;
}

type WebhookReader = Pick<Actor, 'role'>;

/** Many services take a message from whoever knows the address: it is for those who may change it. */
const maySeeAddress = ({ role }: WebhookReader): boolean => mayAct(role, webhook.access.update);

/** Stands for an address. */
const MASKED = '•••';

interface WebhookView {
  /** It is stored outside the record. */
  readonly lastDelivery: LoggedDelivery | null;
  readonly reader: WebhookReader;
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

const showOutcome = ({ id, type, status, attempts, nextAttemptAt, last }: LoggedDelivery): object => ({
  messageId: id,
  type,
  status,
  attempts,
  attemptedAt: last?.at ?? null,
  nextAttemptAt,
  responseStatus: last?.status ?? null,
  error: last?.error ?? null,
});

/** A delivery with its payload and, as it may repeat the address, only to some the beginning of the response. */
export const showDelivery = (delivery: LoggedDelivery, reader: WebhookReader): object => ({
  ...showOutcome(delivery),
  record: delivery.record,
  createdAt: delivery.createdAt,
  durationMs: delivery.last?.durationMs ?? null,
  response: maySeeAddress(reader) ? (delivery.last?.answer ?? null) : null,
  payload: JSON.parse(delivery.body),
});
