import { describe, expect, it } from 'vitest';
import { createSchedule } from '../../../src/features/schedule/createSchedule.ts';
import type { Page } from '../../../src/model/entities/page.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { CmsError } from '../../../src/model/errors.ts';
import type { StorePart } from '../../../src/store/storePart.ts';
import { errorsOf } from '../../errorsOf.ts';
import { until } from '../../http/makeServer.ts';
import { long } from '../../long.ts';
import { makeSite, NOW, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

/** Sets the clock to this many seconds after the start. */
const later = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const HOUR = 3600;
const send = (site: Site, call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });
const create = async (site: Site, body: object): Promise<number> =>
  (await send(site, 'POST /admin/pages', { typeId: 2, ...body })).body.data.id;
const pageOf = async (site: Site, id: number): Promise<Reply['body']> =>
  (await send(site, `GET /admin/pages/${id}`)).body.data;
const statusIs = (site: Site, id: number, status: string): Promise<unknown> =>
  until(async () => (await pageOf(site, id)).status === status);
const messageOf = (site: Site): string => site.git('log', '-1', '--format=%an <%ae>%n%B');

function checkRepository(site: Site): void {
  site.git('fsck', '--strict');
  expect(site.git('status', '--porcelain')).toBe('');
}

describe('a draft whose time comes', () => {
  it('is published by a commit of the schedule, once, and its time is cleared', async () => {
    const site = await makeSite(SMALL_SITE);
    const id = await create(site, { title: 'Soon', scheduledAt: later(HOUR) });
    const before = await site.ask('GET /content/pages');
    expect(before.headers.get('cache-control')).toContain('max-age=60');
    site.setTime(later(HOUR - 1));
    expect((await site.ask('GET /content/pages')).headers.get('cache-control')).toBe(
      'public, max-age=1, s-maxage=1, stale-while-revalidate=0',
    );
    expect((await site.ask('GET /content/pages/soon')).status).toBe(404);
    site.setTime(later(HOUR));
    await statusIs(site, id, 'published');
    expect(await pageOf(site, id)).toMatchObject({ scheduledAt: null, publishedAt: later(HOUR) });
    expect((await site.ask('GET /content/pages/soon')).status).toBe(200);
    expect(site.newCommits()).toEqual(['Publish page "Soon" (en/soon)', 'Create page "Soon" (en/soon)']);
    expect(messageOf(site)).toMatch(/^Quire schedule <schedule@quire.invalid>\n/);
    expect(messageOf(site)).toMatch(
      /^Quire-Action: page\.publish\nQuire-Record: page\/5 en\/soon\nQuire-Actor: schedule$/m,
    );
    checkRepository(site);
  });

  it('SEC-21 lets no cache keep an answer while it is being published, and does not wait for one that cannot be published', async () => {
    const site = await makeSite(SMALL_SITE);
    await create(site, { typeId: 1, title: 'Unready', scheduledAt: later(HOUR) });
    const cached = async () => (await site.ask('GET /content/pages')).headers.get('cache-control');
    for (const seconds of [0, 1, 9]) {
      site.setTime(later(HOUR + seconds));
      expect(await cached()).toBe('public, max-age=0, s-maxage=0, stale-while-revalidate=0');
    }
    site.setTime(later(HOUR + 10));
    expect(await cached()).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=3600');
  });

  it('stays a draft with a problem while a required value is missing', async () => {
    const site = await makeSite(SMALL_SITE);
    const id = await create(site, { typeId: 1, title: 'Unready', scheduledAt: later(HOUR) });
    site.setTime(later(HOUR));
    const problems = async (): Promise<Reply['body']> => errorsOf((await send(site, 'GET /admin/problems')).body.data);
    const [problem] = await until(async () => ((await problems()).length > 0 ? problems() : null));
    expect(problem).toMatchObject({ path: 'pages/en/unready.yaml', code: 'SCHEDULE' });
    expect(problem.message).toContain('fields.summary is required');
    expect((await pageOf(site, id)).status).toBe('draft');
    await send(site, `PUT /admin/pages/${id}`, { fields: { summary: 'Here it is.' } });
    await statusIs(site, id, 'published');
    expect(await problems()).toEqual([]);
    expect(site.newCommits()).toHaveLength(3);
  });

  it('is published after the start if the server was down, and unpublished if that time has come too', async () => {
    const site = await makeSite(SMALL_SITE);
    const due = await create(site, { title: 'Due', scheduledAt: later(HOUR) });
    const over = await create(site, { title: 'Over', scheduledAt: later(HOUR), unpublishAt: later(2 * HOUR) });
    await site.stop();
    site.setTime(later(3 * HOUR));
    await site.restart();
    await statusIs(site, due, 'published');
    await until(async () => (await pageOf(site, over)).unpublishAt === null);
    expect(await pageOf(site, over)).toMatchObject({ status: 'draft', scheduledAt: null, publishedAt: null });
    checkRepository(site);
  });
});

