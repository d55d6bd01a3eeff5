import { createHmac } from 'node:crypto';
import { type Message, messageId } from '../../job/delivery/message.ts';
import type { WebhookBody } from './template.ts';

/** A message that only tests a webhook. */
export const testMessage = (webhookId: number, at: string): Message => ({
  id: messageId(String(webhookId), `test:${at}`),
  type: 'webhook.test',
  record: `webhook/${webhookId}`,
  body: JSON.stringify({ type: 'webhook.test', timestamp: at, data: { webhookId } }),
});

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
