import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../../model/errors.ts';
import type { Endpoint } from '../endpoint.ts';

const HEADER = 'quire-change';

/**
 * The change that a request is about; undefined for what is live. Characters that are not ASCII are percent-encoded.
 */
export function changeNamedIn(headers: IncomingHttpHeaders): string | undefined {
  const name = headers[HEADER];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent([name].flat().join());
  } catch {
    throw invalidAt([], 'The header Quire-Change must be the name of a change, percent-encoded');
  }
}

/** Finds an endpoint that serves one change: it reads and writes what the change holds instead of what is live. */
export type FindInChange = (name: string, endpoint: Endpoint) => Promise<Endpoint>;

/**
 * The endpoint, made to read and write a change if the header `Quire-Change` names one. An endpoint without versions
 * refuses the header.
 */
export const inChange = (endpoint: Endpoint, find: FindInChange): Endpoint => ({
  ...endpoint,
  async handle(call) {
    const name = changeNamedIn(call.headers);
    if (name === undefined) return endpoint.handle(call);
    if (!endpoint.isInChanges)
      throw invalidAt([], 'This is the same in all changes: leave out the header Quire-Change');
    return (await find(name, endpoint)).handle(call);
  },
});
