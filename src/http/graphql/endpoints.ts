import { lazily } from '../../lib/lazily.ts';
import { CmsError } from '../../model/errors.ts';
import { anyObject, anything, list, named, nullable, object, text } from '../../model/schema.ts';
import { untilNextChange } from '../content/query.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bodyResult } from '../result.ts';
import { type GraphQLAnswer, rememberAnswers } from './answers.ts';
import type { ExecutorOptions } from './execute.ts';
import { type GraphQLRequest, readRequest, readSearch } from './request.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** The media type of answers, for those who know it (GraphQL over HTTP, "Media Types"). */
const RESPONSE_TYPE = 'application/graphql-response+json';

const RESULT = named('GraphQLResult', object({}, { data: nullable(anyObject()), errors: list(anyObject()) }));

const parameter = text({ maxLength: MAX_BODY_BYTES });

/** Public content over GraphQL. */
export function graphqlEndpoints(options: ExecutorOptions): Endpoint[] {
  // Loaded by the first query: most starts of the program see none.
  const executor = lazily(async () => (await import('./execute.ts')).createExecutor(options));
  const run = rememberAnswers(async (request) => (await executor())(request), options.content);

  async function answer({ headers }: Pick<Call, 'headers'>, read: () => GraphQLRequest): Promise<Answer> {
    const { status, json, hasErrors } = await tryRead(read, run);
    const type = headers.accept?.includes(RESPONSE_TYPE) ? RESPONSE_TYPE : 'application/json';
    return {
      status,
      raw: json,
      type: `${type}; charset=utf-8`,
      isUncertain: hasErrors,
      ...untilNextChange(options.content),
    };
  }

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/content/graphql',
      summary: 'Run a GraphQL query: query, variables (JSON), operationName',
      access: 'public',
      variesBy: ['Accept'],
      query: object({}, { query: parameter, variables: parameter, operationName: parameter }),
      result: bodyResult(RESULT, [200, 400]),
      handle: (call) => answer(call, () => readSearch(call.search)),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/content/graphql',
      summary: 'Run a GraphQL query: { query, variables, operationName }',
      access: 'public',
      body: anything(),
      maxBodyBytes: MAX_BODY_BYTES,
      result: bodyResult(RESULT, [200, 400]),
      handle: (call) => answer(call, () => readRequest(call.body)),
    }),
  ];
}

type Run = ReturnType<typeof rememberAnswers>;

async function tryRead(read: () => GraphQLRequest, run: Run): Promise<GraphQLAnswer> {
  try {
    return await run(read());
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const { message, code } = error;
    return { status: 400, json: JSON.stringify({ errors: [{ message, extensions: { code } }] }), hasErrors: true };
  }
}
