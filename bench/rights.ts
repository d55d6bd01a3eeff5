import { createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import { createJudge } from '../src/model/rights/judge.ts';
import type { RoleRights } from '../src/model/rights/rights.ts';
import { toRightsSubject } from '../src/model/rights/rightsSubject.ts';
import { median, type Result, timeEach } from './measure.ts';

const ROUNDS = 200;
const LIST = 50;

/** A role with as many rules as a large site has: the last one that allows reading is the one that applies. */
const ROLE: RoleRights = {
  extends: 'none',
  allow: [
    ...['de', 'fr', 'es', 'it'].map((locale) => ({ do: ['read'], on: ['page'], locales: [locale] }) as const),
    ...['press/**', 'team/*/photos', '**/icons'].map(
      (folder) => ({ do: ['read'], on: ['media'], folders: [folder] }) as const,
    ),
    { do: ['create', 'update', 'publish'], on: ['page'], paths: ['blog/**'] },
    { do: ['read'], on: ['page'] },
  ],
  deny: [
    { do: ['read'], on: ['page'], paths: ['team/private/**', '**/secret', '*/draft/*'] },
    { do: ['read'], types: ['contract'] },
    { do: ['read'], on: ['page'], own: true, locales: ['nl'] },
  ],
};

/** How long it takes to judge the records of a list of 50. */
export async function benchRights(contentDir: string, privateDir: string): Promise<readonly Result[]> {
  const config = readServerConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir);
  const cms = await createCms({ config, log: createLog('error'), version: 'bench' });
  cms.settle();
  const pages = [...cms.store.all('page')].map(({ data }) => data);
  await cms.close();
  const lists = Array.from({ length: Math.ceil(pages.length / LIST) }, (_, at) =>
    pages.slice(at * LIST, (at + 1) * LIST),
  );
  const judge = createJudge(ROLE);
  const now = new Date();
  const judgeList = (at: number): number =>
    lists[at % lists.length]!.filter((data) =>
      judge.mayRead(toRightsSubject({ kind: 'page', data, owner: 'user/2' }, now), 'user/1'),
    ).length;
  const showList = (at: number): string => JSON.stringify(lists[at % lists.length]);
  await timeEach(ROUNDS, judgeList);
  const [judged, shown] = [await timeEach(ROUNDS, judgeList), await timeEach(ROUNDS, showList)];
  const microseconds = (taken: readonly number[]): number => (median(taken) * 1000) / LIST;
  return [
    {
      what: 'a record in a list of 50, judged by a role of twelve rules',
      value: microseconds(judged),
      unit: 'µs',
      reference: { what: 'JSON.stringify of the record', value: microseconds(shown) },
    },
  ];
}
