import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { readServerConfig, type ServerConfig } from '../../src/config.ts';
import { type AppDeps, createApp } from '../../src/http/app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startServer } from '../../src/http/server/server.ts';
import { type Actor, ROLES } from '../../src/model/access.ts';
import { unauthorized } from '../../src/model/errors.ts';
import { createActor } from '../../src/model/rights/createActor.ts';

export const actorOf = (role: Actor['role']): Actor =>
  createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role });

/** Bearer tokens are the roles' names; anything else is a bad credential. */
export const identify: AppDeps['identify'] = ({ authorization }) => {
  if (authorization === undefined) return null;
  const role = ROLES.find((known) => authorization === `Bearer ${known}`);
  if (!role) throw unauthorized('Invalid credentials');
  return actorOf(role);
};

export const as = (role: Actor['role'] | string): Record<string, string> => ({ Authorization: `Bearer ${role}` });

/** Content that changes all the time, so that nothing is answered from memory. */
export const content: AppDeps['content'] = {
  edition: () => ({ endsAt: Number.POSITIVE_INFINITY }),
  secondsToNextChange: () => undefined,
};

interface Options extends Partial<Omit<AppDeps, 'endpoints' | 'config'>> {
  readonly env?: Record<string, string>;
  readonly config?: ServerConfig;
}

/** A running server with these endpoints; `lines` collects its log. It is closed when the test ends. */
export async function makeServer(endpoints: readonly Endpoint[], { env = {}, ...deps }: Options = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const config = readServerConfig({ NODE_ENV: 'test', ...env }, '/srv/quire');
  const app = createApp({ config, log, identify, endpoints, content, ...deps });
  const server = await startServer({ app, host: '127.0.0.1', port: 0, log });
  onTestFinished(() => server.close());
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
  const send = (path: string, body: unknown, init: RequestInit = {}) =>
    request(path, {
      method: 'POST',
      ...init,
      headers: { 'Content-Type': 'application/json', ...as('admin'), ...(init.headers as Record<string, string>) },
      body:
        typeof body === 'string' || body instanceof Uint8Array
          ? (body as NonNullable<RequestInit['body']>)
          : JSON.stringify(body),
    });
  return { ...server, lines, request, send };
}

/** The error of an answer that must have exactly one. */
export async function errorOf(response: Response): Promise<{ code: string; message: string; path?: string[] }> {
  const { errors } = (await response.json()) as { errors: { code: string; message: string; path?: string[] }[] };
  if (errors.length !== 1) throw new Error(`One error expected: ${JSON.stringify(errors)}`);
  return errors[0]!;
}

/**
 * Waits until `done` returns something true. It is called less and less often, because slow work needs the processor.
 */
export async function until<T>(done: () => T | Promise<T>, timeoutMs = 20_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 1.5, 40)) {
    const value = await done();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Still waiting after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
