import { createHeadLines, type HeadLines } from '../answer/headLines.ts';
import { createEntityTag, toBytes } from '../answer/toBytes.ts';
import type { Answer, Endpoint } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { hasBody } from '../request/body/body.ts';
import type { BodyRoom } from '../request/body/bodyRoom.ts';
import { readBodyAhead } from '../request/body/readBodyAhead.ts';
import type { Below, Respond } from '../step/step.ts';
import { VERSION_HEADER } from '../version/askedVersion.ts';
import { createAnswerName } from './answerName.ts';
import { isRepeatable, isRepeatableAnswer } from './isRepeatable.ts';
import { type NewReply, type Replies, toReply } from './replies.ts';
import type { Reply } from './reply.ts';

/** Bodies up to this length are looked up in memory: the maximum of a GraphQL request. */
const MAX_QUERY_BYTES = 64 * 1024;

/** What a request is answered with: a reply is the same for everybody who asks the same. */
export type Outcome = Answer | Reply;

interface CachedAnswerDeps {
  readonly replies: Replies;
  readonly siteUrl: string;
  /** The room for bodies of callers without credentials. */
  readonly room: BodyRoom;
}

/** An answer in memory to the very same request, found before anything else is known of it. */
export function findRepeat(exchange: Exchange, replies: Replies): Reply | undefined {
  const { request, method, headers } = exchange;
  // The cache holds live answers only. A version in the URL is part of the cache key; one in a header is not.
  if ((method !== 'GET' && method !== 'HEAD') || headers[VERSION_HEADER] !== undefined || hasBody(request)) return;
  return replies.find({ name: request.url ?? '', headers });
}

/**
 * Answers from memory if the same answer was sent before; keeps an answer that can be sent again. The name of a request
 * is its address in one spelling, or what was posted.
 */
export const cachedAnswer =
  ({ replies, siteUrl, room }: CachedAnswerDeps, below: Below<Exchange, Answer>): Below<Exchange, Outcome> =>
  (endpoint) => {
    const handle = below(endpoint);
    if (!isRepeatable(endpoint)) return handle;
    const make = keepAnswers(endpoint, { handle, replies, lines: createHeadLines(endpoint, siteUrl) });
    if (endpoint.method !== 'GET')
      return (exchange) =>
        hasShortBody(exchange)
          ? findPosted(exchange, { room, replies }).then((known) => known ?? make(exchange))
          : make(exchange);
    const nameOf = createAnswerName(endpoint);
    return (exchange) => {
      exchange.name = nameOf(exchange);
      return findNamed(exchange, replies) ?? make(exchange);
    };
  };

const findNamed = ({ name, request, headers, method }: Exchange, replies: Replies): Reply | undefined =>
  name === undefined || isOddRead(method, request) ? undefined : replies.find({ name, headers });

/** Whether a read brings a body, which nothing reads. */
const isOddRead = (method: string, request: Exchange['request']): boolean => method !== 'POST' && hasBody(request);

interface KeepDeps {
  readonly handle: Respond<Exchange, Answer>;
  readonly replies: Replies;
  readonly lines: HeadLines;
}

/** Makes answers, and replies of those that can be sent again. */
function keepAnswers(endpoint: Endpoint, { handle, replies, lines }: KeepDeps): Respond<Exchange, Outcome> {
  return (exchange) => {
    const edition = replies.edition();
    const { name, headers, method, request } = exchange;
    const keep = (answer: Answer): Outcome => {
      const made = isRepeatableAnswer(answer) ? toNewReply(answer, endpoint, lines) : undefined;
      if (!made) return answer;
      if (name === undefined || isOddRead(method, request)) return toReply({ ...made, edition });
      const wanted = { name, headers };
      return replies.find(wanted) ?? replies.add(wanted, { ...made, edition });
    };
    const answer = handle(exchange);
    return answer instanceof Promise ? answer.then(keep) : keep(answer);
  };
}

/** An answer that can be sent to everybody who asks the same; undefined if it is a stream. */
function toNewReply(answer: Answer, endpoint: Endpoint, lines: HeadLines): Omit<NewReply, 'edition'> | undefined {
  const { type, bytes } = toBytes(answer);
  if (!Buffer.isBuffer(bytes)) return undefined;
  return {
    route: endpoint.path,
    lines: lines(answer),
    maxAgeSeconds: answer.maxAgeSeconds,
    type,
    bytes,
    tag: answer.etag ?? createEntityTag(bytes),
    variesBy: endpoint.result?.variesBy ?? [],
  };
}

function hasShortBody({ headers }: Exchange): boolean {
  const length = Number(headers['content-length']);
  const isPlain = headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined;
  return length > 0 && length <= MAX_QUERY_BYTES && isPlain;
}

/**
 * Names a request by what is posted, and finds its answer in memory. A body that does not arrive in time gets no name.
 * Without an answer, the body is put back at once for the step that reads bodies.
 */
function findPosted(
  exchange: Exchange,
  { room, replies }: Pick<CachedAnswerDeps, 'room' | 'replies'>,
): Promise<Reply | undefined> {
  const { request, response, headers, path } = exchange;
  const stay = room.enter(response);
  return new Promise((resolve) => {
    readBodyAhead(request, { length: Number(headers['content-length']), stay }, (bytes) => {
      if (bytes === null) return resolve(undefined);
      exchange.name = `POST ${path}\n${headers['content-type']}\n${bytes.toString('latin1')}`;
      const known = findNamed(exchange, replies);
      if (!known) {
        request.unshift(bytes);
        stay.leave();
      }
      resolve(known);
    });
  });
}
