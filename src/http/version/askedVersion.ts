import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../../model/errors.ts';
import { object, text, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import { createQueryReader } from '../request/query.ts';

/** Which version of the site a request is about. At least one of them is given. */
export interface AskedVersion {
  /** The name of a branch, a tag or a commit. */
  readonly ref: string | undefined;
  /** The moment whose content is meant, as it was then. */
  readonly at: Date | undefined;
}

/** For requests with a body, whose address says nothing. */
export const VERSION_HEADER = 'quire-ref';

/** Longer ones are no names: see `isRefName`. */
export const MAX_REF = 250;

/** What the address may say of it. */
export const versionQuery = object(
  {},
  {
    ref: text({
      maxLength: MAX_REF,
      description: 'The branch, tag or commit whose content is meant: for who has a credential or a preview token.',
    }),
    at: {
      ...timestamp(),
      description: 'The moment whose content is meant, as it was to be seen then: for who has a credential.',
    },
    token: text({ maxLength: 4000, description: 'A preview token' }),
  },
);

const readQuery = createQueryReader(versionQuery);

/** Whether a request is about another version than what is live: then it must not be answered with that. */
export const namesVersion = (search: URLSearchParams, headers: IncomingHttpHeaders): boolean =>
  search.has('ref') || search.has('at') || headers[VERSION_HEADER] !== undefined;

/** @throws CmsError VALIDATION where it is given twice in two ways, or is no moment */
export function readAskedVersion(search: URLSearchParams, headers: IncomingHttpHeaders): AskedVersion {
  const { ref, at } = readQuery(search);
  const named = headers[VERSION_HEADER]?.toString();
  if (ref !== undefined && named !== undefined && ref !== named)
    throw invalidAt(['ref'], 'must be the one that the header Quire-Ref names');
  return { ref: ref ?? named, at: at === undefined ? undefined : new Date(toTimestamp(at)) };
}
