import { join } from 'node:path';
import { within } from '../../lib/turn/within.ts';
import type { Change, Entry, Lookup, Problem } from '../../model/entry.ts';
import { settingsOf } from '../../model/siteSettings.ts';
import type { Announcements } from '../../sync/announcements.ts';
import type { Feed } from '../feed.ts';
import type { Happening } from '../happening.ts';
import { type Courier, createCourier, createSlots } from './courier.ts';
import type { Delivery } from './delivery.ts';
import { bodyOf, toMessage } from './message.ts';
import { openOutbox } from './outbox.ts';
import type { Sender } from './send.ts';

/** Everything that webhooks are told. */
export interface Webhooks {
  /** What a webhook was sent and is to be sent, newest first; none where there is no such webhook. */
  deliveries(id: number): readonly Delivery[];
  /** The last one that was attempted. */
  lastDelivery(id: number): Delivery | null;
  test(id: number): Promise<Delivery | undefined>;
  redeliver(id: number, messageId: string): Delivery | undefined;
  /** A problem for each webhook that Quire has switched off. */
  problems(): readonly Problem[];
  /** How many messages wait, of all webhooks. */
  waiting(): number;
  /** How many attempts have failed since the start. */
  failures(): number;
  /** Starts no more; gives what is under way this long to end, then aborts it. */
  close(timeoutMs: number): Promise<void>;
}

interface Parts {
  readonly lookup: Lookup;
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly feed: Feed;
  readonly sender: Sender;
  readonly privateDir: string;
  readonly siteUrl: string;
  readonly clock: () => Date;
  random(): number;
  /** Switches a webhook off. */
  disable(id: number): Promise<unknown>;
  onError(error: unknown, message: string): void;
}

/** Messages of all webhooks that are sent at the same time. */
const MAX_SENDING = 32;

export function createWebhooks(parts: Parts): Webhooks {
  const { lookup, announcements, feed, clock, random, onError } = parts;
  const slots = createSlots(MAX_SENDING);
  const couriers = new Map<number, Courier>();
  let failures = 0;
  const sender: Sender = {
    ...parts.sender,
    async send(post) {
      const outcome = await parts.sender.send(post);
      if (outcome && outcome.error !== null) failures++;
      return outcome;
    },
  };
  slots.onFree(() => {
    for (const courier of couriers.values()) courier.pump();
  });

  /** Made once for all webhooks that are told. */
  const bodies = new WeakMap<Happening, string>();
  function sharedBody(happening: Happening): string {
    const body = bodies.get(happening) ?? bodyOf(happening, { siteUrl: parts.siteUrl, settings: settingsOf(lookup) });
    bodies.set(happening, body);
    return body;
  }

  function open(id: number): Courier {
    const file = join(parts.privateDir, 'state', 'webhooks', `${id}.ndjson`);
    const outbox = openOutbox({
      file,
      onError: (error) => onError(error, 'What a webhook is to be sent cannot be kept'),
    });
    return createCourier({
      id,
      outbox,
      feed,
      sender,
      slots,
      clock,
      random,
      webhook: () => lookup.get('webhook', id)?.data,
      toMessage: (happening, moves) => toMessage({ webhookId: id, moves }, happening, sharedBody(happening)),
      disable(reason) {
        outbox.save([], { stopped: reason });
        parts.disable(id).catch((error: unknown) => onError(error, 'A webhook could not be switched off'));
      },
      onError,
    });
  }

  function refresh({ id }: Entry): void {
    const courier = couriers.get(id) ?? open(id);
    couriers.set(id, courier);
    courier.refresh();
  }

  function remove({ id }: Entry): void {
    const courier = couriers.get(id);
    couriers.delete(id);
    courier?.stop();
    courier?.outbox.remove();
  }

  function follow(changes: readonly Change[]): void {
    for (const { kind, before, after } of changes) {
      if (kind !== 'webhook') continue;
      if (after) refresh(after);
      else if (before) remove(before);
    }
  }

  for (const entry of lookup.all('webhook')) refresh(entry);
  const leave = announcements.subscribe(follow);
  const all = (id: number): readonly Delivery[] => couriers.get(id)?.outbox.all() ?? [];
  const disabled = (entry: Entry<{ readonly name: string; readonly isActive: boolean }>): readonly Problem[] => {
    const reason = couriers.get(entry.id)?.outbox.state.stopped;
    if (!reason || entry.data.isActive) return [];
    return [
      { path: entry.path, code: 'WEBHOOK', message: `The webhook "${entry.data.name}" is switched off: ${reason}` },
    ];
  };

  return {
    deliveries: all,
    lastDelivery: (id) => newest(all(id)),
    test: async (id) => couriers.get(id)?.test(),
    redeliver: (id, messageId) => couriers.get(id)?.redeliver(messageId),
    problems: () => [...lookup.all('webhook')].flatMap(disabled),
    waiting: () => [...couriers.values()].reduce((sum, { outbox }) => sum + outbox.pendingCount, 0),
    failures: () => failures,
    async close(timeoutMs) {
      leave();
      const present = [...couriers.values()];
      for (const courier of present) courier.stop();
      const idle = (): Promise<unknown> => Promise.all(present.map((courier) => courier.idle()));
      await within(timeoutMs, idle());
      await sender.close();
      await idle();
      for (const { outbox } of present) outbox.close();
    },
  };
}

const newest = (deliveries: readonly Delivery[]): Delivery | null =>
  deliveries.reduce<Delivery | null>(
    (found, delivery) => (delivery.last && (!found?.last || delivery.last.at > found.last.at) ? delivery : found),
    null,
  );
