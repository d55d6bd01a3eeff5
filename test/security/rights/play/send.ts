import { Agent } from 'node:http';
import { askRaw } from '../../../http/askRaw.ts';
import type { Site } from '../../../makeSite.ts';
import type { Headers } from '../enterAs.ts';
import type { Request } from './requests/world.ts';

/** An answer; its body as data if it is JSON, else as text. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  readonly body: any;
  readonly headers: Headers;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request with these credentials. */
export async function send(site: Site, request: Request, credentials: Headers): Promise<Answer> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { status, headers, bytes } = await askRaw(`${site.url}/api${request.path}`, {
    ...{ method: request.method, agent, ...(body !== undefined && { body }) },
    headers: { ...type, ...length, ...credentials, ...request.headers },
  });
  return { status, headers, body: read(bytes.toString()) };
}

function read(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
