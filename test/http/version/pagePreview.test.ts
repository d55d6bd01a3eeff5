import { expect, it } from 'vitest';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const PREVIEW = 'POST /admin/pages/1/preview';

it('shows a page with unsaved edits as everybody would see it, and saves nothing', async () => {
  const site = await makeSite(SMALL_SITE);
  const before = await site.ask('GET /admin/pages/1', { as: 'editor' });
  const unchanged = await site.ask(PREVIEW, { as: 'editor', body: {} });
  const live = await site.ask(`GET /content/pages/${before.body.data.slug}`);
  const untimed = ({ meta: _, ...page }: Record<string, unknown>) => page;
  expect(untimed(unchanged.body.data)).toEqual(untimed(live.body.data));
  expect(unchanged.headers.get('cache-control')).toBe('private, no-store');

  const body = { title: 'Being typed', metaTitle: 'For search engines' };
  const typed = await site.ask(PREVIEW, { as: 'editor', body });
  expect(typed.status).toBe(200);
  expect(typed.body.data).toMatchObject({ id: 1, title: 'Being typed', seo: { meta_title: 'For search engines' } });
  expect((await site.ask('GET /admin/pages/1', { as: 'editor' })).body).toEqual(before.body);
  expect(site.newCommits()).toEqual([]);
});

it('shows new blocks in their places, and leaves out what is not valid yet', async () => {
  const site = await makeSite({
    ...SMALL_SITE,
    'content-types/wide.yaml':
      'id: 90\nname: Wide\ncreatedAt: 2026-01-01T00:00:00.000Z\nfieldsSchema: [{ name: places, type: integer }]\nregions: [main]\n',
    'block-types/words.yaml':
      'id: 91\nname: Words\ncreatedAt: 2026-01-01T00:00:00.000Z\nfieldsSchema: [{ name: text, type: text, required: true }, { name: more, type: richtext }]\n',
    'pages/en/wide.yaml':
      'id: 92\ntype: wide\ntitle: Wide\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields: { places: 3 }\nregions:\n  main:\n    - { id: 93, type: words, fields: { text: First } }\n',
  });
  const more = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'More' }] }] };
  const body = {
    fields: { places: 'many' },
    regions: {
      main: [
        { blockTypeSlug: 'words', fields: { more } },
        { id: 'pb_93', fields: { text: 'Second now' } },
      ],
    },
  };
  const { status, body: answer } = await site.ask('POST /admin/pages/92/preview?richtext=html', { as: 'editor', body });
  expect(status).toBe(200);
  const [added, moved] = answer.data.regions.main;
  expect(added).toMatchObject({ block_type: 'words', fields: { more: '<p>More</p>' } });
  expect(added.id).toMatch(/^pb_\d+$/);
  expect(moved).toEqual({ id: 'pb_93', block_type: 'words', fields: { text: 'Second now' } });
  expect(site.newCommits()).toEqual([]);
});

it('is for editors, also on a read-only server', async () => {
  const site = await makeSite(SMALL_SITE, { env: { READ_ONLY: 'true' } });
  expect(refusalOf(await site.ask(PREVIEW, { body: {} }))).toBe('401 UNAUTHORIZED');
  expect(refusalOf(await site.ask(PREVIEW, { as: 'viewer', body: {} }))).toBe('403 FORBIDDEN');
  expect(refusalOf(await site.ask('POST /admin/pages/999/preview', { as: 'editor', body: {} }))).toBe('404 NOT_FOUND');
  expect((await site.ask(PREVIEW, { as: 'editor', body: { title: 'x' } })).status).toBe(200);
});
