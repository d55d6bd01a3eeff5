import { trimEnd } from '../../lib/text/trimEnds.ts';
import { invalidAt, notFound } from '../../model/errors.ts';
import { type Endpoint, querySchemasOf } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { prefersStrict } from '../request/preferences.ts';
import { createNameCheck, createQueryReader } from '../request/query.ts';
import { VERSION_PARAMETERS } from '../version/askedVersion.ts';
import type { Check } from './step.ts';

/** Makes the function that reads the query of an endpoint. It throws VALIDATION for values that cannot exist. */
export const createQueryOf = (endpoint: Pick<Endpoint, 'query'>): ((search: URLSearchParams) => unknown) => {
  const { read, check } = querySchemasOf(endpoint);
  return read ? createQueryReader(read, check) : () => ({});
};

/**
 * Reads the parameters of the path and the query. Refuses records and values that cannot exist, and parameters that the
 * endpoint does not read where they must be mistakes.
 */
export const readAddress: Check<Exchange> = (endpoint) => {
  const readParams = createParamsReader(endpoint.path);
  const readQuery = createQueryOf(endpoint);
  const checkNames = createNameCheck(querySchemasOf(endpoint), VERSION_PARAMETERS);
  return (exchange) => {
    const { path, search, headers } = exchange;
    checkPath(path);
    checkNames(search, prefersStrict(headers));
    exchange.params = readParams(exchange.values);
    exchange.query = readQuery(search);
  };
};

type PathValues = Readonly<Record<string, string | undefined>>;

const INTEGER = /^[1-9][0-9]{0,9}$/;
/** The contract's other spelling of a placement's id. */
const PLACEMENT = /^pb_/;

/**
 * Makes the function that reads a path's parameters: integers for `:id` and names ending in `Id` except `:messageId`
 * (NOT_FOUND for anything else, because there can be no such record), the rest of the path without slashes at its end
 * for `:name*`.
 */
function createParamsReader(path: string): (values: PathValues) => Record<string, string | number> {
  const readers = [...path.matchAll(/:(\w+)(\*?)/g)].map(([, name = '', star]) => ({
    name,
    read: readerOf(name, star === '*'),
  }));
  return (values) => Object.fromEntries(readers.map(({ name, read }) => [name, read(values[name] ?? '')]));
}

function readerOf(name: string, isRest: boolean): (text: string) => string | number {
  if (isRest) return (text) => trimEnd(text, /\//);
  if (name === 'pbId') return (text) => readInteger(text.replace(PLACEMENT, ''));
  const isText = name === 'messageId' || !(name === 'id' || name.endsWith('Id'));
  return isText ? (text) => text : readInteger;
}

function readInteger(text: string): number {
  if (!INTEGER.test(text)) throw notFound('Record');
  return Number(text);
}

/** Throws VALIDATION if percent-encoded characters of a path are not valid UTF-8. */
function checkPath(path: string): void {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw invalidAt([], 'The address is not valid percent-encoded UTF-8');
  }
}
