import type { AuditLog } from '../../auth/audit/auditLog.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { paging } from '../../http/request/query.ts';
import { dataResult, pagedResult } from '../../http/result.ts';
import { actorRefName } from '../../model/access.ts';
import { conflict, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { namedSchema, object } from '../../model/schema/schema.ts';
import { DELIVERY, showDelivery } from '../../view/admin/record/delivery.ts';
import { booleanShape, integerShape, orNull, stringShape } from '../../view/shapes/values.ts';
import type { Effects } from './openEffects.ts';

/** The effects of an extension; why they are stopped, and how many runs are waiting. */
const EFFECTS = namedSchema(
  'Effects',
  object({ name: stringShape, isActive: booleanShape, stopped: orNull(stringShape), waiting: integerShape }),
);

interface EffectDeps {
  readonly effects: Effects;
  readonly audit: Pick<AuditLog, 'append'>;
}

const deliveryList = paging({ defaultLimit: 50, maxLimit: 100 });

/** The log of what extensions do after events, in the manner of webhooks. */
export const effectEndpoints = ({ effects, audit }: EffectDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/extensions/:name/effects',
    summary: 'Read the state of the effects of an extension',
    access: 'admin',
    result: dataResult(EFFECTS),
    handle: ({ params: { name } }) => ({ data: showEffects(getExtension(effects, name), effects) }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/extensions/:name/effects/start',
    summary: 'Start effects again that Quire has stopped, with the events from now on',
    access: 'admin',
    result: dataResult(EFFECTS),
    async handle({ params: { name }, actor }) {
      const record = `extension/${getExtension(effects, name)}`;
      effects.start(name);
      await audit.append({ actor: actorRefName(actor), action: 'extension.start', record, ok: true });
      return { data: showEffects(name, effects) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/extensions/:name/effects/deliveries',
    summary: 'List the runs of the effects of an extension, including waiting ones, newest first',
    access: 'admin',
    query: object({}, deliveryList.schema),
    result: pagedResult(DELIVERY),
    handle({ params: { name }, query, actor }) {
      const { limit, offset } = deliveryList.read(query);
      const all = effects.deliveries(getExtension(effects, name));
      const shown = all.slice(offset, offset + limit).map((delivery) => showDelivery(delivery, actor));
      return { data: shown, meta: { total: all.length, limit, offset } };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/extensions/:name/effects/deliveries/:messageId/redeliver',
    summary: 'Run an effect again for the same event',
    access: 'admin',
    result: dataResult(DELIVERY),
    handle({ params: { name, messageId }, actor }) {
      if (effects.stopped(getExtension(effects, name)) !== null)
        throw conflict(because('effectsStopped', 'The effects of the extension are stopped: start them first', {}));
      const delivery = effects.redeliver(name, messageId);
      if (!delivery) throw notFound('Run');
      return { data: showDelivery(delivery, actor) };
    },
  }),
];

/** @throws CmsError NOT_FOUND if there is no such extension, or it has no effects */
function getExtension(effects: Effects, name: string): string {
  if (!effects.has(name)) throw notFound('Extension with effects');
  return name;
}

function showEffects(name: string, effects: Effects): object {
  const stopped = effects.stopped(name);
  const waiting = effects.deliveries(name).filter(({ status }) => status === 'pending').length;
  return { name, isActive: stopped === null, stopped, waiting };
}
