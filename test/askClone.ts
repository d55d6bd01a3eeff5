import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import { startServer } from '../src/http/server/server.ts';
import { PASSWORD, type Reply, type Site } from './makeSite.ts';
import { runProgram } from './run/runProgram.ts';

type Ask = (call: string) => Promise<Pick<Reply, 'status' | 'body'>>;

/** Runs `use` with the admin's requests to a second server, which has only a fresh clone of the site's repository and its users. */
export async function askClone<T>(site: Site, now: Date, use: (ask: Ask) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-clone-'));
  const [contentDir, privateDir] = [join(folder, 'content'), join(folder, 'private')];
  runProgram('git', ['clone', '--quiet', site.contentDir, contentDir]);
  mkdirSync(privateDir, { mode: 0o700 });
  cpSync(join(site.privateDir, 'users'), join(privateDir, 'users'), { recursive: true });
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, LOG_LEVEL: 'fatal', RATE_LIMIT_ENABLED: 'false' };
  const config = readServerConfig(env, folder);
  const log = createLog(config.logLevel);
  const cms = await createCms({ config, log, version: '0.0.0', clock: () => now, passwords: { cost: 4, threads: 1 } });
  cms.settle();
  const server = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
  const send = async (call: string, init: RequestInit): ReturnType<Ask> => {
    const [method = 'GET', path = ''] = call.split(' ');
    const response = await fetch(`${server.url}/api${path}`, { method, ...init });
    return { status: response.status, body: await response.json() };
  };
  try {
    const { body } = await send('POST /admin/auth/login', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.org', password: PASSWORD }),
    });
    return await use((call) => send(call, { headers: { authorization: `Bearer ${body.data.token}` } }));
  } finally {
    await server.close();
    await cms.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
