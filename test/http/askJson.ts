import { Agent, type IncomingMessage, request } from 'node:http';

export interface JsonReply {
  readonly status: number;
  /** The JSON of the answer; undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  readonly body: any;
  readonly headers: Headers;
}

interface JsonRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const agent = new Agent({ keepAlive: true });

/** Requests JSON, uncompressed, in a third of the time of `fetch`. Redirects are returned like any answer. */
export async function askJson(url: string, { method, headers, body }: JsonRequest): Promise<JsonReply> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const type = sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, agent, headers: { ...type, ...headers } }, resolve)
      .once('error', reject)
      .end(sent);
  });
  const text = await readText(response);
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(headersOf(response)),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function readText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    response.once('end', () => resolve(text)).once('error', reject);
  });
}

const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!]] : []));
