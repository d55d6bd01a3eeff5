import { join } from 'node:path';
import { finishesWithin } from '../../lib/turn/finishesWithin.ts';
import type { Entry, EntryChange, Lookup, Problem } from '../../model/entry.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import type { Announcements } from '../../site/announcements.ts';
import type { EventFeed } from '../feed.ts';
import type { Happening } from '../happening.ts';
import { type Courier, createCourier, createSlots, type SendSlots } from './courier.ts';
import type { Delivery } from './delivery.ts';
import { toMessage, writeEventBody } from './message.ts';
import { openOutbox } from './outbox.ts';
import type { WebhookSender } from './send.ts';

/** Sends events to all webhooks. */
export interface Webhooks {
  /** Sent and waiting deliveries of a webhook, newest first; empty if there is no such webhook. */
  deliveries(id: number): readonly Delivery[];
  /** The delivery attempted last. */
  lastDelivery(id: number): Delivery | null;
  test(id: number): Promise<Delivery | undefined>;
  redeliver(id: number, messageId: string): Delivery | undefined;
  /** A problem for each webhook that Quire has switched off. */
  problems(): readonly Problem[];
  /** How many messages of all webhooks are waiting. */
  waiting(): number;
  /** How many attempts have failed since the start. */
  failures(): number;
  /** Stops; gives running attempts this long to end, then aborts them. */
  close(timeoutMs: number): Promise<void>;
}

interface Parts {
  readonly lookup: Lookup;
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly feed: EventFeed;
  readonly sender: WebhookSender;
  readonly privateDir: string;
  readonly siteUrl: string;
  readonly clock: () => Date;
  random(): number;
  /** Switches a webhook off. */
  disable(id: number): Promise<unknown>;
  onError(error: unknown, message: string): void;
}

/** How many messages of all webhooks are sent at the same time. */
const MAX_SENDING = 32;

interface WebhooksState {
  readonly parts: Parts;
  readonly sender: WebhookSender;
  readonly slots: SendSlots;
  readonly couriers: Map<number, Courier>;
  /** Bodies, made once for all webhooks. */
  readonly bodies: WeakMap<Happening, string>;
  failures: number;
}

export function createWebhooks(parts: Parts): Webhooks {
  const { lookup, announcements } = parts;
  const slots = createSlots(MAX_SENDING);
  const sender: WebhookSender = {
    ...parts.sender,
    async send(message) {
      const outcome = await parts.sender.send(message);
      if (outcome && outcome.error !== null) post.failures++;
      return outcome;
    },
  };
  const post: WebhooksState = { parts, sender, slots, couriers: new Map(), bodies: new WeakMap(), failures: 0 };
  const { couriers } = post;
  slots.onFree(() => {
    for (const courier of couriers.values()) courier.pump();
  });
  for (const entry of lookup.all('webhook')) refresh(post, entry);
  const leave = announcements.subscribe((changes) => updateCouriers(post, changes));
  const all = (id: number): readonly Delivery[] => couriers.get(id)?.outbox.all() ?? [];
  return {
    deliveries: all,
    lastDelivery: (id) => newest(all(id)),
    test: async (id) => couriers.get(id)?.test(),
    redeliver: (id, messageId) => couriers.get(id)?.redeliver(messageId),
    problems: () => [...lookup.all('webhook')].flatMap((entry) => disabled(post, entry)),
    waiting: () => [...couriers.values()].reduce((sum, { outbox }) => sum + outbox.pendingCount, 0),
    failures: () => post.failures,
    async close(timeoutMs) {
      leave();
      await closeCouriers(post, timeoutMs);
    },
  };
}

function updateCouriers(post: WebhooksState, changes: readonly EntryChange[]): void {
  for (const { kind, before, after } of changes) {
    if (kind !== 'webhook') continue;
    if (after) refresh(post, after);
    else if (before) removeCourier(post, before);
  }
}

function refresh(post: WebhooksState, { id }: Entry): void {
  const courier = post.couriers.get(id) ?? openCourier(post, id);
  post.couriers.set(id, courier);
  courier.refresh();
}

function removeCourier({ couriers }: WebhooksState, { id }: Entry): void {
  const courier = couriers.get(id);
  couriers.delete(id);
  courier?.stop();
  courier?.outbox.remove();
}

function openCourier(post: WebhooksState, id: number): Courier {
  const { sender, slots } = post;
  const { lookup, feed, clock, random, disable, privateDir, onError } = post.parts;
  const outbox = openOutbox({
    file: join(privateDir, 'state', 'webhooks', `${id}.ndjson`),
    onError: (error) => onError(error, 'The deliveries of a webhook could not be saved'),
  });
  return createCourier({
    ...{ id, outbox, feed, sender, slots, clock, random, onError },
    webhook: () => lookup.get('webhook', id)?.data,
    toMessage: (happening, moves) => toMessage({ webhookId: id, moves }, happening, cachedEventBody(post, happening)),
    disable(reason) {
      outbox.save([], { stopped: reason });
      disable(id).catch((error: unknown) => onError(error, 'A webhook could not be switched off'));
    },
  });
}

function cachedEventBody({ parts, bodies }: WebhooksState, happening: Happening): string {
  const { siteUrl, lookup } = parts;
  const body = bodies.get(happening) ?? writeEventBody(happening, { siteUrl, settings: siteSettings(lookup) });
  bodies.set(happening, body);
  return body;
}

type WebhookEntry = Entry<{ readonly name: string; readonly isActive: boolean }>;

function disabled({ couriers }: WebhooksState, { id, path, data }: WebhookEntry): readonly Problem[] {
  const reason = couriers.get(id)?.outbox.state.stopped;
  if (!reason || data.isActive) return [];
  return [{ path, code: 'WEBHOOK', message: `The webhook "${data.name}" is switched off: ${reason}` }];
}

async function closeCouriers({ couriers, sender }: WebhooksState, timeoutMs: number): Promise<void> {
  const present = [...couriers.values()];
  for (const courier of present) courier.stop();
  const idle = (): Promise<unknown> => Promise.all(present.map((courier) => courier.idle()));
  await finishesWithin(timeoutMs, idle());
  await sender.close();
  await idle();
  for (const { outbox } of present) outbox.close();
}

const newest = (deliveries: readonly Delivery[]): Delivery | null =>
  deliveries.reduce<Delivery | null>(
    (found, delivery) => (delivery.last && (!found?.last || delivery.last.at > found.last.at) ? delivery : found),
    null,
  );
