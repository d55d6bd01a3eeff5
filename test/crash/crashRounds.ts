import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCrashWriter } from './crashWriter.ts';
import { startProcess } from './serverProcess.ts';
import { logIn, requireSound } from './siteProcess.ts';

export interface CrashReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly slowestBootMs: number;
}

interface Options {
  readonly rounds: number;
  readonly writers?: number;
  random?(): number;
  onRound?(round: number, acknowledged: number): void;
}

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'correct horse' };
/** A server is killed after at most this many writes, and at most this long after the last of them. */
const MAX_WRITES = 24;
const MAX_WAIT_MS = 20;
/** Enough for a slow machine. */
const MAX_LIFE_MS = 10_000;

/**
 * Starts a server, lets writers write, kills it with SIGKILL at a random moment and starts it again, over and over.
 * Throws as soon as an acknowledged write is lost or incomplete, a commit is missing, or git finds a problem.
 */
export async function runCrashRounds({
  rounds,
  writers: count = 8,
  random = Math.random,
  onRound,
}: Options): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-crash-'));
  try {
    const content = join(folder, 'content');
    mkdirSync(join(content, 'content-types'), { recursive: true });
    writeFileSync(join(content, 'content-types', 'plain.yaml'), 'id: 1\nname: Plain\n');
    const env = { ...ADMIN, CONTENT_DIR: content, PRIVATE_DIR: join(folder, 'private') };
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: content, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

    let server = await startProcess(env);
    const token = await logIn(server.url, ADMIN);
    const writers = Array.from({ length: count }, (_, index) =>
      createCrashWriter({ name: `writer${index}`, token, random }),
    );
    const acknowledged = () => writers.reduce((sum, { commits }) => sum + commits.length, 0);
    let slowestBootMs = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const running = writers.map((writer) => writer.run(server.url));
      const deadline = performance.now() + MAX_LIFE_MS;
      const last = acknowledged() + random() * MAX_WRITES;
      while (acknowledged() < last && performance.now() < deadline) await wait(1);
      await wait(random() * MAX_WAIT_MS);
      await server.kill();
      await Promise.all(running);
      server = await startProcess(env);
      slowestBootMs = Math.max(slowestBootMs, server.bootMs);
      requireSound(content);
      requireCommits(
        git,
        writers.flatMap(({ commits }) => commits),
      );
      for (const writer of writers) await writer.check(server.url);
      onRound?.(round, acknowledged());
    }
    if ((await server.stop()) !== 0) throw new Error('The server did not stop in order');
    requireSound(content);
    return { rounds, slowestBootMs, acknowledged: acknowledged() };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Git = (...args: readonly string[]) => string;

function requireCommits(git: Git, acknowledged: readonly string[]): void {
  const present = new Set(git('rev-list', 'HEAD').split('\n'));
  const lost = acknowledged.filter((commit) => !present.has(commit));
  if (lost.length > 0) throw new Error(`Acknowledged commits are gone: ${lost.join(', ')}`);
}
