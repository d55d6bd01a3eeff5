import { LRUCache } from 'lru-cache';
import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import type { Edition } from '../../view/edition.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { writeJson } from '../answer/writeJson.ts';
import type { ExecutionOutcome } from './execute.ts';
import type { GraphQLRequest } from './request.ts';

/** The bytes of remembered answers: of all together, and of one. */
const MAX_SIZE = 16_000_000;
const MAX_ENTRY_SIZE = 1_000_000;

/** An answer as bytes. */
export interface GraphQLAnswer {
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
export const createJsonAnswers =
  (run: RunRequest) =>
  async (request: GraphQLRequest): Promise<GraphQLAnswer> => {
    const { status, result, isLight } = await run(request);
    const json = isLight ? Buffer.from(JSON.stringify(result)) : await writeJson(result, { isBounded: true });
    return { status, bytes: copyToOwnBuffer(json), hasErrors: result.errors !== undefined };
  };

/** Runs each request once per edition; one that failed is run again. */
export function rememberAnswers(
  run: RunRequest,
  content: PublicContent,
): (request: GraphQLRequest) => Promise<GraphQLAnswer> {
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
