import { expect, it } from 'vitest';
import { makeSite } from '../../makeSite.ts';

const TYPE = 'id: 9\nname: Essay\nfieldsSchema: [{ name: body, type: richtext }, { name: see, type: reference }]\n';
const page = (id: number, text: string): string => {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const fields = { body, see: `en/essay-${id === 90 ? 91 : 90}` };
  return JSON.stringify({ id, type: 'essay', title: `Essay ${id}`, status: 'published', fields });
};

it('shows pages within others as they are, the first time and after a write', async () => {
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
