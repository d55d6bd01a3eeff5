import { callAs, type LoadSite } from './loadSite.ts';
import { floorsOf, residentMib, type Sample, slopeOf } from './memory.ts';
import { uploadOnce } from './runConnections.ts';

export interface MixedReport {
  readonly minutes: number;
  readonly reads: number;
  readonly writes: number;
  /** The first unexpected answers. */
  readonly failures: readonly string[];
  readonly firstMib: number;
  readonly lastMib: number;
  /** The growth of memory after garbage collection, over the second half, when all caches are full. */
  readonly mibPerMinute: number;
}

const READERS = 8;
const WRITERS = 4;
const SAMPLE_MS = 2_000;
const MAX_SHOWN = 20;

const READS = [
  '/content/pages',
  '/content/pages?limit=50&richtext=html&expand=media,page,term',
  '/content/pages?sort=title:asc&offset=3',
  '/content/pages/about',
  '/content/menus/main',
  '/content/search?q=harbour&in=all',
  '/content/graphql?query={pages(limit:20){data{title,fields}}}',
  '/content/media/1/thumbnail',
  '/content/sitemap.xml',
  '/admin/pages?limit=100',
  '/admin/pages/1/revisions',
  '/admin/dashboard',
  '/admin/audit-logs',
];

/** Reads, writes and uploads as on a busy day, and the server's memory meanwhile. */
export async function runMixed(site: LoadSite, minutes: number): Promise<MixedReport> {
  const call = callAs(site);
  const end = Date.now() + minutes * 60_000;
  const failures: string[] = [];
  const samples: Sample[] = [];
  let [reads, writes] = [0, 0];

  const expectStatus = async (response: Response, what: string, statuses: readonly number[]): Promise<void> => {
    await response.arrayBuffer();
    if (!statuses.includes(response.status) && failures.length < MAX_SHOWN)
      failures.push(`${what}: ${response.status}`);
  };
  const read = async (): Promise<void> => {
    const path = READS[reads++ % READS.length]!;
    // Different parameters give separate cache entries.
    const varied = reads % 7 === 0 && path.startsWith('/content/pages?') ? `${path}&offset=${reads % 1_000}` : path;
    await expectStatus(await call('GET', varied), varied, [200, 400, 404]);
  };
  const write = async (writer: number): Promise<void> => {
    const number = writes++;
    await expectStatus(await call('PUT', '/admin/pages/1', { metaTitle: `Title ${number}` }), 'PUT', [200]);
    const slug = `load-${writer}-${number}`;
    const created = await call('POST', '/admin/pages', { title: 'Load', slug, type: 'page' });
    if (created.status !== 201) return expectStatus(created, 'POST', [201]);
    const { data } = (await created.json()) as { data: { id: number } };
    await expectStatus(await call('DELETE', `/admin/pages/${data.id}`), 'DELETE', [200]);
    if (number % 50 === 0) await uploadOnce(site, slug, 100_000);
  };
  const loop = async (task: () => Promise<void>): Promise<void> => {
    while (Date.now() < end)
      await task().catch((error: unknown) => {
        if (failures.length < MAX_SHOWN) failures.push(String(error));
      });
  };
  const watch = setInterval(() => {
    const minute = minutes - (end - Date.now()) / 60_000;
    samples.push({ minute, mib: residentMib(site.server.pid) });
  }, SAMPLE_MS);
  await Promise.all([
    ...Array.from({ length: READERS }, () => loop(read)),
    ...Array.from({ length: WRITERS }, (_, writer) => loop(() => write(writer))),
  ]);
  clearInterval(watch);
  const floors = floorsOf(samples);
  return {
    minutes,
    reads,
    writes,
    failures,
    firstMib: Math.round(floors[0]?.mib ?? 0),
    lastMib: Math.round(floors.at(-1)?.mib ?? 0),
    mibPerMinute: slopeOf(floors.slice(floors.length / 2)),
  };
}
