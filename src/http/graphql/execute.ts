import { type ExecutionArgs, execute, type FormattedExecutionResult, GraphQLError } from 'graphql';
import { processRequest } from 'graphql-helix';
import { CmsError, type ErrorCode, inWords } from '../../model/errors.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { createDocumentReader } from './readDocument.ts';
import type { GraphQLRequest } from './request.ts';
import { createRoot, readField } from './resolvers.ts';
import { createSchema } from './schema.ts';

const TIMEOUT_MS = 2000;

export interface ExecutorOptions {
  readonly content: PublicContent;
  /** Whether callers may ask for the schema, and are told of similar names. */
  readonly isOpen: boolean;
}

export interface Executed {
  readonly status: number;
  readonly result: FormattedExecutionResult;
}

/** What is accepted, and by which method, is for the endpoint to say: the library is not to decide by headers. */
const REQUEST = { method: 'POST', headers: { accept: 'application/json' }, body: {}, query: {} };

/** Makes the function that runs requests. Its answer is 400 where nothing could be run. */
export function createExecutor({ content, isOpen }: ExecutorOptions): (request: GraphQLRequest) => Promise<Executed> {
  const schema = createSchema();
  const rootValue = createRoot(content);
  const readDocument = createDocumentReader(schema, isOpen);
  return async ({ query, variables, operationName }) => {
    const { document, errors } = readDocument(query);
    if (document === null || errors.length > 0) return toExecuted({ errors }, isOpen);
    const answer = await processRequest<unknown, unknown>({
      schema,
      query: document,
      variables: { ...variables },
      ...(operationName !== undefined && { operationName }),
      request: REQUEST,
      rootValueFactory: () => rootValue,
      validate: () => [],
      execute: (args: ExecutionArgs) => execute({ ...args, fieldResolver: within(TIMEOUT_MS) }),
    });
    if (answer.type !== 'RESPONSE' || answer.status === 500) throw new Error('A GraphQL operation cannot be run');
    return toExecuted(answer.payload, isOpen);
  };
}

interface Payload {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** Only what was run has data, if only null. */
function toExecuted({ data, errors = [] }: Payload, isOpen: boolean): Executed {
  const result = {
    ...(errors.length > 0 && { errors: errors.map((error) => showError(error, isOpen)) }),
    ...(data !== undefined && { data: data as FormattedExecutionResult['data'] & object }),
  };
  return { status: data === undefined ? 400 : 200, result };
}

function showError(error: GraphQLError, isOpen: boolean) {
  return { ...error.toJSON(), message: messageOf(error, isOpen), extensions: { code: codeOf(error) } };
}

function messageOf({ message, originalError }: GraphQLError, isOpen: boolean): string {
  // GraphQL's path names the field; which of its arguments is wrong stands nowhere else.
  if (originalError instanceof CmsError) return originalError.details.map(inWords).join('; ');
  return isOpen ? message : message.replace(/ Did you mean .*$/s, '');
}

/** Throws what is not expected: the server logs it and tells nothing. */
function codeOf({ originalError }: GraphQLError): ErrorCode {
  if (originalError instanceof CmsError) return originalError.code;
  if (originalError === undefined || originalError instanceof GraphQLError) return 'VALIDATION';
  throw originalError;
}

/** Reads fields until the time is over: resolving is synchronous, so nothing else can end it. */
function within(ms: number): typeof readField {
  const deadline = performance.now() + ms;
  return (...field) => {
    if (performance.now() > deadline) throw new CmsError('VALIDATION', 'The operation takes too long');
    return readField(...field);
  };
}
