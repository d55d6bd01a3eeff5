import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const START_MS = 60_000;

/** Who every site has. */
export const ADA = { name: 'ada', email: 'ada@example.org', password: 'correct horse' };

/** A server on a copy of the sample site, as users start it. */
export interface RunningSite {
  readonly url: string;
  readonly contentDir: string;
  /** Ends the process at once, as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

interface SiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Takes what ends the site. */
  readonly whenDone: (end: () => Promise<void>) => void;
}

/** Starts the built Quire. */
export async function openSite({ env = {}, whenDone }: SiteOptions): Promise<RunningSite> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-ui-'));
  const contentDir = join(folder, 'content');
  cpSync(join(ROOT, 'content'), contentDir, { recursive: true });
  let server: { readonly child: ChildProcess; readonly url: string } | undefined;

  async function start(): Promise<void> {
    server = await startServer(folder, { PORT: server ? new URL(server.url).port : '0', ...env });
  }
  const kill = async (): Promise<void> => {
    const { child } = server ?? {};
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  whenDone(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  await start();
  return {
    get url() {
      return server?.url ?? '';
    },
    contentDir,
    kill,
    start,
  };
}

function startServer(folder: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/main.js'), 'serve'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      CONTENT_DIR: join(folder, 'content'),
      PRIVATE_DIR: join(folder, 'private'),
      QUIRE_ADMIN_EMAIL: ADA.email,
      QUIRE_ADMIN_PASSWORD: ADA.password,
      RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  return new Promise<{ child: ChildProcess; url: string }>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`The server has not started: ${said}`)), START_MS);
    const listen = (chunk: Buffer): void => {
      said += chunk;
      const url = /Quire serves (http\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ child, url });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', () => reject(new Error(`The server has ended: ${said}`)));
  });
}
