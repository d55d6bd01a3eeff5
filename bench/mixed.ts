import autocannon from 'autocannon';
import { startProcess } from '../test/crash/serverProcess.ts';
import { logIn } from '../test/crash/siteProcess.ts';
import type { Result } from './measure.ts';

const SECONDS = 6;
const WRITERS = 32;
const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'a long enough password' };

/** How long reads take through the whole server, in a process of its own, while nobody and while 32 people write. */
export async function benchMixed(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const server = await startProcess({ ...ADMIN, CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir });
  try {
    const send = createSend(server.url, await logIn(server.url, ADMIN));
    const { data } = await send('GET', '/pages?limit=100&status=published&locale=en');
    const list = data as readonly { readonly id: number; readonly slug: string }[];
    const url = `${server.url}/api/content/pages/${list[0]!.slug}`;
    await readsOf(url, 1);
    const quiet = await readsOf(url, SECONDS);
    const writing = startWriters(
      list.map(({ id }) => id),
      send,
    );
    const busy = await readsOf(url, SECONDS);
    const written = await writing.stop();
    return [
      {
        what: `read beside ${WRITERS} writers, p99 (${pages} pages)`,
        value: busy,
        unit: 'ms',
        reference: { what: 'quiet', value: quiet },
      },
      { what: `writes a second meanwhile (${pages} pages)`, value: written / SECONDS, unit: '/s' },
    ];
  } finally {
    await server.stop();
  }
}

type Send = (method: string, path: string, body?: object) => Promise<{ data: unknown }>;

const createSend =
  (url: string, token: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: unknown };
  };

function startWriters(ids: readonly number[], send: Send): { stop(): Promise<number> } {
  let written = 0;
  let stops = false;
  const write = async (): Promise<void> => {
    while (!stops) {
      await send('PUT', `/pages/${ids[written % ids.length]}`, { title: `Title ${written}` });
      written += 1;
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  return {
    async stop() {
      stops = true;
      await Promise.all(writers);
      return written;
    },
  };
}

/** The 99th percentile of the time an answer takes at 500 requests a second, in milliseconds. */
async function readsOf(url: string, duration: number): Promise<number> {
  const { latency, non2xx } = await autocannon({ url, workers: 1, connections: 10, overallRate: 500, duration });
  if (non2xx > 0) throw new Error(`${url} answered ${non2xx} requests with an error`);
  return latency.p99;
}
