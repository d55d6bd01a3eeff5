import { join } from 'node:path';
import { finishesWithin } from '../../lib/turn/finishesWithin.ts';
import type { EventFeed } from '../feed.ts';
import { type Courier, createCourier, type EventReceiver } from './courier.ts';
import { openOutbox } from './outbox.ts';
import { createSlots } from './slots.ts';

/** The couriers of all receivers of one kind, which share what delivers. */
export interface Couriers {
  get(name: string): Courier | undefined;
  /** Makes the courier of a receiver with this lasting name, and switches it on if its receiver is. */
  open(name: string, receiver: EventReceiver): Courier;
  /** Stops a courier and removes all that is kept of it. */
  remove(name: string): void;
  /** How many messages are waiting. */
  waiting(): number;
  /** How many attempts have failed since the start. */
  failures(): number;
  /** Stops; gives running attempts this long to end, then aborts them. */
  close(timeoutMs: number, abort: () => Promise<void>): Promise<void>;
}

interface Parts {
  readonly feed: EventFeed;
  /** The folder of the outboxes. */
  readonly folder: string;
  /** How many messages are delivered at the same time. */
  readonly maxSending: number;
  readonly clock: () => Date;
  random(): number;
  onError(error: unknown, message: string): void;
}

export function createCouriers({ folder, maxSending, ...parts }: Parts): Couriers {
  const couriers = new Map<string, Courier>();
  const slots = createSlots(maxSending);
  let failures = 0;

  /** Takes a slot for a courier, which comes after all others next time. */
  const takeSlot = (name: string) => (): (() => void) | null => {
    const free = slots.take();
    const courier = couriers.get(name);
    if (free && courier) {
      couriers.delete(name);
      couriers.set(name, courier);
    }
    return free;
  };

  const counting = (receiver: EventReceiver): EventReceiver => ({
    ...receiver,
    async deliver(delivery) {
      const outcome = await receiver.deliver(delivery);
      if (outcome && outcome.error !== null) failures++;
      return outcome;
    },
  });

  slots.onFree(() => {
    for (const courier of [...couriers.values()]) courier.pump();
  });
  return {
    get: (name) => couriers.get(name),
    open(name, receiver) {
      const file = join(folder, `${name}.ndjson`);
      const onError = (error: unknown): void =>
        parts.onError(error, `The deliveries of ${receiver.label.toLowerCase()} could not be saved`);
      const counted = counting(receiver);
      const courier = createCourier({
        ...parts,
        slots: { take: takeSlot(name) },
        receiver: counted,
        events: { receiver: counted, feed: parts.feed },
        outbox: openOutbox({ file, onError }),
      });
      couriers.set(name, courier);
      courier.refresh();
      return courier;
    },
    remove(name) {
      const courier = couriers.get(name);
      couriers.delete(name);
      courier?.stop();
      courier?.outbox.remove();
    },
    waiting: () => [...couriers.values()].reduce((sum, { outbox }) => sum + outbox.pendingCount, 0),
    failures: () => failures,
    close: (timeoutMs, abort) => closeAll([...couriers.values()], timeoutMs, abort),
  };
}

async function closeAll(couriers: readonly Courier[], timeoutMs: number, abort: () => Promise<void>): Promise<void> {
  for (const courier of couriers) courier.stop();
  const idle = (): Promise<unknown> => Promise.all(couriers.map((courier) => courier.idle()));
  await finishesWithin(timeoutMs, idle());
  await abort();
  await idle();
  for (const { outbox } of couriers) outbox.close();
}
