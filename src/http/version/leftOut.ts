import type { Endpoint } from '../endpoint.ts';

/** Names the changes that a version of the future is without. */
const LEFT_OUT_HEADER = 'Quire-Left-Out';

/** An endpoint of such a version that tells of these changes. A preview token opens no moment, so it is never called with one. */
export function tellLeftOut(endpoint: Endpoint, names: readonly string[]): Endpoint {
  if (names.length === 0) return endpoint;
  const headers = { [LEFT_OUT_HEADER]: names.map(encodeURIComponent).join(', ') };
  return {
    ...endpoint,
    async handle(call) {
      const answer = await endpoint.handle(call);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}
