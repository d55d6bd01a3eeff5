import { type Endpoint, querySchemasOf } from '../endpoint.ts';
import { parameterRoot, type QuerySchemas, queryParameterNames } from '../request/query.ts';

/** The parts of a request that determine its answer, beside its headers and its body. */
export interface NamedRequest {
  /** As it was sent, if known: a plain path is its own name. */
  readonly path?: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly search: URLSearchParams;
}

/**
 * Makes the function that names requests to an endpoint: the address in one spelling, with the parameters that the
 * endpoint reads and no others, so that adding to an address does not make another answer of it.
 */
export function createAnswerName(endpoint: Pick<Endpoint, 'path' | 'query'>): (asked: NamedRequest) => string {
  const nameQuery = createQueryName(querySchemasOf(endpoint));
  const parts = endpoint.path.split(/:(\w+\*?)/);
  const writePath = (params: NamedRequest['params']): string =>
    parts.map((part, at) => (at % 2 === 0 ? part : writeParam(part, params))).join('');
  return ({ path, params, search }) =>
    (path !== undefined && PLAIN_PATH.test(path) ? path : writePath(params)) + nameQuery(search);
}

/** Non-empty segments of characters that URLs never encode: nearly all paths. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/** Makes the function that writes a query in one spelling; empty if the endpoint reads nothing of it. */
function createQueryName(schemas: QuerySchemas): (search: URLSearchParams) => string {
  const known = queryParameterNames(schemas);
  return (search) => {
    // Repeated parameters stay, in their order: the request is refused, and must not find the answer of a valid one.
    const read = [...search].filter(([name]) => known.has(parameterRoot(name))).sort(compareQueryPairs);
    return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
  };
}

type QueryPair = readonly [name: string, value: string];
const compareQueryPairs = ([a]: QueryPair, [b]: QueryPair): number => (a < b ? -1 : Number(a > b));

function writeParam(part: string, params: NamedRequest['params']): string {
  const isRest = part.endsWith('*');
  const written = encodeURIComponent(params[isRest ? part.slice(0, -1) : part] ?? '');
  return isRest ? written.replaceAll('%2F', '/') : written;
}
