import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startProcess } from '../test/crash/serverProcess.ts';
import { logIn } from '../test/crash/siteProcess.ts';
import { median, percentile, type Result } from './measure.ts';
import { startVisitor } from './visitor.ts';

const TURNS = 5;
const TURN_MS = 5_000;
const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'a long enough password' };
const DEVELOPER = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org'];
const run = promisify(execFile);

/** How long visitors wait for a page while developers push every second, in turns with and without the server syncing. */
export async function benchSyncing(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const [host, clone] = [`${contentDir}-busy.git`, `${contentDir}-busy`];
  execFileSync('git', ['clone', '--quiet', '--bare', contentDir, host]);
  execFileSync('git', ['clone', '--quiet', host, clone]);
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, GIT_REMOTE: host, GIT_SYNC_INTERVAL: '0' };
  const server = await startProcess({ ...ADMIN, ...env });
  try {
    const headers = { authorization: `Bearer ${await logIn(server.url, ADMIN)}` };
    const listed = await fetch(`${server.url}/api/content/pages?limit=50`);
    const { data } = (await listed.json()) as { data: readonly { locale: string; slug: string }[] };
    const visitor = startVisitor({ url: server.url, paths: data.map(({ slug }) => `/api/content/pages/${slug}`) });
    const files = execFileSync('git', ['ls-files', 'pages/**.yaml'], { cwd: clone, encoding: 'utf8' })
      .trim()
      .split('\n');
    let pushed = 0;

    async function pushOne(): Promise<void> {
      const file = join(clone, files[pushed % files.length]!);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: Pushed ${pushed++}`));
      await run('git', [...DEVELOPER, 'commit', '--quiet', '--all', '--message=Pushed'], { cwd: clone });
      await run('git', ['push', '--quiet'], { cwd: clone });
    }

    async function bringOne(): Promise<void> {
      await pushOne();
      await fetch(`${server.url}/api/admin/sync`, { method: 'POST', headers });
    }

    async function takeTurn(work: () => Promise<unknown>): Promise<readonly number[]> {
      visitor.begin();
      const until = performance.now() + TURN_MS;
      while (performance.now() < until) await Promise.all([work(), wait(1000)]);
      return visitor.end();
    }

    // The first one warms up.
    await takeTurn(bringOne);
    const turns: (readonly [syncing: readonly number[], alone: readonly number[]])[] = [];
    while (turns.length < TURNS) turns.push([await takeTurn(bringOne), await takeTurn(pushOne)]);
    visitor.stop();
    return [0.5, 0.99].map((part): Result => {
      const rounds = turns.map(([syncing, alone]) => [percentile(syncing, part), percentile(alone, part)] as const);
      return {
        what: `read beside a sync every second, something new in each, p${part * 100} (${pages} pages)`,
        value: median(rounds.map(([syncing]) => syncing)),
        unit: 'ms',
        reference: { what: 'pushed and not synced', value: median(rounds.map(([, alone]) => alone)) },
        ratio: median(rounds.map(([syncing, alone]) => syncing / alone)),
      };
    });
  } finally {
    await server.stop();
    for (const folder of [host, clone]) rmSync(folder, { recursive: true, force: true });
  }
}
