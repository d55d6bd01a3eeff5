import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { availableParallelism, constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../http/makeServer.ts';
import { long } from '../long.ts';
import { runProgram } from '../run/runProgram.ts';
import { makePlace, type Place, run, type Started, serve, stop, type WhenDone } from './quire.ts';

const get = async (server: Started, path: string): Promise<unknown> => (await fetch(`${server.url}/api${path}`)).json();
const tokenIn = (server: Started): string | undefined => /^ {2}setupToken {2}(\S+)$/m.exec(server.output())?.[1];

/** Everything the public sees of the sample site's pages. */
async function publicPages(server: Started): Promise<unknown> {
  const lists = await Promise.all(
    ['en', 'es', 'ar', 'ja', 'de'].map((locale) =>
      get(server, `/content/pages?limit=50&sort=title:asc&locale=${locale}`),
    ),
  );
  const home = await get(server, '/content/pages/home');
  return { lists, home };
}

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A place with an empty content folder, for tests that need no records. */
function makeEmptyPlace(options: { readonly whenDone?: WhenDone } = {}): Place {
  const place = makePlace({ ...options, withContent: false });
  mkdirSync(place.contentDir);
  return place;
}

async function setUp(server: Started): Promise<number> {
  const body = { setupToken: tokenIn(server), email: 'ada@example.org', name: 'Ada', password: 'correct horse' };
  const { status } = await fetch(`${server.url}/api/admin/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

describe('quire serve', () => {
  it('starts in an empty folder: prints its address and a set-up token, answers, and ends with 0 on SIGTERM', async () => {
    const server = await serve(makeEmptyPlace().env);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.output()).toContain(`POST ${server.url}/api/admin/setup`);
    expect(server.output()).toContain(`${server.url}/admin/setup#${tokenIn(server)}\n`);
    expect(await get(server, '/health')).toMatchObject({ status: 'ok' });
    expect(await get(server, '/content/pages')).toMatchObject({ data: [] });
    expect(await setUp(server)).toBe(201);
    const { code, stderr } = await stop(server);
    expect([code, stderr]).toEqual([0, '']);
  });

  long.it('SEC-36 goes on after uncaught errors, and logs them with their stacks', async () => {
    const failing = `process.on('SIGUSR2', () => {
      Promise.reject(new Error('A rejection left alone'));
      setImmediate(() => { throw new Error('An exception left alone'); });
    })`;
    const preload = `data:text/javascript,${encodeURIComponent(failing)}`;
    const server = await serve({ ...makeEmptyPlace().env, NODE_OPTIONS: `--import=${preload}` });
    server.signal('SIGUSR2');
    const logged = await until(() => {
      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.includes('left alone'));
      return lines.length === 2 ? lines.map((line) => JSON.parse(line)) : null;
    });
    expect(logged).toMatchObject([
      { level: 50, event: 'unhandledRejection', err: { message: 'A rejection left alone' } },
      { level: 50, event: 'uncaughtException', err: { message: 'An exception left alone' } },
    ]);
    for (const { err } of logged) expect(err.stack).toMatch(/\n {4}at /);
    expect(await get(server, '/health')).toMatchObject({ status: 'ok' });
    expect((await stop(server)).code).toBe(0);
  });

  long.it.runIf(existsSync('/dev/full'))('SEC-33 serves on where its log can no longer be written', async () => {
    const port = await freePort();
    const output = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/main.js'), 'serve'], {
      env: { ...makeEmptyPlace().env, PORT: String(port), LOG_LEVEL: 'debug' },
      stdio: ['ignore', output, 'ignore'],
    });
    closeSync(output);
    const ended = new Promise((resolve) => child.once('close', resolve));
    onTestFinished(() => void child.kill('SIGKILL'));
    const look = () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ status }) => status,
        () => null,
      );
    for (let request = 0; request < 5; request += 1) expect(await until(look)).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  long.it('answers in a thread with priority over the others, and ends with 0 on SIGINT too', async () => {
    const server = await serve(makeEmptyPlace().env);
    const knowsThreads = existsSync('/proc/self/task') && availableParallelism() <= 4;
    if (knowsThreads && getPriority() < constants.priority.PRIORITY_LOW) {
      const threads = readdirSync(`/proc/${server.pid}/task`).map(Number);
      const behind = threads.filter((thread) => getPriority(thread) > getPriority(server.pid));
      // V8 has four.
      expect(behind.length).toBeGreaterThanOrEqual(4);
      expect(behind).not.toContain(server.pid);
    }
    server.signal('SIGINT');
    expect((await server.ended).code).toBe(0);
  });

  long.it('starts again warm, with the same content and without another token', async () => {
    const { env, privateDir, contentDir } = makePlace();
    const first = await serve(env);
    expect(await setUp(first)).toBe(201);
    const before = await publicPages(first);
    expect(before).toMatchObject({ home: { data: { slug: 'home' } } });
    await stop(first);
    const cache = statSync(join(privateDir, 'state', 'parse-cache.bin'));
    const second = await serve(env);
    expect(await publicPages(second)).toEqual(before);
    expect(tokenIn(second)).toBeUndefined();
    await stop(second);
    // Nothing was parsed again, so there was nothing to save.
    expect(statSync(join(privateDir, 'state', 'parse-cache.bin')).ino).toBe(cache.ino);
    expect(runProgram('git', ['status', '--porcelain'], { cwd: contentDir, encoding: 'utf8' })).toBe('');
  });

  long.it('needs no git program', async () => {
    const { env, contentDir } = makePlace();
    const server = await serve({ ...env, PATH: '' });
    const without = await publicPages(server);
    expect(without).toMatchObject({ home: { data: { slug: 'home' } } });
    expect(await setUp(server)).toBe(201);
    expect((await stop(server)).code).toBe(0);
    const again = await serve(env);
    expect(await publicPages(again)).toEqual(without);
    await stop(again);
    expect(runProgram('git', ['fsck', '--strict'], { cwd: contentDir, encoding: 'utf8' })).toBe('');
    expect(runProgram('git', ['status', '--porcelain'], { cwd: contentDir, encoding: 'utf8' })).toBe('');
  });
});

