import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that has come in. */
export interface OutsideRequest {
  /** `POST /v1/chat/completions` */
  readonly call: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What it is answered with: a text or bytes, with a type. */
export interface OutsideAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

/** A server that extensions talk to, which answers by the function and remembers what it was asked. */
export async function serveOutside(answer: (request: OutsideRequest) => OutsideAnswer) {
  const asked: OutsideRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        call: `${request.method} ${request.url}`,
        headers: request.headers,
        text: `${Buffer.concat(chunks)}`,
      };
      asked.push(one);
      const { status = 200, type = 'application/json', body = '' } = answer(one);
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
