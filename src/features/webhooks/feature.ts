import { defineFeature, type OpenFeature } from '../../extend/feature.ts';
import type { FeatureParts } from '../../extend/featureParts.ts';
import { disableWebhook } from './actions.ts';
import { createWebhooks } from './createWebhooks.ts';
import { webhookEndpoints } from './endpoints.ts';
import { createWebhookSender } from './send.ts';

function openWebhooks(parts: FeatureParts): OpenFeature {
  const { live, clock, system } = parts;
  const { siteUrl, allowPrivateWebhooks: allowsPrivate } = parts.config;
  const { store: lookup, write: writer, history } = live;
  const webhooks = createWebhooks({
    ...{ ...parts, lookup, siteUrl, random: Math.random },
    sender: createWebhookSender({ allowsPrivate, clock }),
    disable: (id) => writer.write(disableWebhook(id), system),
  });
  return {
    endpoints: () => webhookEndpoints({ lookup, writer, commitOf: history.commitOf, clock, webhooks, allowsPrivate }),
    gauges: {
      quire_webhook_messages_waiting: { help: 'Webhook messages waiting', value: webhooks.waiting },
      quire_webhook_failed_attempts: { help: 'Failed webhook attempts since the start', value: webhooks.failures },
    },
    problems: webhooks.problems,
    close: () => webhooks.close(CLOSE_TIMEOUT_MS),
  };
}

/** Less than service managers give a process to stop. */
const CLOSE_TIMEOUT_MS = 5_000;

export const webhooks = defineFeature({ name: 'webhooks', open: openWebhooks });
