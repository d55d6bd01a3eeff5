import { expect, it, onTestFinished } from 'vitest';
import { createRepository } from '../../../src/git/repository.ts';
import { createLastGood } from '../../../src/site/version/lastGood.ts';
import { createReadVersion } from '../../../src/site/version/readVersion.ts';
import { createReadRecord } from '../../../src/store/file/fileRecord.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

it('looks into each version of a folder once, however many broken files it holds', async () => {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  const commit = (subject: string): void => {
    site.git('add', '--all');
    site.git('commit', '--quiet', `--message=${subject}`);
  };
  const broken = Array.from({ length: 50 }, (_, at) => `pages/en/broken-${at}.yaml`);
  for (const [at, path] of broken.entries())
    site.write(path, at === 0 ? 'id: 900\ntype: article\ntitle: Good\n' : 'title: [\n');
  commit('Add them');
  site.write(broken[0]!, 'title: [\n');
  for (let at = 0; at < 20; at += 1) {
    site.write('pages/en/other.yaml', `id: 901\ntype: article\ntitle: ${at}\n`);
    commit(`Change ${at}`);
  }
  const repo = await createRepository({ contentDir: site.contentDir });
  onTestFinished(() => repo.close());
  let reads = 0;
  const readTree = (id: string): Promise<Buffer> => {
    reads += 1;
    return repo.objects.readTree(id);
  };
  const counted = { ...repo, objects: { ...repo.objects, readTree } };
  const findLastGood = createLastGood(counted, createReadVersion(repo.objects, createReadRecord()));
  expect(await findLastGood(broken)).toMatchObject([{ path: broken[0], id: 900, data: { title: 'Good' } }]);
  expect(reads).toBeLessThan(200);
});
