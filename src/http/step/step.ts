import type { Endpoint } from '../endpoint.ts';

/** Answers a request from some step of the pipeline on. */
export type Respond<In, Out> = (request: In) => Out | Promise<Out>;

/** The steps below, for this endpoint or for another one in its place. */
export type Below<In, Out> = (endpoint: Endpoint) => Respond<In, Out>;

/**
 * One step of the pipeline. It reads what the endpoint declares and does its part before or after the steps below, or
 * is left out by returning them as they are.
 */
export type Step<In, Out> = (endpoint: Endpoint, below: Below<In, Out>) => Respond<In, Out>;

/** What is checked or read before the steps below; undefined if the endpoint does not need it. */
export type Check<In> = (endpoint: Endpoint) => ((request: In) => void | Promise<void>) | undefined;

/** Joins steps, the first on top. Each endpoint's are joined on its first request, as most are called long after a start. */
export function joinSteps<In, Out>(steps: readonly Step<In, Out>[], last: Below<In, Out>): Below<In, Out> {
  return steps.reduceRight<Below<In, Out>>((below, step) => rememberJoined((endpoint) => step(endpoint, below)), last);
}

function rememberJoined<In, Out>(join: Below<In, Out>): Below<In, Out> {
  const joined = new WeakMap<Endpoint, Respond<In, Out>>();
  return (endpoint) => {
    const handle = joined.get(endpoint) ?? join(endpoint);
    joined.set(endpoint, handle);
    return handle;
  };
}

/** The step that does a check and then goes on. */
export const first =
  <In, Out>(check: Check<In>): Step<In, Out> =>
  (endpoint, below) => {
    const handle = below(endpoint);
    const run = check(endpoint);
    if (!run) return handle;
    return (request) => {
      const pending = run(request);
      return pending ? pending.then(() => handle(request)) : handle(request);
    };
  };
