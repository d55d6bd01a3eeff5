import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { PlannedRequest } from './planRequest.ts';

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as text; of an endless one, enough to recognize a stream of events. */
  readonly text: string;
  readonly tookMs: number;
}

const TIMEOUT_MS = 30_000;

/** Sends requests exactly as given, which client libraries do not do. */
export function createSend(url: string): { send(planned: PlannedRequest): Promise<Received>; close(): void } {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        const length = body === null ? {} : { 'content-length': String(body.length) };
        const call = httpRequest({ hostname, port, method, path, agent, headers: { ...headers, ...length } });
        call.setTimeout(TIMEOUT_MS, () => call.destroy(new Error(`No answer within ${TIMEOUT_MS} ms`)));
        call.on('error', reject);
        call.on('response', (response) => {
          const finish = (bytes: Buffer): void => {
            const { statusCode: status = 0, headers: received } = response;
            const text = textOf(bytes, received['content-encoding']);
            resolve({ status, headers: received, text, tookMs: performance.now() - start });
          };
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            response.destroy();
            return finish(Buffer.alloc(0));
          }
          buffer(response).then(finish).catch(reject);
        });
        call.end(body ?? undefined);
      }),
  };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

const textOf = (bytes: Buffer, encoding = 'identity'): string =>
  (bytes.length > 0 ? (DECODERS[encoding]?.(bytes) ?? bytes) : bytes).toString();

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes the request as a shell command; bytes that are not text are in base64. */
export function toCurl(url: string, { method, path, headers, body }: PlannedRequest): string {
  const given = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const line = ['curl -sS -i --path-as-is --globoff', `-X ${method}`, ...given];
  if (body === null) return [...line, quoted(url + path)].join(' ');
  return `echo ${Buffer.from(body).toString('base64')} | base64 -d | ${[...line, '--data-binary @-', quoted(url + path)].join(' ')}`;
}
