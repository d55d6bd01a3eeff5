import { createHash, createHmac } from 'node:crypto';
import { type Addresses, showEvent } from '../../view/event.ts';
import { type Happening, recordOf } from '../happening.ts';
import type { Body } from './template.ts';

/** The message for one webhook about one event; the same in every attempt. */
export interface Message {
  /** `msg_` and what is derived from webhook and event: told again it has the same, so that receivers see it. */
  readonly id: string;
  readonly type: string;
  /** `page/12`: messages of one record are sent in order. */
  readonly record: string;
  /** The JSON that tells of it; what is sent and signed is made of it. */
  readonly body: string;
}

/** What a webhook has heard before a message. */
interface Told {
  readonly webhookId: number;
  /** How often others had moved HEAD: between the same commits, the same happens each time anew. */
  readonly moves: number;
}

/** @param body what `bodyOf` makes of the happening: every webhook is sent the same */
export const toMessage = ({ webhookId, moves }: Told, happening: Happening, body: string): Message => ({
  id: messageId(webhookId, happening.isOfCommit && moves > 0 ? `${happening.key}:${moves}` : happening.key),
  type: happening.type,
  record: recordOf(happening),
  body,
});

/** The JSON that tells of a happening. */
export const bodyOf = (happening: Happening, addresses: Addresses): string =>
  JSON.stringify(showEvent(happening, addresses));

/** A message that only shows whether a webhook works. */
export const testMessage = (webhookId: number, at: string): Message => ({
  id: messageId(webhookId, `test:${at}`),
  type: 'webhook.test',
  record: `webhook/${webhookId}`,
  body: JSON.stringify({ type: 'webhook.test', timestamp: at, data: { webhookId } }),
});

const messageId = (webhookId: number, key: string): string =>
  `msg_${createHash('sha256').update(`${webhookId}:${key}`).digest('base64url').slice(0, 27)}`;

/** The headers of one attempt (Standard Webhooks 1.0.0): one signature a secret, separated by blanks. */
export function messageHeaders(
  { id, body }: { readonly id: string; readonly body: Body },
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
