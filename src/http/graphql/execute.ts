import {
  type DocumentNode,
  type ExecutionArgs,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { processRequest } from 'graphql-helix';
import { LRUCache } from 'lru-cache';
import { CmsError, type ErrorCode } from '../../model/errors.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { limitsRule, MAX_TOKENS, readOnlyRule } from './limits.ts';
import type { GraphQLRequest } from './request.ts';
import { createRoot, readField } from './resolvers.ts';
import { createSchema } from './schema.ts';

const TIMEOUT_MS = 2000;
/** Letters of query texts that are remembered with what became of them. */
const MAX_REMEMBERED = 2_000_000;

export interface ExecutorOptions {
  readonly content: PublicContent;
  /** Whether callers may ask for the schema, and are told of similar names. */
  readonly isOpen: boolean;
}

export interface Executed {
  readonly status: number;
  readonly result: FormattedExecutionResult;
}

/** A query text that was read once: the document, or what is wrong with it. */
interface Prepared {
  readonly document: DocumentNode | null;
  readonly errors: readonly GraphQLError[];
}

/** Makes the function that runs requests. Its answer is 400 where nothing could be run. */
export function createExecutor({ content, isOpen }: ExecutorOptions) {
  const schema = createSchema();
  const rootValue = createRoot(content);
  const rules = [...specifiedRules, readOnlyRule, limitsRule, ...(isOpen ? [] : [NoSchemaIntrospectionCustomRule])];
  const prepared = new LRUCache<string, Prepared>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_, text) => text.length + 1,
  });

  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known) return known;
    const fresh = read(text);
    prepared.set(text, fresh);
    return fresh;
  }

  function read(text: string): Prepared {
    try {
      const document = parse(text, { maxTokens: MAX_TOKENS, noLocation: false });
      return { document, errors: validate(schema, document, rules) };
    } catch (error) {
      if (error instanceof GraphQLError) return { document: null, errors: [error] };
      // The parser and the rules call themselves for each level of the text.
      if (error instanceof RangeError)
        return { document: null, errors: [new GraphQLError('The query is nested too deeply')] };
      throw error;
    }
  }

  function show(error: GraphQLError): object {
    const { code, message } = explain(error);
    const shown = isOpen ? message : message.replace(/ Did you mean .*$/s, '');
    return { ...error.toJSON(), message: shown, extensions: { code } };
  }

  return async ({ query, variables, operationName }: GraphQLRequest): Promise<Executed> => {
    const answer = await processRequest<unknown, unknown>({
      schema,
      query,
      variables: { ...variables },
      ...(operationName !== undefined && { operationName }),
      // What is accepted, and by which method, is for the endpoint to say.
      request: { method: 'POST', headers: { accept: 'application/json' }, body: {}, query: {} },
      rootValueFactory: () => rootValue,
      parse: (text: string) => {
        const { document, errors } = prepare(text);
        if (document === null) throw errors[0];
        return document;
      },
      validate: () => prepare(query).errors,
      execute: (args: ExecutionArgs) => execute({ ...args, fieldResolver: within(TIMEOUT_MS) }),
    });
    if (answer.type !== 'RESPONSE') throw new Error(`An answer of the kind ${answer.type} was not asked for`);
    const { data, errors } = answer.payload;
    const shown = errors && { errors: errors.map((error) => show(toGraphQLError(error))) };
    // Only what was run has data, if only null.
    const status = data === undefined ? 400 : 200;
    return { status, result: { ...shown, ...(data !== undefined && { data }) } as FormattedExecutionResult };
  };
}

/** Reads fields until the time is over: resolving is synchronous, so nothing else can end it. */
function within(ms: number): typeof readField {
  const deadline = performance.now() + ms;
  return (...field) => {
    if (performance.now() > deadline) throw new CmsError('VALIDATION', 'The operation takes too long');
    return readField(...field);
  };
}

const toGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError(String((error as Error).message));

/** What a caller is told of an error. Throws one that is not expected: the server logs and hides it. */
function explain({ originalError, message }: GraphQLError): { code: ErrorCode; message: string } {
  if (originalError instanceof CmsError) return { code: originalError.code, message };
  if (originalError === undefined || originalError instanceof GraphQLError) return { code: 'VALIDATION', message };
  throw originalError;
}
