import { type Agent, type IncomingMessage, request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  /** Header names as they were sent, sorted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Reuses the connection; without it each request has its own. */
  readonly agent?: Agent;
}

/**
 * Sends a request without additional headers, decoding or caching. It leaves an event stream, which has no end, at
 * once.
 */
export async function askRaw(url: string, asked: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body, agent = false } = asked;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).once('error', reject).end(body);
  });
  const isStream = response.headers['content-type']?.startsWith('text/event-stream');
  const bytes = isStream ? Buffer.of() : Buffer.concat(await response.toArray());
  if (isStream) response.destroy();
  const pairs = response.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, response.rawHeaders[at + 1]!]] : []));
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(pairs.sort()), bytes };
}
