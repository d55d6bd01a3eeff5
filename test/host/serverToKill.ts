import { onTestFinished } from 'vitest';
import { type ServerProcess, startProcess } from '../crash/serverProcess.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../makeSite.ts';

/** What a game needs of a server. */
export type Served = Pick<Site, 'ask' | 'git' | 'read' | 'contentDir' | 'restart'>;

/** A server in a process of its own. */
export interface ServerToKill {
  readonly site: Served;
  /** Kills it in the middle of whatever it does, and starts it again. */
  kill(): Promise<void>;
}

/** A server on these files that can be killed; sessions outlive it. */
export async function makeServerToKill(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<ServerToKill> {
  const planted = await makeSite(files, { env });
  await planted.stop();
  const start = (): Promise<ServerProcess> =>
    startProcess({ CONTENT_DIR: planted.contentDir, PRIVATE_DIR: planted.privateDir, ...env });
  let running = await start();
  onTestFinished(() => running.kill());
  const tokens = new Map<string, string>();

  async function send(call: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Reply> {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(`${running.url}/api${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async function tokenOf(login: string): Promise<string> {
    const body = { email: `${login}@example.org`, password: PASSWORD };
    const token = tokens.get(login) ?? (await send('POST /admin/auth/login', {}, body)).body.data.token;
    tokens.set(login, token);
    return token;
  }

  return {
    site: {
      ...{ contentDir: planted.contentDir, git: planted.git, read: planted.read },
      ask: async (call, { as, body } = {}) =>
        send(call, as ? { authorization: `Bearer ${await tokenOf(as)}` } : {}, body),
      async restart() {
        await running.stop();
        running = await start();
      },
    },
    async kill() {
      await running.kill();
      running = await start();
    },
  };
}
