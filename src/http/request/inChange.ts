import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../../model/errors.ts';
import type { Endpoint } from '../endpoint.ts';

const HEADER = 'quire-change';

/** The change that a request is about; undefined for what is live. Names that are not ASCII are percent-encoded. */
export function changeNamedIn(headers: IncomingHttpHeaders): string | undefined {
  const name = headers[HEADER];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent([name].flat().join());
  } catch {
    throw invalidAt([], 'Quire-Change must be the name of a change, percent-encoded');
  }
}

/** Finds the endpoints as they are for one change: what it holds in the place of what is live. */
export type FindInChange = (name: string, endpoint: Endpoint) => Promise<Endpoint>;

/**
 * The endpoint, where the header `Quire-Change` has it read and write that change instead of what is live; what has no
 * versions says so.
 */
export const inChange = (endpoint: Endpoint, find: FindInChange): Endpoint => ({
  ...endpoint,
  async handle(call) {
    const name = changeNamedIn(call.headers);
    if (name === undefined) return endpoint.handle(call);
    if (!endpoint.isInChanges)
      throw invalidAt([], 'This is the same for all changes: leave the header Quire-Change out');
    return (await find(name, endpoint)).handle(call);
  },
});
