import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of a message
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  /** All received messages, whatever was answered. */
  readonly received: readonly Received[];
  /** Sets the answer from now on; 204 at first. */
  answer(respond: (response: ServerResponse, message: Received) => void): void;
  /** Types and pages of the messages, in order. */
  types(): readonly string[];
}

/** A receiver of webhooks, which stops when the test is finished. */
export async function makeReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let respond: Parameters<Receiver['answer']>[0] = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const message = { headers: request.headers, text, body: readBody(text) };
    received.push(message);
    respond(response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      respond = next;
    },
    types: () => received.map(({ body }) => `${body.type} ${body.data.id ?? ''}`.trim()),
  };
}

/** JSON, or what a form holds. */
const readBody = (text: string): unknown =>
  text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));

export const answerWith =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Parameters<Receiver['answer']>[0] =>
  (response) =>
    void response.writeHead(status, headers).end(body);
