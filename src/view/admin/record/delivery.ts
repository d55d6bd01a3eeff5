import { type Actor, mayAct } from '../../../model/access.ts';
import { choice, namedSchema, object } from '../../../model/schema/schema.ts';
import { integerShape, orNull, rawObject, stringShape, timeShape } from '../../shapes/values.ts';

/** What has become of a delivery. */
export const OUTCOME = object({
  ...{
    messageId: stringShape,
    type: stringShape,
    status: choice('pending', 'delivered', 'failed'),
    attempts: integerShape,
  },
  ...{
    attemptedAt: orNull(timeShape),
    nextAttemptAt: orNull(timeShape),
    responseStatus: orNull(integerShape),
    error: orNull(stringShape),
  },
});
/** A message to a receiver of events and the state of its delivery. */
export const DELIVERY = namedSchema(
  'Delivery',
  object({
    ...OUTCOME.properties,
    ...{
      record: stringShape,
      createdAt: timeShape,
      durationMs: orNull(integerShape),
      response: orNull(stringShape),
      payload: rawObject,
    },
  }),
);

/** A message and the state of its delivery, as the log stores it. */
export interface LoggedDelivery {
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

/** Many receivers take a message from whoever knows their address: it is for those who may change it. */
export const maySeeAddress = ({ role }: Pick<Actor, 'role'>): boolean => mayAct(role, 'admin');

export const showOutcome = ({ id, type, status, attempts, nextAttemptAt, last }: LoggedDelivery): object => ({
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
export const showDelivery = (delivery: LoggedDelivery, reader: Pick<Actor, 'role'>): object => ({
  ...showOutcome(delivery),
  record: delivery.record,
  createdAt: delivery.createdAt,
  durationMs: delivery.last?.durationMs ?? null,
  response: maySeeAddress(reader) ? (delivery.last?.answer ?? null) : null,
  payload: JSON.parse(delivery.body),
});
