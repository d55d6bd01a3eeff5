import { describedBy } from '../../change/problems.ts';
import { createWebhook, makeWebhookSecret, updateWebhook, webhookInput } from '../../change/webhook.ts';
import { showWebhook } from '../../view/admin/webhook.ts';
import { NEW_WEBHOOK, WEBHOOK } from '../../view/shapes/access.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';
import type { Endpoint } from '../endpoint.ts';

export interface WebhookDeps extends CrudDeps {
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
}

/** Webhooks. Their secrets are shown once, when they are made. */
export const webhookEndpoints = ({ allowsPrivate, ...deps }: WebhookDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'webhook',
      shapes: { item: WEBHOOK, created: NEW_WEBHOOK },
      create: describedBy(webhookInput.create),
      update: describedBy(webhookInput.update),
      show: (entry) => showWebhook(entry, null),
      creates(body) {
        const made = makeWebhookSecret();
        // A secret that is none is refused before anything is shown.
        return { action: createWebhook(body, made, { allowsPrivate }), once: { secret: body['secret'] ?? made } };
      },
      updates: (target, body) => updateWebhook(target, body, { allowsPrivate }),
    },
    deps,
  );
