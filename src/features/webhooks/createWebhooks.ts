import { join } from 'node:path';
import type { FeatureEvent, FeatureParts } from '../../extend/featureParts.ts';
import type { Courier, EventReceiver } from '../../job/delivery/courier.ts';
import { type Couriers, createCouriers } from '../../job/delivery/couriers.ts';
import type { Delivery } from '../../job/delivery/delivery.ts';
import { type Message, messageId, toMessage, writeEventBody } from '../../job/delivery/message.ts';
import type { EventFeed } from '../../job/feed.ts';
import type { Happening } from '../../job/happening.ts';
import { type Entry, type EntryChange, type Lookup, type Problem, refName } from '../../model/entry.ts';
import { siteLanguage } from '../../model/siteSettings.ts';
import type { Announcements } from '../../site/announcements.ts';
import { showRecordTitle } from '../../view/admin/notice.ts';
import { showSubject } from '../../view/admin/subject.ts';
import type { ChatFacts } from './chatLine.ts';
import type { Webhook } from './entity.ts';
import { messageHeaders, testMessage } from './message.ts';
import type { WebhookRequest, WebhookSender } from './send.ts';
import { renderWebhookBody, secretsOf } from './template.ts';

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
  readonly onEvent: FeatureParts['onEvent'];
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
  readonly couriers: Couriers;
  /** Bodies, made once for all webhooks. */
  readonly bodies: WeakMap<Happening, string>;
}

export function createWebhooks(parts: Parts): Webhooks {
  const { lookup, announcements, privateDir } = parts;
  const folder = join(privateDir, 'state', 'webhooks');
  const couriers = createCouriers({ ...parts, folder, maxSending: MAX_SENDING });
  const post: WebhooksState = { parts, couriers, bodies: new WeakMap() };
  const courierOf = (id: number): Courier | undefined => couriers.get(String(id));
  for (const { id } of lookup.all('webhook')) refresh(post, id);
  const leaves = [
    announcements.subscribe((changes) => updateCouriers(post, changes)),
    parts.onEvent((event) => enqueueEvent(post, event)),
  ];
  const all = (id: number): readonly Delivery[] => courierOf(id)?.outbox.all() ?? [];
  return {
    deliveries: all,
    lastDelivery: (id) => newest(all(id)),
    test: async (id) => courierOf(id)?.deliverOnce(testMessage(id, parts.clock().toISOString())),
    redeliver: (id, messageId) => courierOf(id)?.redeliver(messageId),
    problems: () => [...lookup.all('webhook')].flatMap((entry) => disabled(post, entry)),
    waiting: couriers.waiting,
    failures: couriers.failures,
    async close(timeoutMs) {
      for (const leave of leaves) leave();
      await couriers.close(timeoutMs, parts.sender.close);
    },
  };
}

/** Sends an event that no commit records to the webhooks that want it. */
function enqueueEvent({ parts, couriers }: WebhooksState, event: FeatureEvent): void {
  const { lookup, clock, siteUrl, onError } = parts;
  const { type, key, record, change, by, data } = event;
  const body = JSON.stringify({
    ...{ type, timestamp: clock().toISOString() },
    data: {
      ...data,
      by: showSubject(by, lookup),
      record,
      change,
      title: record && showRecordTitle(record, lookup).title,
      link: eventLink(event, siteUrl),
    },
  });
  for (const { id, data: webhook } of lookup.all('webhook')) {
    if (!webhook.isActive || !webhook.events.some((one) => one === '*' || one === type)) continue;
    const message = {
      id: messageId(String(id), key),
      type,
      record: record ? refName(record) : `change/${change}`,
      body,
    };
    void couriers
      .get(String(id))
      ?.enqueue(message)
      .catch((error: unknown) => onError(error, NOT_ENQUEUED));
  }
}

const NOT_ENQUEUED = 'A webhook could not be told of an event';

/** Where in the interface one sees what it is about. */
function eventLink({ record, change }: FeatureEvent, siteUrl: string): string {
  if (change !== null) return `${siteUrl}/admin/changes/${encodeURIComponent(change)}`;
  return record?.kind === 'page' ? `${siteUrl}/admin/pages/${record.id}` : `${siteUrl}/admin`;
}

function updateCouriers(post: WebhooksState, changes: readonly EntryChange[]): void {
  for (const { kind, before, after } of changes) {
    if (kind !== 'webhook') continue;
    if (after) refresh(post, after.id);
    else if (before) post.couriers.remove(String(before.id));
  }
}

function refresh(post: WebhooksState, id: number): void {
  const known = post.couriers.get(String(id));
  if (known) known.refresh();
  else post.couriers.open(String(id), createWebhookReceiver(post, id));
}

function createWebhookReceiver(post: WebhooksState, id: number): EventReceiver {
  const { lookup, clock, sender, disable, onError } = post.parts;
  const webhook = (): Webhook | undefined => lookup.get('webhook', id)?.data;
  return {
    label: 'A webhook',
    isActive: () => webhook()?.isActive ?? false,
    wants({ type }) {
      const { events = [] } = webhook() ?? {};
      return events.includes('*') || events.includes(type);
    },
    toMessage: (happening, moves) =>
      toMessage({ receiver: String(id), moves }, happening, cachedEventBody(post, happening)),
    async deliver(message) {
      const outcome = await sender.send(toRequest(webhook()!, message, { at: clock(), chat: chatFacts(post) }));
      return outcome?.status === GONE ? { ...outcome, stops: 'its receiver answered 410 Gone' } : outcome;
    },
    disable: () => disable(id).catch((error: unknown) => onError(error, 'A webhook could not be switched off')),
  };
}

const chatFacts = ({ parts: { lookup, siteUrl } }: WebhooksState): ChatFacts => ({
  language: siteLanguage(lookup),
  siteUrl,
});

/** HTTP 410: the receiver is gone for good. */
const GONE = 410;

/** Some hosts refuse requests without a user agent. */
const DEFAULTS = { 'user-agent': 'Quire' };

interface RequestFacts {
  readonly at: Date;
  readonly chat: ChatFacts;
}

const lowerCased = (headers: Webhook['headers'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function toRequest(webhook: Webhook, message: Message, { at, chat }: RequestFacts): WebhookRequest {
  const { url, secret, previous } = webhook;
  const secrets = previous && previous.until > at.toISOString() ? [secret, previous.secret] : [secret];
  const body = renderWebhookBody(message.body, webhook, chat);
  const headers = {
    ...DEFAULTS,
    ...lowerCased(webhook.headers),
    ...messageHeaders({ id: message.id, body }, secrets, at),
  };
  return { url, headers, body: body.text, secrets: secretsOf(webhook) };
}

function cachedEventBody({ parts, bodies }: WebhooksState, happening: Happening): string {
  const { siteUrl, lookup } = parts;
  const body = bodies.get(happening) ?? writeEventBody(happening, { siteUrl, lookup });
  bodies.set(happening, body);
  return body;
}

type WebhookEntry = Entry<{ readonly name: string; readonly isActive: boolean }>;

function disabled({ couriers }: WebhooksState, { id, path, data }: WebhookEntry): readonly Problem[] {
  const reason = couriers.get(String(id))?.outbox.state.stopped;
  if (!reason || data.isActive) return [];
  return [{ path, code: 'WEBHOOK', message: `The webhook "${data.name}" is switched off: ${reason}` }];
}

const newest = (deliveries: readonly Delivery[]): Delivery | null =>
  deliveries.reduce<Delivery | null>(
    (found, delivery) => (delivery.last && (!found?.last || delivery.last.at > found.last.at) ? delivery : found),
    null,
  );
