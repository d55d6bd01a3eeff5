import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lazily } from '../../src/lib/list/lazily.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_MS = 60_000;

/** Who every site has. */
export const ADA = { name: 'ada', email: 'ada@example.org', password: 'correct horse' };

/** A server on a copy of the sample site, as users start it. */
export interface RunningSite {
  readonly url: string;
  readonly contentDir: string;
  /** What the process has printed since it started. */
  said(): string;
  /** The cookie of a session of Ada's, as browsers send it. */
  readonly session: string;
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
  const began = await begunSite();
  const folder = mkdtempSync(join(tmpdir(), 'quire-ui-'));
  cpSync(began.folder, folder, { recursive: true, preserveTimestamps: true });
  let server: Server | undefined;

  async function start(): Promise<void> {
    server = await startServer(folder, { PORT: server ? new URL(server.url).port : '0', ...env });
  }
  const kill = async (): Promise<void> => {
    if (server) await end(server, 'SIGKILL');
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
    contentDir: join(folder, 'content'),
    said: () => server?.said() ?? '',
    session: began.session,
    kill,
    start,
  };
}

/**
 * The folders of a site on which Ada has an account and a session, made once: a hash of a password, a repository and a
 * first look at all content take as long as a test.
 */
const begunSite = lazily(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-ui-begun-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(ROOT, 'content'), join(folder, 'content'), { recursive: true });
  const server = await startServer(folder, { PORT: '0' });
  const { email, password } = ADA;
  const answer = await fetch(`${server.url}/api/admin/auth/login`, {
    method: 'POST',
    // As a page of the server would ask.
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, cookie: true }),
  });
  const [session = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  if (session === '') throw new Error(`Ada cannot log in: ${answer.status} ${await answer.text()}`);
  await end(server, 'SIGTERM');
  return { folder, session };
});

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  said(): string;
}

async function end({ child }: Server, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function startServer(folder: string, env: Readonly<Record<string, string>>): Promise<Server> {
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
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`The server has not started: ${said}`)), START_MS);
    const listen = (chunk: Buffer): void => {
      said += chunk;
      const url = /Quire serves (http\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ child, url, said: () => said });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', (code, signal) => reject(new Error(`The server has ended (${code ?? signal}): ${said}`)));
  });
}
