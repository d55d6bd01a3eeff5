import { expect, it } from 'vitest';
import { modifiedAt } from '../../../src/store/file/stamp.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

/** In seconds; no Date reaches that far. */
const FAR = 99_999_999_999_999;

it('a commit at a time that no Date can hold neither takes the site down nor keeps it from starting', async () => {
  const site = await makeSite(SMALL_SITE);
  site.write('pages/en/odd.yaml', 'type: plain\ntitle: Odd\nstatus: published\n');
  site.git('add', '--all');
  site.git('-c', `alias.dated=!GIT_COMMITTER_DATE='@${FAR} +0000' git`, 'dated', 'commit', '--quiet', '--message=Odd');
  const titleOf = async () => (await site.ask('GET /content/pages/odd?locale=en')).body;
  await expect.poll(titleOf, { timeout: 20_000 }).toMatchObject({ data: { title: 'Odd' } });
  await site.restart();
  expect(await titleOf()).toMatchObject({ data: { title: 'Odd' } });
});

it('a file changed at such a time gets the last time that a timestamp can express', () => {
  expect(modifiedAt({ mtimeMs: FAR * 1000, ctimeMs: 0, size: 0, ino: 0 })).toBe('9999-12-31T23:59:59.999Z');
  expect(modifiedAt({ mtimeMs: -FAR * 1000, ctimeMs: 0, size: 0, ino: 0 })).toBe('0000-01-01T00:00:00.000Z');
});