/** A request whose headers the server has read and whose body it is waiting for. */
async function beginRequest(server: Started, body: string, whenDone = onTestFinished as WhenDone): Promise<Socket> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  whenDone(() => void socket.destroy());
  const head = [
    'POST /api/admin/auth/login HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve) =>
    socket.once('data', (text) => {
      expect(String(text)).toMatch(/^HTTP\/1\.1 100 Continue/);
      resolve();
    }),
  );
  return socket;
}

const rest = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (part) => (text += part)).on('close', () => resolve(text));
  });

async function untilRefused({ url }: Started): Promise<void> {
  const deadline = Date.now() + 5000;
  while (Date.now() < deadline) {
    try {
      await fetch(`${url}/api/health`);
    } catch {
      return;
    }
  }
  throw new Error('The server still takes connections');
}

describe('a server that is told to stop', () => {
  it('SEC-34 answers the request in progress, takes no new one and ends with 0', async () => {
    const server = await serve(makeEmptyPlace().env);
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'correct horse' });
    const socket = await beginRequest(server, body);
    const answer = rest(socket);
    server.signal('SIGTERM');
    await untilRefused(server);
    socket.write(body);
    expect(await answer).toMatch(/^HTTP\/1\.1 (401|503) /);
    expect((await server.ended).code).toBe(0);
  });
});

describe('quire serve refuses', () => {
  const refusal = async (env: Place['env']): Promise<string> => {
    const { code, stdout, stderr } = await run(['serve'], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toMatch(/\n\s+at /);
    return stderr;
  };

  it('invalid variables, all in one message and without secrets', async () => {
    const { env, privateDir } = makeEmptyPlace();
    const said = await refusal({
      ...env,
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'too-short',
      MEDIA_STORAGE: 's3',
    });
    for (const name of ['PORT is "abc"', 'LOG_LEVEL is "loud"', 'JWT_SECRET has 9 bytes', 'S3_BUCKET is missing'])
      expect(said).toContain(name);
    expect(said).not.toContain('too-short');
    expect(existsSync(privateDir)).toBe(false);
  });

  it('a content folder that does not exist', async () => {
    const { env, contentDir } = makePlace({ withContent: false });
    expect(await refusal(env)).toBe(`There is no content folder at ${contentDir} (CONTENT_DIR)\n`);
  });

  it('a content folder that is a file', async () => {
    const { env, contentDir } = makePlace({ withContent: false });
    writeFileSync(contentDir, '');
    expect(await refusal(env)).toContain(contentDir);
    expect(readFileSync(contentDir, 'utf8')).toBe('');
  });

  it('a private folder that the repository tracks', async () => {
    const { env, contentDir } = makePlace({ withContent: false });
    const privateDir = join(contentDir, '.quire');
    mkdirSync(join(privateDir, 'users'), { recursive: true });
    writeFileSync(join(privateDir, 'users', '1.yaml'), 'email: ada@example.org\n');
    const git = (...args: string[]) => runProgram('git', args, { cwd: contentDir });
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=Begin');
    expect(await refusal({ ...env, PRIVATE_DIR: privateDir })).toBe(
      `The content repository tracks ${privateDir} (PRIVATE_DIR): users and keys must not be in git\n`,
    );
  });

  it('a port that is taken, and leaves nothing running', async () => {
    const { env } = makeEmptyPlace();
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    expect(await refusal({ ...env, PORT: String(port) })).toContain(
      `127.0.0.1:${port} is in use by another process: stop it or set another PORT`,
    );
  });

  long.it('a second server on the same private folder, and on the same content with another one', async () => {
    const { env, privateDir } = makeEmptyPlace();
    const first = await serve(env);
    const { code, stderr } = await run(['serve'], env);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    const other = await run(['serve'], { ...env, PRIVATE_DIR: `${privateDir}-2` });
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Another Quire, with another private folder, is running on .* \(CONTENT_DIR\)/),
    });
    expect(await get(first, '/health')).toMatchObject({ status: 'ok' });
    expect(await setUp(first)).toBe(201);
    await stop(first);
  });
});

long.it('SEC-34 ends with 0 although a client never finishes its request', async () => {
  const server = await serve(makeEmptyPlace().env);
  const socket = await beginRequest(server, '{}');
  socket.on('error', () => undefined);
  expect((await stop(server)).code).toBe(0);
});
