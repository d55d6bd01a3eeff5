import { answersParts, attemptOf, type Endpoint, heedsIfMatch, isOfExtension, isWrite } from '../endpoint.ts';
import type { ResultHeader } from '../result.ts';
import { successBody } from '../step/unknownNames.ts';
import type { Shapes } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** The answers of an endpoint: its success, and the errors that it can cause. */
export function showResponses(endpoint: Endpoint, shapes: Shapes): Json {
  const errors = Object.entries(ERRORS).filter(([, { isFor }]) => isFor(endpoint));
  return {
    ...(isCacheableEndpoint(endpoint) && { 304: { description: 'The cached answer is still valid.' } }),
    ...Object.fromEntries(errors.map(([status]) => [status, { $ref: `#/components/responses/${status}` }])),
    default: { $ref: '#/components/responses/default' },
    // Answers that an endpoint describes itself override the shared ones.
    ...showSuccessResponses(endpoint, shapes),
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  206: 'The part that `Range` asks for.',
  302: 'The file is at the address in `Location`.',
  400: 'Nothing was done.',
  401: 'There is no credential, or it is not valid.',
  403: 'The credential does not allow this.',
  404: 'There is no such version of the site.',
  413: 'The request is too large.',
  429: 'There are too many requests; `Retry-After` says when to try again.',
};

/** The status whose body has no meaning. */
const ELSEWHERE = 302;

function showSuccessResponses(endpoint: Endpoint, shapes: Shapes): Json {
  const { result } = endpoint;
  if (!result) return { 200: { description: 'Done.' } };
  const { statuses, type, headers } = result;
  const body = successBody(endpoint);
  const schema = body ? shapes.show(body) : { type: 'string' };
  const response = {
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map((name) => [name, HEADERS[name]])) }),
    content: { [type]: type === 'application/json' || type.startsWith('text/') ? { schema } : {} },
  };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: DESCRIPTIONS[status] ?? 'Done.', ...(status !== ELSEWHERE && response) },
    ]),
  );
}

const HEADERS: Readonly<Record<ResultHeader, Json>> = {
  ETag: { description: 'The version of the file that holds the record, for `If-Match`.', schema: { type: 'string' } },
  'X-Commit': {
    description: 'The commit that the write made, else the last one of the record; absent for records outside git.',
    schema: { type: 'string' },
  },
};

const isCacheableEndpoint = ({ method, access }: Endpoint): boolean => method === 'GET' && access === 'public';
const needsCredentials = (endpoint: Endpoint): boolean =>
  (endpoint.access !== 'public' && endpoint.access !== 'open') || isVersioned(endpoint);
const hasRole = (endpoint: Endpoint): boolean => needsCredentials(endpoint) && endpoint.access !== 'optional';
const isVersioned = ({ site }: Endpoint): boolean => site?.findInVersion !== undefined;
/** Its code may answer any error that it can make, or that the admin interface has answered it. */
const isExtending = ({ path }: Endpoint): boolean => isOfExtension(path);
const acceptsBody = ({ body }: Endpoint): boolean => body !== undefined;

const isSigningIn = ({ path }: Endpoint): boolean => path.startsWith('/api/admin/auth/');

/** For whoever holds a link: what it is about may be gone, or have changed. */
const isByLink = ({ rateLimit }: Endpoint): boolean => rateLimit === 'link';

/** Limits of those who prove who they are in the body of a request. */
const BY_CREDENTIAL: readonly Endpoint['rateLimit'][] = ['login', 'link', 'reset'];

interface ErrorAnswer {
  readonly description: string;
  isFor(endpoint: Endpoint): boolean;
}

/** Errors by status (SECURITY, "Codes and statuses"), and the endpoints that can answer with them. */
const ERRORS: Readonly<Record<number, ErrorAnswer>> = {
  400: {
    description: 'VALIDATION: the request is invalid; each `path` names a wrong value.',
    isFor: (endpoint) =>
      acceptsBody(endpoint) ||
      endpoint.query !== undefined ||
      endpoint.method !== 'GET' ||
      isVersioned(endpoint) ||
      isExtending(endpoint),
  },
  401: {
    description: 'UNAUTHORIZED: there is no credential, or it is not valid.',
    isFor: (endpoint) =>
      needsCredentials(endpoint) || isSigningIn(endpoint) || BY_CREDENTIAL.some((name) => name === endpoint.rateLimit),
  },
  403: {
    description:
      'FORBIDDEN: the role does not allow it, it is never allowed (such as a second set-up), a page of another origin uses the cookie, or the caller must prove who they are once more (`reason` `needsFreshProof`).',
    isFor: (endpoint) => hasRole(endpoint) || attemptOf(endpoint) !== undefined || isExtending(endpoint),
  },
  404: {
    description: 'NOT_FOUND: there is no such record, or no such version of the site.',
    isFor: (endpoint) =>
      endpoint.path.includes(':') || isVersioned(endpoint) || isExtending(endpoint) || isByLink(endpoint),
  },
  409: {
    description:
      'CONFLICT: the key is taken, a file has uncommitted changes, a revision cannot be read, or values cannot be merged (`clashes`). IN_USE: other records use it.',
    isFor: (endpoint) =>
      (isWrite(endpoint) && hasRole(endpoint)) ||
      endpoint.needsFreshProof === true ||
      isByLink(endpoint) ||
      endpoint.path.includes(':commit') ||
      isExtending(endpoint),
  },
  412: {
    description: 'PRECONDITION_FAILED: the record has changed since it was read. Nothing was written.',
    isFor: (endpoint) => heedsIfMatch(endpoint) || (isExtending(endpoint) && isWrite(endpoint)),
  },
  413: { description: 'PAYLOAD_TOO_LARGE: the body is too large.', isFor: acceptsBody },
  415: { description: 'UNSUPPORTED_MEDIA_TYPE: the body is of another type.', isFor: acceptsBody },
  416: {
    description: 'VALIDATION: the file has no such part.',
    isFor: answersParts,
  },
  429: {
    description: 'RATE_LIMITED: too many requests; `Retry-After` says when to try again.',
    isFor: ({ rateLimit, access }) => rateLimit !== undefined || access === 'public',
  },
  503: {
    description: 'SERVICE_UNAVAILABLE: nothing can be written now; `Retry-After` says when to try again.',
    isFor: (endpoint) => isWrite(endpoint) || isExtending(endpoint),
  },
  507: { description: 'INSUFFICIENT_STORAGE: there is too little space on the disk.', isFor: isWrite },
};

const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** The answers that all endpoints share. */
export const ERROR_RESPONSES: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(ERRORS).map(([status, { description }]) => [status, { description, content: ERROR_CONTENT }]),
  ),
  default: { description: 'Another error.', content: ERROR_CONTENT },
};
