import type { Webhooks } from '../../job/webhook/webhooks.ts';
import type { AdminView } from '../../view/admin/showAdminPage.ts';
import type { CrudDeps } from '../crud.ts';
import type { Endpoint } from '../endpoint.ts';
import { blockEndpoints } from './blocks.ts';
import { menuEndpoints } from './menus.ts';
import { redirectEndpoints } from './redirects.ts';
import { taxonomyEndpoints } from './taxonomies.ts';
import { trackingScriptEndpoints } from './trackingScripts.ts';
import { typeEndpoints } from './types.ts';
import { webhookEndpoints } from './webhooks.ts';

export interface RecordDeps extends CrudDeps {
  readonly view: AdminView;
  readonly webhooks: Webhooks;
  readonly allowPrivateWebhooks: boolean;
}

/** The kinds of records that need no more than to be read and written. */
export const recordEndpoints = ({ view, webhooks, allowPrivateWebhooks, ...crud }: RecordDeps): Endpoint[] => [
  ...typeEndpoints(crud),
  ...blockEndpoints({ ...crud, view }),
  ...menuEndpoints(crud),
  ...taxonomyEndpoints(crud),
  ...redirectEndpoints(crud),
  ...trackingScriptEndpoints(crud),
  ...webhookEndpoints({ ...crud, webhooks, allowsPrivate: allowPrivateWebhooks }),
];
