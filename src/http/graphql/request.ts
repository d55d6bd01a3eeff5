import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { CmsError } from '../../model/errors.ts';
import { object, text } from '../../model/schema/schema.ts';
import { parseUntrustedJson } from '../request/body/body.ts';
import { createQueryReader } from '../request/query.ts';

/** A GraphQL request (GraphQL over HTTP, "Request"). */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

const bad = (message: string): CmsError => new CmsError('VALIDATION', message);

/** The most bytes of a request, in a body or in each parameter of a GET. */
export const MAX_REQUEST_BYTES = 64 * 1024;

const parameter = text({ maxLength: MAX_REQUEST_BYTES });

/** The parameters of a GET. */
export const PARAMETERS = object({}, { query: parameter, variables: parameter, operationName: parameter });

const readParameters = createQueryReader(PARAMETERS);

/** Reads the parameters of a GET. Throws CmsError VALIDATION. */
export function readGetRequest(search: URLSearchParams): GraphQLRequest {
  const { query, variables, operationName } = readParameters(search);
  return readRequest({
    query,
    variables: variables ? parseUntrustedJson(Buffer.from(variables), 'The parameter variables') : null,
    operationName,
  });
}

/** Reads the body of a POST. Throws CmsError VALIDATION. */
export function readRequest(body: unknown): GraphQLRequest {
  if (!isPlainObject(body)) throw bad('The body must be one request: { query, variables, operationName }');
  const { query, variables, operationName } = body as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string' || query.trim() === '') throw bad('query must be a non-empty string');
  if (!isAbsent(variables) && !isPlainObject(variables)) throw bad('variables must be an object');
  if (!isAbsent(operationName) && typeof operationName !== 'string') throw bad('operationName must be a string');
  return {
    query,
    variables: isPlainObject(variables) ? (variables as Readonly<Record<string, unknown>>) : {},
    // Some clients send an empty name instead of none.
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
  };
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined;
