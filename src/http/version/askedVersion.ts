import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../../model/errors.ts';
import { object, text, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import { createQueryReader } from '../request/query.ts';
import type { AskedVersion } from './versionToFind.ts';

/** Names the version for requests with a body. */
export const VERSION_HEADER = 'quire-ref';

/** Longer refs are not valid: see `isRefName`. */
export const MAX_REF = 250;

/** The query parameters that name a version. */
export const versionParameters = object(
  {},
  {
    ref: text({
      maxLength: MAX_REF,
      description: 'The branch, tag or commit to read; needs a credential or a preview token.',
    }),
    at: {
      ...timestamp(),
      description: 'The moment to read the content of, as it was visible then; needs a credential.',
    },
    token: text({ maxLength: 4000, description: 'A preview token' }),
  },
);

/** The names of these parameters. */
export const VERSION_PARAMETERS: readonly string[] = Object.keys(versionParameters.properties);

const readQuery = createQueryReader(versionParameters);

/** Whether a request names a version: then it must not be answered with what is live. */
export const namesVersion = (search: URLSearchParams, headers: IncomingHttpHeaders): boolean =>
  search.has('ref') || search.has('at') || headers[VERSION_HEADER] !== undefined;

/** @throws CmsError VALIDATION if query and header name different refs, or the moment is invalid */
export function readAskedVersion(search: URLSearchParams, headers: IncomingHttpHeaders): AskedVersion {
  const { ref, at } = readQuery(search);
  const named = headers[VERSION_HEADER]?.toString();
  if (ref !== undefined && named !== undefined && ref !== named)
    throw invalidAt(['ref'], 'must be the same as in the header Quire-Ref');
  return { ref: ref ?? named, at: at === undefined ? undefined : new Date(toTimestamp(at)) };
}
