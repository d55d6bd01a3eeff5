import { aboutKind, type CrudDeps, crudEndpoints } from '../../http/admin/crud.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { paging } from '../../http/request/query.ts';
import { dataResult, pagedResult } from '../../http/result.ts';
import { conflict, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { object } from '../../model/schema/schema.ts';
import { DELIVERY, showDelivery } from '../../view/admin/record/delivery.ts';
import { describedBy } from '../../write/problems.ts';
import { getRecord } from '../../write/records.ts';
import { createWebhook, makeWebhookSecret, updateWebhook, webhookInput } from './actions.ts';
import type { Webhooks } from './createWebhooks.ts';
import { webhook } from './entity.ts';
import { NEW_WEBHOOK, showWebhook, WEBHOOK } from './view.ts';

export interface WebhookDeps extends CrudDeps {
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
  readonly webhooks: Webhooks;
}

/** Webhooks. Their secrets are shown once, on creation. */
export const webhookEndpoints = (deps: WebhookDeps): Endpoint[] => [
  ...webhookRecordEndpoints(deps),
  ...deliveryEndpoints(deps).map(aboutKind('webhook')),
];

const webhookRecordEndpoints = ({ allowsPrivate, webhooks, ...deps }: WebhookDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'webhook',
      needsFreshProof: true,
      shapes: { item: WEBHOOK, created: NEW_WEBHOOK },
      create: describedBy(webhookInput.create),
      update: describedBy(webhookInput.update),
      show: (entry, reader) => showWebhook(entry, { lastDelivery: webhooks.lastDelivery(entry.id), reader }),
      creates(body) {
        const made = makeWebhookSecret();
        // An invalid secret in the body is refused before anything is shown.
        return { action: createWebhook(body, made, { allowsPrivate }), once: { secret: body['secret'] ?? made } };
      },
      updates: (target, body) => updateWebhook(target, body, { allowsPrivate }),
    },
    deps,
  );

const deliveryList = paging({ defaultLimit: 50, maxLimit: 100 });

const deliveryEndpoints = ({ lookup, webhooks }: WebhookDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:id/test',
    summary: 'Send a webhook.test message now, even if the webhook is switched off',
    access: 'admin',
    result: dataResult(DELIVERY),
    async handle({ params: { id }, actor }) {
      getRecord(lookup, 'webhook', id);
      const delivery = await webhooks.test(id);
      if (!delivery) throw notFound('Webhook');
      return { data: showDelivery(delivery, actor) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook, including waiting ones, newest first',
    access: webhook.access.read,
    query: object({}, deliveryList.schema),
    result: pagedResult(DELIVERY),
    handle({ params: { id }, query, actor }) {
      getRecord(lookup, 'webhook', id);
      const { limit, offset } = deliveryList.read(query);
      const all = webhooks.deliveries(id);
      const shown = all.slice(offset, offset + limit).map((delivery) => showDelivery(delivery, actor));
      return { data: shown, meta: { total: all.length, limit, offset } };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:id/deliveries/:messageId/redeliver',
    summary: 'Send a message again with the same message id',
    access: 'admin',
    result: dataResult(DELIVERY),
    handle({ params: { id, messageId }, actor }) {
      if (!getRecord(lookup, 'webhook', id).data.isActive)
        throw conflict(because('webhookOff', 'The webhook is switched off: switch it on first', {}), ['isActive']);
      const delivery = webhooks.redeliver(id, messageId);
      if (!delivery) throw notFound('Delivery');
      return { data: showDelivery(delivery, actor) };
    },
  }),
];
