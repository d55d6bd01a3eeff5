import { LRUCache } from 'lru-cache';
import { lazily } from '../../lib/list/lazily.ts';
import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import { CmsError, describeDetail } from '../../model/errors.ts';
import { anyObject, anything, list, namedSchema, nullable, object } from '../../model/schema/schema.ts';
import type { Edition } from '../../view/edition.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { writeJson } from '../answer/writeJson.ts';
import { untilNextChange } from '../content/query.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { STATUS } from '../errors.ts';
import { bodyResult, type ShowError } from '../result.ts';
import type { ExecutionOutcome, ExecutorOptions } from './execute.ts';
import { type GraphQLRequest, MAX_REQUEST_BYTES, PARAMETERS, readGetRequest, readRequest } from './request.ts';

/** The media type of answers for clients that accept it (GraphQL over HTTP, "Media Types"). */
const RESPONSE_TYPE = 'application/graphql-response+json';

const RESULT = namedSchema('GraphQLResult', object({}, { data: nullable(anyObject()), errors: list(anyObject()) }));

interface Options extends ExecutorOptions {
  /** Whether answers are kept in memory. */
  readonly remembersAnswers: boolean;
}

/** Statuses that are only possible for other versions of the site. */
const REFUSED = [401, 403, 404];

/** Public content over GraphQL. */
export function graphqlEndpoints({ remembersAnswers, ...options }: Options): Endpoint[] {
  // Loaded on first use, so that a start does not wait for it.
  const executor = lazily(async () => (await import('./execute.ts')).createExecutor(options));
  const execute = async (request: GraphQLRequest): Promise<ExecutionOutcome> => (await executor())(request);
  const run = remembersAnswers ? rememberAnswers(execute, options.content) : createJsonAnswers(execute);

  async function answer({ headers }: Pick<Call, 'headers'>, read: ReadRequest): Promise<Answer> {
    const { status, bytes, hasErrors } = await tryAnswer(read, run);
    const type = headers.accept?.includes(RESPONSE_TYPE) ? RESPONSE_TYPE : 'application/json';
    return {
      status,
      raw: bytes,
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
      // Read here, like the body of a POST, so that errors are shown in GraphQL's format.
      query: { unread: PARAMETERS },
      prepare: executor,
      result: { ...bodyResult(RESULT, [200, 400, ...REFUSED, 429]), variesBy: ['Accept', 'Quire-Ref'], showError },
      handle: (call) => answer(call, () => readGetRequest(call.search)),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/content/graphql',
      summary: 'Run a GraphQL query: { query, variables, operationName }',
      access: 'public',
      body: { json: anything(), maxBytes: MAX_REQUEST_BYTES },
      result: { ...bodyResult(RESULT, [200, 400, ...REFUSED, 413, 415, 429]), variesBy: ['Accept'], showError },
      handle: (call) => answer(call, () => readRequest(call.body)),
    }),
  ];
}

type AnswerRequest = ReturnType<typeof rememberAnswers>;
type ReadRequest = () => GraphQLRequest | Promise<GraphQLRequest>;

async function tryAnswer(read: ReadRequest, run: AnswerRequest): Promise<GraphQLAnswer> {
  try {
    return await run(await read());
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    return { status: STATUS[error.code], bytes: Buffer.from(JSON.stringify(showError(error))), hasErrors: true };
  }
}

/** GraphQL's format (contract, section 7). */
const showError: ShowError = ({ details, code }) => ({
  errors: details.map((detail) => ({ message: describeDetail(detail), extensions: { code } })),
});

/** The bytes of remembered answers: of all together, and of one. */
const MAX_SIZE = 16_000_000;
const MAX_ENTRY_SIZE = 1_000_000;

/** An answer as bytes. */
interface GraphQLAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly hasErrors: boolean;
}

interface RememberedAnswer extends GraphQLAnswer {
  /** The edition in which it was made. */
  readonly edition: Edition;
}

type RunRequest = (request: GraphQLRequest) => Promise<ExecutionOutcome>;

/** Makes the function that runs each request and writes its result as JSON. */
const createJsonAnswers =
  (run: RunRequest) =>
  async (request: GraphQLRequest): Promise<GraphQLAnswer> => {
    const { status, result, isLight } = await run(request);
    const json = isLight ? Buffer.from(JSON.stringify(result)) : await writeJson(result, { isBounded: true });
    return { status, bytes: copyToOwnBuffer(json), hasErrors: result.errors !== undefined };
  };

/** Runs each request once per edition; one that failed is run again. */
function rememberAnswers(run: RunRequest, content: PublicContent): (request: GraphQLRequest) => Promise<GraphQLAnswer> {
  const answers = new LRUCache<string, RememberedAnswer>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_ENTRY_SIZE,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
  });
  const answerOf = createJsonAnswers(run);
  return async (request) => {
    const key = JSON.stringify([request.query, request.variables, request.operationName]);
    const edition = content.edition();
    const known = answers.get(key);
    if (known?.edition === edition) return known;
    const answer = await answerOf(request);
    // The content may have changed while the request was running.
    if (!answer.hasErrors && content.edition() === edition) answers.set(key, { edition, ...answer });
    return answer;
  };
}
