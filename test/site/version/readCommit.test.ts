import { expect, it, onTestFinished } from 'vitest';
import { createRepository } from '../../../src/git/repository.ts';
import { createReadCommit } from '../../../src/site/version/readCommit.ts';
import { createReadRecord } from '../../../src/store/file/fileRecord.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

it('SEC-36 reads the large files of a commit in a thread', async () => {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  const page = (title: string): string => `id: 90\ntype: article\ntitle: ${title}\n`;
  site.write('pages/en/large.yaml', `${page('Large')}fields:\n  summary: ${'x'.repeat(20_000)}\n`);
  site.write('pages/en/little.yaml', page('Little').replace('90', '91'));
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Both');
  const repo = await createRepository({ contentDir: site.contentDir });
  onTestFinished(() => repo.close());
  const commit = await repo.head();
  const readRecord = createReadRecord();
  const readHere: string[] = [];
  const { readCommit } = createReadCommit({
    repo,
    commits: () => ({ beginningWith: () => [commit!], firstVersion: () => undefined }),
    isReady: () => true,
    readRecord(located, path, value, body) {
      readHere.push(path);
      return readRecord(located, path, value, body);
    },
    lookup: { byKey: () => undefined },
  });
  const { records } = await readCommit(commit!);
  expect(records.map(({ after }) => [after?.key, after?.id])).toEqual([
    ['en/large', 90],
    ['en/little', 91],
  ]);
  expect(readHere).toEqual(['pages/en/little.yaml']);
});
