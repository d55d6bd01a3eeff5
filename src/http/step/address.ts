import { type Endpoint, querySchemasOf } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { checkPath, createParamsReader } from '../request/params.ts';
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
