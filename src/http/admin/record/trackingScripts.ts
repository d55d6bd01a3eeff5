import { showTrackingScript } from '../../../view/admin/record/trackingScript.ts';
import { ADMIN_TRACKING_SCRIPT } from '../../../view/shapes/site.ts';
import { describedBy } from '../../../write/problems.ts';
import {
  createTrackingScript,
  trackingScriptInput,
  updateTrackingScript,
} from '../../../write/record/trackingScript.ts';
import type { Endpoint } from '../../endpoint.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';

/** Scripts that front ends put into the head and body of pages. */
export const trackingScriptEndpoints = (deps: CrudDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'trackingScript',
      shapes: { item: ADMIN_TRACKING_SCRIPT },
      create: describedBy(trackingScriptInput.create),
      update: describedBy(trackingScriptInput.update),
      show: showTrackingScript,
      creates: (body) => ({ action: createTrackingScript(body) }),
      updates: updateTrackingScript,
    },
    deps,
  );
