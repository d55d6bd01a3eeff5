import type { Webhook } from '../../../model/entities/webhook.ts';
import type { Entry } from '../../../model/entry.ts';

/** A message to a webhook and the state of its delivery, as the log stores it. */
interface Logged {
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

/** Shows a webhook with `true` in place of its secret values. `lastDelivery` is stored outside the record. */
export const showWebhook = ({ id, createdAt, data }: Entry<Webhook>, lastDelivery: Logged | null): object => ({
  id,
  name: data.name,
  url: data.url,
  events: data.events,
  isActive: data.isActive,
  hasSecret: data.secret !== '',
  body: data.body,
  headers: Object.fromEntries(Object.keys(data.headers ?? {}).map((name) => [name, true])),
  gitlab: data.gitlab ? { ref: data.gitlab.ref, token: true } : null,
  createdAt,
  lastDelivery: lastDelivery && showOutcome(lastDelivery),
});

const showOutcome = ({ id, type, status, attempts, nextAttemptAt, last }: Logged): object => ({
  messageId: id,
  type,
  status,
  attempts,
  attemptedAt: last?.at ?? null,
  nextAttemptAt,
  responseStatus: last?.status ?? null,
  error: last?.error ?? null,
});

/** A delivery with its payload and the beginning of the response. */
export const showDelivery = (delivery: Logged): object => ({
  ...showOutcome(delivery),
  record: delivery.record,
  createdAt: delivery.createdAt,
  durationMs: delivery.last?.durationMs ?? null,
  response: delivery.last?.answer ?? null,
  payload: JSON.parse(delivery.body),
});
