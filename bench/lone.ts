import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { startProcess } from '../test/crash/serverProcess.ts';
import { logIn } from '../test/crash/siteProcess.ts';
import { commitNatively } from './commitNatively.ts';
import { median, percentile, type Result, timeEach } from './measure.ts';

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'a long enough password' };
const TURNS = 15;
const WRITES = 20;
const COMMITS = 4;

/**
 * What one editor waits for: durable writes over HTTP, one at a time, in turns with native `git add` and `git commit`
 * in a copy of the same site.
 */
export async function benchLone(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const copy = `${contentDir}-of-git`;
  cpSync(contentDir, copy, { recursive: true, verbatimSymlinks: true });
  const server = await startProcess({ ...ADMIN, CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir });
  try {
    const write = await createWriter(server.url);
    await timeEach(WRITES, write);
    await timeEach(COMMITS, () => commitNatively(copy));
    const turns: Turn[] = [];
    while (turns.length < TURNS) {
      const native = median(await timeEach(COMMITS, () => commitNatively(copy)));
      turns.push({ native, taken: await timeEach(WRITES, write) });
    }
    return toResults(turns, pages);
  } finally {
    await server.stop();
  }
}

interface Turn {
  readonly taken: readonly number[];
  readonly native: number;
}

function toResults(turns: readonly Turn[], pages: number): readonly Result[] {
  const all = turns.flatMap(({ taken }) => taken);
  return [
    {
      what: `durable write over HTTP, one at a time, p50 (${pages} pages)`,
      value: median(all),
      unit: 'ms',
      reference: { what: 'git add, git commit', value: median(turns.map(({ native }) => native)) },
      ratio: median(turns.map(({ taken, native }) => median(taken) / native)),
    },
    {
      what: `durable write over HTTP, one at a time, p95 (${pages} pages)`,
      value: percentile(all, 0.95),
      unit: 'ms',
    },
  ];
}

/** Creates a function that changes one title over a kept connection. */
async function createWriter(url: string): Promise<() => Promise<unknown>> {
  const token = await logIn(url, ADMIN);
  const response = await fetch(`${url}/api/content/pages?limit=100`);
  const { data: list } = (await response.json()) as { data: readonly { id: number }[] };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const agent = new Agent({ keepAlive: true });
  let written = 0;
  return async () => {
    const { id } = list[written++ % list.length]!;
    const asking = request(`${url}/api/admin/pages/${id}`, { agent, method: 'PUT', headers });
    asking.end(JSON.stringify({ title: `Title ${written}` }));
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    await once(answer!.resume(), 'end');
    if (answer!.statusCode !== 200) throw new Error(`The server answered with ${answer!.statusCode}`);
  };
}
