import type { Endpoint } from '../endpoint.ts';

/** Names the changes that a version of the future is without. */
const LEFT_OUT_HEADER = 'Quire-Left-Out';

/** An endpoint of such a version that tells callers with a credential of these changes: front ends pass answers on. */
export function tellLeftOut(endpoint: Endpoint, names: readonly string[]): Endpoint {
  if (names.length === 0) return endpoint;
  const headers = { [LEFT_OUT_HEADER]: names.map(encodeURIComponent).join(', ') };
  return {
    ...endpoint,
    async handle(call) {
      const answer = await endpoint.handle(call);
      // Any endpoint that answers from a version may be called with a preview token.
      const isPreview = (call.actor as { readonly preview?: object } | null)?.preview !== undefined;
      return isPreview ? answer : { ...answer, headers: { ...answer.headers, ...headers } };
    },
  };
}
