import { type ExecutionArgs, execute, type FormattedExecutionResult, type GraphQLError } from 'graphql';
import { processRequest } from 'graphql-helix';
import { CmsError } from '../../model/errors.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { createDocumentReader } from './readDocument.ts';
import type { GraphQLRequest } from './request.ts';
import { createRoot, readField } from './resolvers.ts';
import { createSchema } from './schema.ts';
import { showError } from './showError.ts';

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
    const read = readDocument(query);
    if ('errors' in read) return { status: 400, result: { errors: read.errors } };
    const answer = await processRequest<unknown, unknown>({
      schema,
      query: read.document,
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

/** Reads fields until the time is over: resolving is synchronous, so nothing else can end it. */
function within(ms: number): typeof readField {
  const deadline = performance.now() + ms;
  return (...field) => {
    if (performance.now() > deadline) throw new CmsError('VALIDATION', 'The operation takes too long');
    return readField(...field);
  };
}
