import { createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import { createPageLists } from '../src/store/page/pageLists.ts';
import { createSearch } from '../src/store/search/search.ts';
import { createPublicContent } from '../src/view/publicContent.ts';
import { showSearch } from '../src/view/search.ts';
import { percentile, type Result, timeEach } from './measure.ts';

const LIMIT = 20;
const ROUNDS = 200;

/** Queries as people type them, from titles of the site: a word, its first two and four letters, two words. */
function queriesOf(titles: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const words = titles
    .map((title) => title.split(/\s+/).filter((word) => word.length > 3))
    .filter((list) => list.length > 1);
  return {
    'one word': words.map(([first = '']) => first),
    'two words': words.map(([first = '', second = '']) => `${first} ${second}`),
    'four letters': words.map(([first = '']) => first.slice(0, 4)),
    'two letters': words.map(([first = '']) => first.slice(0, 2)),
  };
}

/** Searches without HTTP, and building the index. */
export async function benchSearch(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const config = readServerConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir);
  const cms = await createCms({ config, log: createLog('error'), version: 'bench' });
  cms.settle();
  const clock = (): Date => new Date();
  const content = createPublicContent(cms.store, createPageLists(cms.store, clock), clock);
  const search = createSearch(cms.store);
  const queries = queriesOf([...cms.store.all('page')].map(({ data }) => data.title));
  const results: Result[] = [];
  for (const name of ['names', 'all'] as const) {
    const index = search[name];
    const [made = 0] = await timeEach(1, () => index.ready());
    results.push({ what: `search index of ${name}, made in slices (${pages} pages)`, value: made, unit: 'ms' });
    for (const [kind, list] of Object.entries(queries)) {
      const run = (at: number) =>
        showSearch({ query: list[(at * 7919) % list.length] ?? '', limit: LIMIT }, index, content);
      await timeEach(20, run);
      const taken = await timeEach(ROUNDS, run);
      results.push({ what: `search ${name}, ${kind}, p50`, value: percentile(taken, 0.5), unit: 'ms' });
      results.push({ what: `search ${name}, ${kind}, p95`, value: percentile(taken, 0.95), unit: 'ms' });
    }
    const ids = [...cms.store.all('page')].map(({ id }) => id);
    const updates = await timeEach(ROUNDS, (at) => {
      index.changed(ids[(at * 31) % ids.length] ?? 0);
      return index.ready();
    });
    results.push({
      what: `search ${name}, taking in a changed page, p50`,
      value: percentile(updates, 0.5),
      unit: 'ms',
    });
  }
  await cms.close();
  return results;
}
