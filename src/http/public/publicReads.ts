import type { IncomingMessage } from 'node:http';
import { type Answered, type Asker, type PublicReads, toBytes, toMade } from '../answer/answer.ts';
import { refuseForm } from '../answer/ask.ts';
import type { Reply } from '../answer/reply.ts';
import type { Lines } from '../answer/writeHead.ts';
import type { Answer, Endpoint } from '../endpoint.ts';
import { isPlainAddress } from '../request/address.ts';
import { createParamsReader } from '../request/params.ts';
import { createQueryReader } from '../request/query.ts';
import { createRouteFinder, type Match, toRoutes } from '../routes.ts';
import { namesVersion } from '../version/askedVersion.ts';
import { createQueryName } from './answerName.ts';
import type { Replies } from './replies.ts';

/** Bodies up to this length are looked up: as long as a GraphQL query may be. */
const MAX_QUERY_BYTES = 64 * 1024;

interface Read {
  readonly lines: Lines;
  nameQuery(search: URLSearchParams): string;
  answer(asked: Asked): Answer | Promise<Answer>;
}

interface Asked extends Asker {
  readonly request: IncomingMessage;
  readonly match: Match;
  readonly search: URLSearchParams;
}

/** Whether answers depend on the address, on headers that it names and on what everybody can see, and on nothing else. */
const isPlain = ({ method, access, answersFiles, precondition }: Endpoint): boolean =>
  method === 'GET' && access === 'public' && !answersFiles && !precondition;

const isPlainAnswer = ({ status = 200, headers, commit, isUncertain, isImmutable }: Answer): boolean =>
  status === 200 && !headers && !commit && !isUncertain && !isImmutable;

/**
 * An answer need not go through the whole application once that has shown how it answers at an endpoint. It alone says
 * what every answer carries, what is wrong with a request, and all that is not plain.
 */
export function createPublicReads(endpoints: readonly Endpoint[], replies: Replies): PublicReads {
  const findRoute = createRouteFinder(toRoutes(endpoints));
  const reads = new Map<Endpoint, Read>();
  const left = new WeakMap<IncomingMessage, Answered>();

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
      // A path that is plain has no other spelling.
      const wanted = { name: query === '' ? path : path + read.nameQuery(search), headers };
      return (asker) => {
        const known = replies.find(wanted);
        if (known) return known;
        const edition = replies.edition();
        const toReply = (answer: Answer): Reply | undefined => {
          const answered = { endpoint, answer, edition };
          const { type, bytes } = toBytes(answer);
          if (!isPlainAnswer(answer) || !Buffer.isBuffer(bytes)) return void left.set(request, answered);
          return replies.find(wanted) ?? replies.add(wanted, toMade({ type, bytes, ...answered }, read.lines));
        };
        const answer = read.answer({ request, match, search, ...asker });
        return answer instanceof Promise ? answer.then(toReply) : toReply(answer);
      };
    },
    madeFor: (request) => left.get(request),
    findQuery({ method, url = '', headers }) {
      const length = Number(headers['content-length']);
      if (method !== 'POST' || !(length > 0 && length <= MAX_QUERY_BYTES)) return undefined;
      if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return undefined;
      const [path, query] = splitUrl(url);
      // Beside that nothing that is asked with a body reads its address.
      if (query !== '' && namesVersion(new URLSearchParams(query), headers)) return undefined;
      return findRoute(path)?.route.byMethod.get('POST')?.access === 'public' ? path : undefined;
    },
    learn({ endpoint, answer }, lines) {
      if (reads.has(endpoint) || !isPlain(endpoint) || !isPlainAnswer(answer)) return;
      reads.set(endpoint, { lines, nameQuery: createQueryName(endpoint), answer: createReader(endpoint) });
    },
  };
}

function createReader(endpoint: Endpoint): Read['answer'] {
  const readParams = createParamsReader(endpoint.path);
  const readQuery = endpoint.query ? createQueryReader(endpoint.query) : () => ({});
  return ({ request, requestId, ip, match: { values }, search }) =>
    endpoint.handle({
      params: readParams(values),
      query: readQuery(search),
      body: undefined,
      sent: undefined,
      actor: null,
      ifMatch: undefined,
      headers: request.headers,
      ip,
      requestId,
      search,
      request,
      readForm: refuseForm,
    });
}

function splitUrl(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
