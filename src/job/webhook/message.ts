import { createHash, createHmac } from 'node:crypto';
import { type PageAddressing, showEvent } from '../../view/event.ts';
import { type Happening, happeningRecordName } from '../happening.ts';
import type { WebhookBody } from './template.ts';

/** The message for one webhook about one event; the same in every attempt. */
export interface Message {
  /** `msg_` and a hash of webhook and event: the same if the event is sent again, so that receivers notice. */
  readonly id: string;
  readonly type: string;
  /** `page/12`: messages of one record are sent in order. */
  readonly record: string;
  /** The event as JSON; the body that is sent and signed is made from it. */
  readonly body: string;
}

/** The webhook of a message, and its history. */
interface Receiver {
  readonly webhookId: number;
  /** How often others had moved HEAD: the same events happen each time it moves between the same commits. */
  readonly moves: number;
}

/** @param body made by `writeEventBody`, the same for every webhook */
export const toMessage = ({ webhookId, moves }: Receiver, happening: Happening, body: string): Message => ({
  id: messageId(webhookId, happening.isOfCommit && moves > 0 ? `${happening.key}:${moves}` : happening.key),
  type: happening.type,
  record: happeningRecordName(happening),
  body,
});

/** A happening as JSON. */
export const writeEventBody = (happening: Happening, addresses: PageAddressing): string =>
  JSON.stringify(showEvent(happening, addresses));

/** A message that only tests a webhook. */
export const testMessage = (webhookId: number, at: string): Message => ({
  id: messageId(webhookId, `test:${at}`),
  type: 'webhook.test',
  record: `webhook/${webhookId}`,
  body: JSON.stringify({ type: 'webhook.test', timestamp: at, data: { webhookId } }),
});

const messageId = (webhookId: number, key: string): string =>
  `msg_${createHash('sha256').update(`${webhookId}:${key}`).digest('base64url').slice(0, 27)}`;

/** The headers of one attempt (Standard Webhooks 1.0.0): one signature for each secret, separated by spaces. */
export function messageHeaders(
  { id, body }: { readonly id: string; readonly body: WebhookBody },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body.text}`).digest('base64')}`;
  };
  return {
    'content-type': body.type,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
