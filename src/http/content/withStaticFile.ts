import type { Endpoint, PathParams } from '../endpoint.ts';

/**
 * An endpoint, and the same one at the address that its answer has on the static site: with `.json` after its path and
 * without a query.
 *
 * @param exports the parameters of each file; by default there is a single one, without parameters
 */
export function withStaticFile(
  endpoint: Endpoint,
  exports: () => Iterable<PathParams<string>> = () => [{}],
): readonly Endpoint[] {
  const { query: _, ...others } = endpoint;
  const path = `${endpoint.path}.json`;
  return [
    endpoint,
    Object.freeze({ ...others, path, summary: `${endpoint.summary}: a file of the static site`, exports }),
  ];
}
