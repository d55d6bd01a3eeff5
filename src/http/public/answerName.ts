import type { Endpoint } from '../endpoint.ts';

/** What of a request decides about its answer, beside its headers and its body. */
export interface Asked {
  /** As it was sent, where that is known: a plain one is its own name. */
  readonly path?: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly search: URLSearchParams;
}

/**
 * Makes the function that names what an endpoint is asked: the address in one spelling, with the parameters that the
 * endpoint reads and no others, so that nobody makes others of one answer by adding to its address.
 */
export function createAnswerName(endpoint: Pick<Endpoint, 'path' | 'query' | 'asks'>): (asked: Asked) => string {
  const nameQuery = createQueryName(endpoint);
  const parts = endpoint.path.split(/:(\w+\*?)/);
  const writePath = (params: Asked['params']): string =>
    parts.map((part, at) => (at % 2 === 0 ? part : writeParam(part, params))).join('');
  return ({ path, params, search }) =>
    (path !== undefined && PLAIN_PATH.test(path) ? path : writePath(params)) + nameQuery(search);
}

/** Segments of characters that no URL needs to write otherwise, without an empty one: nearly all paths. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/** The query in one spelling; empty where nothing in it is read. */
function createQueryName({ query, asks }: Pick<Endpoint, 'query' | 'asks'>): (search: URLSearchParams) => string {
  const known = new Set(Object.keys({ ...query?.properties, ...asks?.properties }));
  return (search) => {
    // Repeated parameters stay in their order: what is wrong with them is not to be taken for what is right.
    const read = [...search].filter(([name]) => known.has(rootOf(name))).sort(byName);
    return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
  };
}

type Parameter = readonly [name: string, value: string];
const byName = ([a]: Parameter, [b]: Parameter): number => (a < b ? -1 : Number(a > b));

/** `filter[rating][gte]` is one of `filter`. */
const rootOf = (name: string): string => /^\w*/.exec(name)![0];

function writeParam(part: string, params: Asked['params']): string {
  const isRest = part.endsWith('*');
  const written = encodeURIComponent(params[isRest ? part.slice(0, -1) : part] ?? '');
  return isRest ? written.replaceAll('%2F', '/') : written;
}
