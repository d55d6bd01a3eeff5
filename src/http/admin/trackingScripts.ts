import { describedBy } from '../../change/problems.ts';
import { createTrackingScript, trackingScriptInput, updateTrackingScript } from '../../change/trackingScript.ts';
import { showTrackingScript } from '../../view/admin/trackingScript.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';
import type { Endpoint } from '../endpoint.ts';

/** Scripts that sites put into their pages' heads and bodies. */
export const trackingScriptEndpoints = (deps: CrudDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'trackingScript',
      create: describedBy(trackingScriptInput.create),
      update: describedBy(trackingScriptInput.update),
      show: showTrackingScript,
      creates: (body) => ({ action: createTrackingScript(body) }),
      updates: updateTrackingScript,
    },
    deps,
  );
