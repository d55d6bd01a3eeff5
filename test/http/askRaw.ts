import { type IncomingMessage, request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  /** Names as they were sent, sorted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks without any header, decoding or caching that is not asked for. */
export async function askRaw(url: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).once('error', reject).end(body);
  });
  const bytes = Buffer.concat(await response.toArray());
  const pairs = response.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, response.rawHeaders[at + 1]!]] : []));
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(pairs.sort()), bytes };
}
