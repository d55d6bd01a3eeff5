import type { IncomingMessage } from 'node:http';
import { type HandledAnswer, toMade } from '../answer/answer.ts';
import { createHeadLines, type HeadLines } from '../answer/headLines.ts';
import type { Reply } from '../answer/reply.ts';
import { type AddressReader, createAddressReader, toCall } from '../call.ts';
import type { Answer, Call, Endpoint } from '../endpoint.ts';
import { isPlainAddress } from '../request/address.ts';
import { checkPath } from '../request/params.ts';
import type { FindRoute, Match } from '../routes.ts';
import { namesVersion } from '../version/askedVersion.ts';
import { createAnswerName } from './answerName.ts';
import type { Replies } from './replies.ts';

/** Bodies up to this length are looked up in memory: the maximum of a GraphQL request. */
const MAX_QUERY_BYTES = 64 * 1024;

/** The caller's address and the request's id. */
type CallerInfo = Pick<Call, 'requestId' | 'ip'>;

/** A reply, or an answer that the application has to write. */
export type ReadOutcome = { readonly reply: Reply } | { readonly answered: HandledAnswer };

/** Answers a request. Throws or rejects with an error that the application answers. */
export type PerformRead = (asker: CallerInfo) => ReadOutcome | Promise<ReadOutcome>;

/** Public reads whose answer depends only on the address, on the headers in `variesBy` and on what is public. */
export interface PublicReads {
  /** Undefined if the request is no such read. */
  find(request: IncomingMessage): PerformRead | undefined;
  /** The path of a public POST with a body of a known length; undefined for any other request. */
  findQuery(request: IncomingMessage): string | undefined;
}

interface PublicReadsDeps {
  readonly endpoints: readonly Endpoint[];
  readonly findRoute: FindRoute;
  readonly replies: Replies;
  readonly siteUrl: string;
}

export function createPublicReads({ endpoints, findRoute, replies, siteUrl }: PublicReadsDeps): PublicReads {
  const reads = new Map(endpoints.filter(isPublicGet).map((endpoint) => [endpoint, toRead(endpoint, siteUrl)]));
  return {
    find(request) {
      const { url = '', headers } = request;
      const [path, query] = splitUrl(url);
      const match = isPlainAddress(url) ? findRoute(path) : undefined;
      const endpoint = match?.route.byMethod.get('GET');
      const read = endpoint && reads.get(endpoint);
      if (!match || !read) return undefined;
      const search = new URLSearchParams(query);
      if (namesVersion(search, headers)) return undefined;
      return (asker) => performRead(read, { request, path, match, search, asker }, replies);
    },
    findQuery({ method, url = '', headers }) {
      const length = Number(headers['content-length']);
      if (method !== 'POST' || !(length > 0 && length <= MAX_QUERY_BYTES)) return undefined;
      if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return undefined;
      const [path, query] = splitUrl(url);
      // Public POSTs read nothing else of their query.
      if (query !== '' && namesVersion(new URLSearchParams(query), headers)) return undefined;
      return findRoute(path)?.route.byMethod.get('POST')?.access === 'public' ? path : undefined;
    },
  };
}

const isPublicGet = ({ method, access, answersFiles }: Endpoint): boolean =>
  method === 'GET' && access === 'public' && !answersFiles;

interface PublicRead {
  readonly endpoint: Endpoint;
  readonly address: AddressReader;
  readonly nameOf: ReturnType<typeof createAnswerName>;
  readonly lines: HeadLines;
}

const toRead = (endpoint: Endpoint, siteUrl: string): PublicRead => ({
  endpoint,
  address: createAddressReader(endpoint),
  nameOf: createAnswerName(endpoint),
  lines: createHeadLines(endpoint, siteUrl),
});

interface MatchedRequest {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly match: Match;
  readonly search: URLSearchParams;
  readonly asker: CallerInfo;
}

function performRead(read: PublicRead, asked: MatchedRequest, replies: Replies): ReadOutcome | Promise<ReadOutcome> {
  const { endpoint, address } = read;
  const { request, path, match, search, asker } = asked;
  checkPath(path);
  address.checkNames(search, request.headers);
  const params = address.readParams(match.values);
  const wanted = { name: read.nameOf({ path, params, search }), headers: request.headers };
  const known = replies.find(wanted);
  if (known) return { reply: known };
  const edition = replies.edition();
  const toOutcome = (answer: Answer): ReadOutcome => {
    const answered = { endpoint, answer, edition };
    const made = toMade(answered, read.lines);
    return made ? { reply: replies.find(wanted) ?? replies.add(wanted, made) } : { answered };
  };
  const { ip, requestId } = asker;
  const answer = endpoint.handle(toCall({ request, ip, requestId, params, query: address.readQuery(search), search }));
  return answer instanceof Promise ? answer.then(toOutcome) : toOutcome(answer);
}

function splitUrl(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