describe('a published page', () => {
  it('becomes a draft when its time is over, and public again at a later time', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/3', { unpublishAt: later(HOUR) });
    site.setTime(later(HOUR));
    // At once for the public; the commit follows.
    expect((await site.ask('GET /content/pages/about')).status).toBe(404);
    await statusIs(site, 3, 'draft');
    expect(await pageOf(site, 3)).toMatchObject({ unpublishAt: null, publishedAt: '2026-01-07T09:00:00.000Z' });
    expect(site.newCommits()[0]).toBe('Unpublish page "About us" (en/about)');
    checkRepository(site);
  });

  it('becomes a draft even if its type no longer allows it', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/broken.yaml': `id: 5\ntype: article\ntitle: Broken\nstatus: published\nunpublishAt: ${later(HOUR)}\nfields: { rating: many }\n`,
    });
    site.setTime(later(HOUR));
    await statusIs(site, 5, 'draft');
    expect(errorsOf((await send(site, 'GET /admin/problems')).body.data)).toEqual([
      expect.objectContaining({ code: 'VALIDATION', message: 'fields.rating must be a whole number' }),
    ]);
    expect(site.newCommits()).toEqual(['Unpublish page "Broken" (en/broken)']);
    checkRepository(site);
  });

  it('that is scheduled becomes public without a commit', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/3', { scheduledAt: later(HOUR) });
    expect((await site.ask('GET /content/pages/about')).status).toBe(404);
    site.setTime(later(HOUR));
    expect((await site.ask('GET /content/pages/about')).status).toBe(200);
    expect(site.newCommits()).toHaveLength(1);
  });

  it('is left alone if it is archived', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/3', { status: 'archived', unpublishAt: later(HOUR) });
    const other = await create(site, { title: 'Due', scheduledAt: later(HOUR) });
    site.setTime(later(2 * HOUR));
    await statusIs(site, other, 'published');
    expect(await pageOf(site, 3)).toMatchObject({ status: 'archived', unpublishAt: later(HOUR) });
  });
});

long.it('many pages that are due at once each get a commit', async () => {
  const site = await makeSite({
    ...SMALL_SITE,
    ...Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [
        `pages/en/due-${index}.yaml`,
        `id: ${100 + index}\ntype: plain\ntitle: Due ${index}\nstatus: draft\nscheduledAt: ${later(HOUR)}\ncreatedAt: ${NOW}\n`,
      ]),
    ),
  });
  site.setTime(later(HOUR));
  await until(async () => site.newCommits().length === 120, 60_000);
  // The last commit exists a moment before it is served.
  await until(async () => (await site.ask('GET /content/pages?limit=1')).body.meta.total === 122);
  checkRepository(site);
});

