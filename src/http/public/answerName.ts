import type { Endpoint } from '../endpoint.ts';
import { namesOf, type QuerySchemas, rootOf } from '../request/query.ts';

/** The parts of a request that determine its answer, beside its headers and its body. */
export interface Asked {
  /** As it was sent, if known: a plain path is its own name. */
  readonly path?: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly search: URLSearchParams;
}

/**
 * Makes the function that names requests to an endpoint: the address in one spelling, with the parameters that the
 * endpoint reads and no others, so that adding to an address does not make another answer of it.
 */
export function createAnswerName(endpoint: Pick<Endpoint, 'path' | 'query' | 'asks'>): (asked: Asked) => string {
  const nameQuery = createQueryName(endpoint);
  const parts = endpoint.path.split(/:(\w+\*?)/);
  const writePath = (params: Asked['params']): string =>
    parts.map((part, at) => (at % 2 === 0 ? part : writeParam(part, params))).join('');
  return ({ path, params, search }) =>
    (path !== undefined && PLAIN_PATH.test(path) ? path : writePath(params)) + nameQuery(search);
}

/** Non-empty segments of characters that URLs never encode: nearly all paths. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/** Makes the function that writes a query in one spelling; empty if the endpoint reads nothing of it. */
function createQueryName(schemas: QuerySchemas): (search: URLSearchParams) => string {
  const known = namesOf(schemas);
  return (search) => {
    // Repeated parameters stay, in their order: the request is refused, and must not find the answer of a valid one.
    const read = [...search].filter(([name]) => known.has(rootOf(name))).sort(byName);
    return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
  };
}

type Parameter = readonly [name: string, value: string];
const byName = ([a]: Parameter, [b]: Parameter): number => (a < b ? -1 : Number(a > b));

function writeParam(part: string, params: Asked['params']): string {
  const isRest = part.endsWith('*');
  const written = encodeURIComponent(params[isRest ? part.slice(0, -1) : part] ?? '');
  return isRest ? written.replaceAll('%2F', '/') : written;
}
