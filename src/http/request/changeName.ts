import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../../model/errors.ts';

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
