import { setTimeout as wait } from 'node:timers/promises';
import { startProcess } from '../test/crash/serverProcess.ts';
import { logIn } from '../test/crash/siteProcess.ts';
import { sendLoad } from './load.ts';
import { median, percentile, type Result } from './measure.ts';
import { startVisitor, type Visitor } from './visitor.ts';

const TURNS = 5;
const QUIET_MS = 3_000;
const WRITERS = 32;
/** The reads of one turn, which takes about three seconds. */
const WRITES = 1_500;
const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'a long enough password' };

/** How long visitors wait while nobody and while 32 people write, in turns; each role has a process of its own. */
export async function benchMixed(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const server = await startProcess({ ...ADMIN, CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir });
  try {
    const list = await listPages(server.url);
    const write = startWriters({ url: server.url, token: await logIn(server.url, ADMIN), list });
    const visitor = startVisitor({ url: server.url, paths: list.map(({ slug }) => `/api/content/pages/${slug}`) });
    // The first one warms up.
    await takeTurn(visitor, write);
    const turns: Turn[] = [];
    while (turns.length < TURNS) turns.push(await takeTurn(visitor, write));
    visitor.stop();
    return toResults(turns, pages);
  } finally {
    await server.stop();
  }
}

/** The milliseconds of each read, and the writes per second meanwhile. */
interface Turn {
  readonly quiet: readonly number[];
  readonly busy: readonly number[];
  readonly perSecond: number;
}

async function takeTurn(visitor: Visitor, write: () => Promise<number>): Promise<Turn> {
  visitor.begin();
  await wait(QUIET_MS);
  const quiet = await visitor.end();
  visitor.begin();
  const perSecond = await write();
  return { quiet, busy: await visitor.end(), perSecond };
}

function toResults(turns: readonly Turn[], pages: number): readonly Result[] {
  const reads = [0.5, 0.99].map((part): Result => {
    const rounds = turns.map(({ quiet, busy }) => [percentile(busy, part), percentile(quiet, part)] as const);
    return {
      what: `read beside ${WRITERS} writers, p${part * 100} (${pages} pages)`,
      value: median(rounds.map(([busy]) => busy)),
      unit: 'ms',
      reference: { what: 'quiet', value: median(rounds.map(([, quiet]) => quiet)) },
      ratio: median(rounds.map(([busy, quiet]) => busy / quiet)),
    };
  });
  const perSecond = median(turns.map((turn) => turn.perSecond));
  return [...reads, { what: `writes a second meanwhile (${pages} pages)`, value: perSecond, unit: '/s' }];
}

interface Listed {
  readonly id: number;
  readonly slug: string;
}

async function listPages(url: string): Promise<readonly Listed[]> {
  const response = await fetch(`${url}/api/content/pages?limit=100`);
  return ((await response.json()) as { data: readonly Listed[] }).data;
}

interface Writers {
  readonly url: string;
  readonly token: string;
  readonly list: readonly Listed[];
}

/** Creates a function that changes titles over HTTP and returns how many were changed per second. */
function startWriters({ url, token, list }: Writers): () => Promise<number> {
  let written = 0;
  const request = (): string => {
    const body = JSON.stringify({ title: `Title ${written}` });
    const lines = [
      `PUT /api/admin/pages/${list[written++ % list.length]!.id} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return `${lines.join('\r\n')}\r\n\r\n${body}`;
  };
  return () => sendLoad({ url, connections: WRITERS, amount: WRITES, request });
}
