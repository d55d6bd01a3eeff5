import { type Agent, type IncomingMessage, request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  /** Names as they were sent, sorted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keeps the connection; each request has its own otherwise. */
  readonly agent?: Agent;
}

/** Asks without any header, decoding or caching that is not asked for. A stream of events, which has no end, is left at once. */
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
