import { expect, it } from 'vitest';
import type { Page } from '../../../src/model/entities/page.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { shapedView } from '../../../src/view/page/expand.ts';
import { fitNested, needsFitting } from '../../../src/view/page/fitNested.ts';
import { makeSite } from '../../makeSite.ts';
import { update } from '../../store/siteFiles.ts';

const TYPE = 'id: 9\nname: Essay\nfieldsSchema: [{ name: body, type: richtext }, { name: see, type: reference }]\n';
const page = (id: number, text: string): string => {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const fields = { body, see: `en/essay-${id === 90 ? 91 : 90}` };
  return JSON.stringify({ id, type: 'essay', title: `Essay ${id}`, status: 'published', fields });
};

it('shows pages inside others as they are, the first time and after a write', async () => {
  const site = await makeSite({
    'content-types/essay.yaml': TYPE,
    'pages/en/essay-90.json': page(90, 'One'),
    'pages/en/essay-91.json': page(91, 'Two'),
  });
  const nested = async (path: string): Promise<unknown> => {
    const { body } = await site.ask(`GET /content/${path}expand=reference&richtext=html`);
    return [body.data].flat().map(({ fields }) => fields.see.fields.body);
  };
  expect(await nested('pages?type=essay&sort=title:asc&')).toEqual(['<p>Two</p>', '<p>One</p>']);
  const fields = { ...JSON.parse(page(91, 'Three')).fields, see: 90 };
  const written = await site.ask('PUT /admin/pages/91', { as: 'editor', body: { fields } });
  expect(written.status).toBe(200);
  expect(await nested('pages/essay-90?')).toEqual(['<p>Three</p>']);
  expect(await nested('pages/essay-91?')).toEqual(['<p>One</p>']);
});

it('prepares the pages inside others one per step, and only once', () => {
  const store = createStore();
  const fieldsSchema = [{ name: 'see', type: 'repeater', fields: [{ name: 'page', type: 'reference' }] }];
  const see = (...keys: readonly string[]) => ({ see: keys.map((key) => ({ page: `en/${key}` })) });
  store.apply([
    update('content-types/essay.yaml', { name: 'Essay', fieldsSchema }),
    update('pages/en/a.yaml', { type: 'essay', title: 'A', fields: see('b', 'c', 'gone') }),
    update('pages/en/b.yaml', { type: 'essay', title: 'B', fields: see('a') }),
    update('pages/en/c.yaml', { type: 'essay', title: 'C' }),
  ]);
  const a: Entry<Page> = store.byKey('page', 'en/a')!;
  const time = { microsecondsLeft: 0, unwritten: [] };
  const expanded = shapedView({ expand: ['reference'], richText: 'json', time }, { lookup: store });
  const plain = shapedView({ expand: [], richText: 'json', time }, { lookup: store });
  expect([needsFitting([a], plain), needsFitting([a], expanded)]).toEqual([false, true]);
  // Two nested pages, and the end of the page that holds them.
  expect([...fitNested([a], expanded)]).toHaveLength(3);
  expect(needsFitting([a], expanded)).toBe(false);
  expect([...fitNested([a], expanded)]).toHaveLength(0);
});
