import { createHeadLines, type HeadLines } from '../answer/headLines.ts';
import { createEntityTag, toBytes } from '../answer/toBytes.ts';
import { type Answer, type Endpoint, querySchemasOf } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { hasBody } from '../request/body/body.ts';
import type { BodyRoom } from '../request/body/bodyRoom.ts';
import { readBodyAhead } from '../request/body/readBodyAhead.ts';
import { parameterRoot, type QuerySchemas, queryParameterNames } from '../request/query.ts';
import type { Below, Respond } from '../step/step.ts';
import { VERSION_HEADER } from '../version/askedVersion.ts';
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

/** The parts of a request that determine its answer, beside its headers and its body. */
interface NamedRequest {
  /** As it was sent, if known: a plain path is its own name. */
  readonly path?: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly search: URLSearchParams;
}

/**
 * Makes the function that names requests to an endpoint: the address in one spelling, with the parameters that the
 * endpoint reads and no others, so that adding to an address does not make another answer of it.
 */
function createAnswerName(endpoint: Pick<Endpoint, 'path' | 'query'>): (asked: NamedRequest) => string {
  const nameQuery = createQueryName(querySchemasOf(endpoint));
  const parts = endpoint.path.split(/:(\w+\*?)/);
  const writePath = (params: NamedRequest['params']): string =>
    parts.map((part, at) => (at % 2 === 0 ? part : writeParam(part, params))).join('');
  return ({ path, params, search }) =>
    (path !== undefined && PLAIN_PATH.test(path) ? path : writePath(params)) + nameQuery(search);
}

/** Non-empty segments of characters that URLs never encode: nearly all paths. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/** Makes the function that writes a query in one spelling; empty if the endpoint reads nothing of it. */
function createQueryName(schemas: QuerySchemas): (search: URLSearchParams) => string {
  const known = queryParameterNames(schemas);
  return (search) => {
    // Repeated parameters stay, in their order: the request is refused, and must not find the answer of a valid one.
    const read = [...search].filter(([name]) => known.has(parameterRoot(name))).sort(compareQueryPairs);
    return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
  };
}

type QueryPair = readonly [name: string, value: string];
const compareQueryPairs = ([a]: QueryPair, [b]: QueryPair): number => (a < b ? -1 : Number(a > b));

function writeParam(part: string, params: NamedRequest['params']): string {
  const isRest = part.endsWith('*');
  const written = encodeURIComponent(params[isRest ? part.slice(0, -1) : part] ?? '');
  return isRest ? written.replaceAll('%2F', '/') : written;
}
