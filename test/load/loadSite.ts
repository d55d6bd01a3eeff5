import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startProcess } from '../crash/serverProcess.ts';
import { logIn } from '../crash/siteProcess.ts';

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.invalid', QUIRE_ADMIN_PASSWORD: 'correct horse' };

/** A server in a process of its own on a copy of the sample site, and what callers need to know about it. */
export interface LoadSite {
  readonly contentDir: string;
  readonly server: ServerProcess;
  readonly token: string;
  /** Starts another server on the same folders after the previous one has ended. */
  next(): Promise<LoadSite>;
  remove(): Promise<void>;
}

export async function makeLoadSite(): Promise<LoadSite> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-load-'));
  const contentDir = join(folder, 'content');
  cpSync('content', contentDir, { recursive: true });
  const env = { ...ADMIN, CONTENT_DIR: contentDir, PRIVATE_DIR: join(folder, 'private') };
  const start = async (): Promise<LoadSite> => {
    const server = await startProcess(env);
    return {
      contentDir,
      server,
      token: await logIn(server.url, ADMIN),
      next: start,
      async remove() {
        await server.stop();
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  };
  return start();
}

/** Sends JSON as the admin, or a GET without a body. */
export const callAs = ({ server, token }: LoadSite) => {
  return (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
};
