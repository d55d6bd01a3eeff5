import { createServer } from 'node:http';
import autocannon from 'autocannon';
import { createCms } from '../src/cms.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/http/log.ts';
import { startServer } from '../src/http/server.ts';
import type { Result } from './measure.ts';

const SECONDS = 4;

/** Requests a second of single pages and lists, against bare node:http answering the same bytes. */
export async function benchRead(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const log = createLog('error');
  const config = readConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir);
  const cms = await createCms({ config, log, version: 'bench' });
  const server = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
  const [page] = [...cms.store.all('page')].filter(({ data }) => data.status === 'published' && data.locale === 'en');
  const targets = [
    ['page', `/api/content/pages/${page?.data.slug}`],
    ['list of 20', '/api/content/pages?limit=20'],
    [
      'GraphQL list of 20',
      `/api/content/graphql?query=${encodeURIComponent('{ pages(limit: 20) { id title slug fields meta { publishedAt } } }')}`,
    ],
  ] as const;
  const results: Result[] = [];
  for (const [what, path] of targets) {
    const bytes = Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer());
    const bare = await measureBare(bytes);
    const value = await measure(`${server.url}${path}`);
    results.push({
      what: `${what}, ${bytes.length} bytes (${pages} pages)`,
      value,
      unit: 'requests/s',
      reference: { what: 'bare node:http', value: bare },
    });
  }
  await server.close();
  await cms.close();
  return results;
}

async function measureBare(bytes: Buffer): Promise<number> {
  const bare = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(bytes);
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const address = bare.address();
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port');
  const perSecond = await measure(`http://127.0.0.1:${address.port}/`);
  bare.close();
  return perSecond;
}

async function measure(url: string): Promise<number> {
  await autocannon({ url, connections: 10, duration: 1 });
  const { requests, non2xx } = await autocannon({ url, connections: 10, duration: SECONDS });
  if (non2xx > 0) throw new Error(`${url} answered ${non2xx} requests with an error`);
  return requests.average;
}