describe('an obstacle', () => {
  it('to a read-only server: nothing is written', async () => {
    const env = { READ_ONLY: 'true' };
    const page = `id: 9\ntype: plain\ntitle: Due\nstatus: draft\nscheduledAt: 2026-01-31T00:00:00.000Z\ncreatedAt: ${NOW}\n`;
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/due.yaml': page }, { env });
    site.setTime(later(HOUR));
    expect((await pageOf(site, 9)).status).toBe('draft');
    await site.stop();
    expect(site.newCommits()).toEqual([]);
  });

  long.it('such as another branch is reported, and the work is done when the branch is back', async () => {
    const site = await makeSite(SMALL_SITE, { env: { GIT_BRANCH: 'main' } });
    const id = await create(site, { title: 'Due', scheduledAt: later(HOUR) });
    site.git('switch', '--quiet', '--create', 'other');
    site.setTime(later(HOUR));
    const problems = async (): Promise<readonly { code: string }[]> =>
      errorsOf((await send(site, 'GET /admin/problems')).body.data);
    await until(async () => (await problems()).some(({ code }) => code === 'SCHEDULE'));
    site.git('switch', '--quiet', 'main');
    site.setTime(later(HOUR + 20));
    await statusIs(site, id, 'published');
    expect(await problems()).toEqual([]);
  });

  long.it('such as an uncommitted change of the file is reported, and the change is kept', async () => {
    const site = await makeSite(SMALL_SITE);
    const id = await create(site, { title: 'Due', scheduledAt: later(HOUR) });
    site.write('pages/en/due.yaml', `${site.read('pages/en/due.yaml')}# Mine.\n`);
    site.setTime(later(HOUR));
    await until(async () =>
      errorsOf((await send(site, 'GET /admin/problems')).body.data).some(
        ({ code }: { code: string }) => code === 'SCHEDULE',
      ),
    );
    expect((await pageOf(site, id)).status).toBe('draft');
    expect(site.read('pages/en/due.yaml')).toContain('# Mine.');
    site.git('commit', '--quiet', '--all', '--message=Mine');
    site.setTime(later(HOUR + 20));
    await statusIs(site, id, 'published');
    expect(site.read('pages/en/due.yaml')).toContain('# Mine.');
    checkRepository(site);
  });
});

it('a failure for a page that is gone meanwhile is not a problem', async () => {
  const data = { status: 'draft', scheduledAt: NOW } as Page;
  const page: Entry<Page> = {
    kind: 'page',
    id: 1,
    data,
    key: 'en/due',
    path: '',
    rev: '',
    createdAt: NOW,
    updatedAt: NOW,
  };
  const parts: StorePart[] = [];
  const errors: unknown[] = [];
  let writes = 0;
  const schedule = createSchedule({
    store: { add: (part) => void parts.push(part), find: () => [page as Entry<never>] },
    writer: {
      async write() {
        writes += 1;
        // As if one group of writes had this one, which fails, and a later one that succeeds.
        for (const part of parts) part.apply([{ kind: 'page', before: page, after: null }]);
        throw new CmsError('CONFLICT', 'in the way');
      },
    },
    clock: () => new Date(NOW),
    onError: (error) => errors.push(error),
  });
  await until(async () => writes > 0);
  await schedule.close();
  expect([writes, schedule.problems(), errors]).toEqual([1, [], []]);
});

long.it('nothing is repeated when the clock is put back', async () => {
  const site = await makeSite(SMALL_SITE);
  const id = await create(site, { title: 'Due', scheduledAt: later(HOUR) });
  site.setTime(later(HOUR));
  await statusIs(site, id, 'published');
  site.setTime(later(0));
  const next = await create(site, { title: 'Next', scheduledAt: later(HOUR) });
  expect((await pageOf(site, id)).status).toBe('published');
  expect((await pageOf(site, next)).status).toBe('draft');
  site.setTime(later(2 * HOUR));
  await statusIs(site, next, 'published');
  expect(site.newCommits()).toHaveLength(4);
});
