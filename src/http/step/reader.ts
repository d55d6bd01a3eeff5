import type { Actor } from '../../model/access.ts';
import type { ActorRights } from '../../model/rights/rights.ts';
import type { Answer, Endpoint } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import type { FindInSite } from '../version/siteEndpoints.ts';
import { isForAnybody } from './caller.ts';
import type { Step } from './step.ts';

/** Finds the endpoint of the same name that shows what somebody may read who may not read everything. */
export type FindForReader = FindInSite<ActorRights>;

/** The endpoint that answers an actor: the same one for those from whom nothing is hidden. */
export const endpointFor = (endpoint: Endpoint, actor: Actor | null, find: FindForReader): Endpoint =>
  actor === null || actor.rights.readsAll ? endpoint : find(actor.rights, endpoint);

/** Lets an endpoint for the same name answer callers who may not read everything, in which the rest does not exist. */
export const createEnterReader =
  (find: FindForReader): Step<Exchange, Answer> =>
  (endpoint, below) => {
    const whole = below(endpoint);
    // What can be read of other versions too has been found for the reader when the version was.
    if (isForAnybody(endpoint) || endpoint.site?.findInVersion) return whole;
    return (exchange) => {
      const own = endpointFor(endpoint, exchange.actor, find);
      return own === endpoint ? whole(exchange) : below(own)(exchange);
    };
  };
