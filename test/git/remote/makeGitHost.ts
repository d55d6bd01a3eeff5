import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../run/runProgram.ts';

/** An ordinary git host: a bare repository, served over http by git's own program. */
export interface GitHost {
  /** `http://127.0.0.1:<port>/site.git`, or with the path that was asked for. */
  readonly url: string;
  /** The bare repository. */
  readonly dir: string;
  /** Runs git in it. */
  git(...args: readonly string[]): string;
  /** Requires this password from now on; null: none. */
  requireToken(token: string | null): void;
  /** Runs before each push is accepted; null: nothing does. */
  setHook(script: string | null): void;
  /** What happens to requests instead of an answer. */
  misbehave(how: Misbehaviour | null): void;
  /** The number of requests so far. */
  requests(): number;
}

/**
 * `cut`: the answer breaks off after so many bytes. `slow`: it comes so many milliseconds late. `silent`: no
 * answer comes. A number: this status.
 */
export type Misbehaviour =
  | { readonly cut: number }
  | { readonly slow: number }
  | 'refuse'
  | 'silent'
  | number
  | { readonly moved: string };

interface Options {
  /** Where the repository is: `site.git` by default. */
  readonly path?: string;
  /** Answers what is no request of git. @returns whether it has */
  readonly answerOther?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Starts with the commits of this repository; a bare one is copied. */
  readonly from?: string;
  /** Gets the function that ends it. */
  readonly whenDone?: (end: () => void) => void;
}

export const DEVELOPER: NodeJS.ProcessEnv = {
  ...process.env,
  GIT_AUTHOR_NAME: 'A Developer',
  GIT_AUTHOR_EMAIL: 'dev@example.org',
  GIT_COMMITTER_NAME: 'A Developer',
  GIT_COMMITTER_EMAIL: 'dev@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

export const runGit = (cwd: string, ...args: readonly string[]): string =>
  runProgram('git', args, { cwd, env: DEVELOPER, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export async function makeGitHost({
  from,
  path = 'site.git',
  answerOther = () => false,
  whenDone = onTestFinished,
}: Options = {}): Promise<GitHost> {
  const root = mkdtempSync(join(tmpdir(), 'quire-host-'));
  const dir = join(root, path);
  if (from === undefined) runGit(root, 'init', '--quiet', '--bare', '--initial-branch=main', '--template=', dir);
  else if (from.endsWith('.git')) cpSync(from, dir, { recursive: true });
  else runGit(root, 'clone', '--quiet', '--bare', '--no-hardlinks', '--template=', from, dir);
  runGit(dir, 'config', 'http.receivepack', 'true');
  let token: string | null = null;
  let misbehaviour: Misbehaviour | null = null;
  let count = 0;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (answerOther(request, response)) return;
    count += 1;
    if (misbehaviour === 'refuse') return void request.socket.destroy();
    if (misbehaviour === 'silent') return;
    if (typeof misbehaviour === 'number') return void response.writeHead(misbehaviour).end('The host says no');
    if (misbehaviour && 'moved' in misbehaviour)
      return void response.writeHead(301, { location: misbehaviour.moved + request.url }).end();
    const password = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    if (token !== null && password.split(':')[1] !== token)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    const { cut: cutAfter, slow: lateMs = 0 }: { cut?: number; slow?: number } = misbehaviour ?? {};
    setTimeout(() => runBackend(request, response, { root, cutAfter }), lateMs);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  whenDone(() => {
    server.close();
    server.closeAllConnections();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`,
    dir,
    git: (...args) => runGit(dir, ...args),
    requireToken: (wanted) => {
      token = wanted;
    },
    setHook(script) {
      const path = join(dir, 'hooks/pre-receive');
      rmSync(path, { force: true });
      if (script === null) return;
      mkdirSync(join(dir, 'hooks'), { recursive: true });
      writeFileSync(path, `#!/bin/sh\n${script}\n`);
      chmodSync(path, 0o755);
    },
    misbehave: (how) => {
      misbehaviour = how;
    },
    requests: () => count,
  };
}

interface Backend {
  readonly root: string;
  readonly cutAfter: number | undefined;
}

/** One request to `git http-backend` (RFC 3875). */
function runBackend(request: IncomingMessage, response: ServerResponse, { root, cutAfter }: Backend): void {
  const [path, query = ''] = request.url!.split('?');
  const {
    'content-type': type = '',
    'content-length': length = '',
    'content-encoding': encoding = '',
  } = request.headers;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...DEVELOPER,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: type,
      CONTENT_LENGTH: length,
      HTTP_CONTENT_ENCODING: encoding,
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'somebody',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  let sent = 0;
  let isBody = false;
  const send = (bytes: Buffer): void => {
    sent += bytes.length;
    response.write(cutAfter !== undefined && sent > cutAfter ? bytes.subarray(0, cutAfter) : bytes);
    if (cutAfter !== undefined && sent > cutAfter) response.destroy();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    if (isBody) return send(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    isBody = true;
    const lines = head.subarray(0, end).toString().split('\r\n');
    const fields = lines.map((line): [string, string] => [line.split(': ')[0]!, line.slice(line.indexOf(': ') + 2)]);
    const status = fields.find(([name]) => name === 'Status')?.[1];
    response.writeHead(
      Number(status?.slice(0, 3) ?? 200),
      Object.fromEntries(fields.filter(([name]) => name !== 'Status')),
    );
    send(head.subarray(end + 4));
  });
  child.on('close', () => response.end());
}
