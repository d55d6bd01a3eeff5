import { describe, expect, it } from 'vitest';
import type { Settings } from '../../src/model/entities/settings.ts';
import { randomId } from '../../src/store/id/randomId.ts';
import { effort } from '../effort.ts';
import { long } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const PAGES = effort(200, 10);

/** A site of the same files has the same first commit: each is a clone of the other. */
const makeClone = (): Promise<Site> => makeSite(SMALL_SITE, { chooseId: randomId });

/** Creates pages with a block each, all at once; answers their ids by slug. */
async function createPages({ ask }: Site, side: string): Promise<ReadonlyMap<string, number>> {
  // One login for all.
  await ask('GET /admin/pages', { as: 'editor' });
  const replies = await Promise.all(
    Array.from({ length: PAGES }, (_, index) => {
      const regions = { aside: [{ blockTypeSlug: 'quote', fields: { text: `${side} ${index}` } }] };
      const body = {
        typeId: 1,
        fields: { summary: side },
        title: `${side} ${index}`,
        slug: `${side}-${index}`,
        status: 'published',
        regions,
      };
      return ask('POST /admin/pages', { as: 'editor', body });
    }),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(PAGES).fill(201));
  return new Map(replies.map(({ body }) => [body.data.slug as string, body.data.id as number]));
}

/** Takes over what the other has, as a developer does. */
function pull(into: Site, from: Site): void {
  into.git('pull', '--quiet', '--no-rebase', '--no-edit', from.contentDir, 'main');
}

const idsOf = ({ cms }: Site): ReadonlyMap<string, number> =>
  new Map([...cms.store.all('page')].map(({ id, data }) => [data.slug, id]));

long.describe('two clones that do not talk', () => {
  it('never give an id twice: merged by git, both serve everything that either has made', async () => {
    const [one, two] = [await makeClone(), await makeClone()];
    const made = new Map([...(await createPages(one, 'one')), ...(await createPages(two, 'two'))]);
    expect(new Set(made.values()).size).toBe(2 * PAGES);
    pull(one, two);
    pull(two, one);
    for (const site of [one, two]) {
      await site.restart();
      expect(idsOf(site)).toEqual(new Map([...idsOf(site), ...made]));
      const blocks = [...site.cms.store.all('page')].flatMap(({ data }) => Object.values(data.regions).flat());
      expect(blocks.length).toBeGreaterThanOrEqual(2 * PAGES);
      expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
      const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
      expect(body.data).toEqual([]);
      for (const slug of ['one-7', 'two-7']) {
        const read = await site.ask(`GET /admin/pages/${made.get(slug)}`, { as: 'viewer' });
        expect(read.body.data.slug).toBe(slug);
        expect((await site.ask(`GET /content/pages/${slug}`)).status).toBe(200);
      }
    }
  });
});

describe('ids of records', () => {
  const create = async ({ ask }: Site, slug: string): Promise<number> =>
    (await ask('POST /admin/pages', { as: 'editor', body: { typeId: 2, title: slug, slug } })).body.data.id;
  const setIds = ({ ask }: Site, ids: Settings['ids'] | null) =>
    ask('PUT /admin/config', { as: 'admin', body: { ids } });

  it('are drawn at random below those of records without one, unless the site counts ids', async () => {
    const site = await makeClone();
    const drawn = [await create(site, 'a'), await create(site, 'b')];
    expect(drawn.every((id) => id >= 100_000 && id < 1_000_000_000)).toBe(true);
    expect((await setIds(site, 'sequential')).body.data.ids).toBe('sequential');
    expect(site.read('site.yaml')).toContain('\nids: sequential\n');
    expect(await create(site, 'c')).toBe(Math.max(...drawn) + 1);
    expect((await setIds(site, null)).body.data.ids).toBe('random');
    expect(site.read('site.yaml')).not.toContain('ids:');
    expect((await setIds(site, 'hashed' as never)).status).toBe(400);
  });

  it('count on from the highest if the site says so, and never reuse a deleted one', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'site.yaml': 'ids: sequential\n' }, { chooseId: randomId });
    const first = await create(site, 'a');
    const highest = Math.max(...[...idsOf(site)].map(([, id]) => id));
    expect(first).toBe(highest);
    await site.ask(`DELETE /admin/pages/${first}`, { as: 'editor' });
    await site.restart();
    expect(await create(site, 'b')).toBe(first + 1);
  });

  it('are never those of a deleted record, even if only history knows of it', async () => {
    const site = await makeSite(SMALL_SITE);
    const id = await create(site, 'gone');
    await site.ask(`DELETE /admin/pages/${id}`, { as: 'editor' });
    expect(await create(site, 'next')).not.toBe(id);
    await site.restart();
    expect(await create(site, 'another')).not.toBe(id);
    site.write('pages/en/left.yaml', 'id: 77\ntype: plain\ntitle: Left\n');
    site.git('checkout', '--quiet', '-b', 'draft');
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=On a branch');
    expect(await create(site, 'more')).not.toBe(id);
    expect(site.cms.history.knows('page/77')).toBe(true);
    expect(site.cms.history.knows('page/999')).toBe(false);
  });

  it('avoid those in files that are not served', async () => {
    const files = {
      'pages/en/_3f/about.yaml': 'id: 5\ntype: plain\ntitle: In vain\ncreatedAt: 2026-01-31T00:00:00.000Z\n',
    };
    const site = await makeSite({ ...SMALL_SITE, ...files });
    const made = [await create(site, 'a'), await create(site, 'b'), await create(site, 'c')];
    expect(made).not.toContain(5);
    expect(new Set(made).size).toBe(3);
  });
});
