import { expect, it } from 'vitest';
import { until } from '../http/makeServer.ts';
import { sampleSite } from '../sampleSite.ts';
import { makeExampleSite } from './exampleSite.ts';
import { serveOutside } from './outsideServer.ts';

const text = (words: string, href?: string): object => ({
  ...{ type: 'text', text: words },
  ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }),
});
const paragraph = (...content: readonly object[]): object => ({ type: 'paragraph', content });
const heading = (level: number, words: string): object => ({
  ...{ type: 'heading', attrs: { level } },
  content: words === '' ? [] : [text(words)],
});
const doc = (...content: readonly object[]): object => ({ type: 'doc', content });

const FIELDS = ['{ name: story, type: richtext }', '{ name: deadLinks, type: textarea }'];

async function warningsFor(story: object): Promise<readonly string[]> {
  const site = await makeExampleSite('checks()', { fields: FIELDS });
  const { status, body } = await site.ask('PATCH /admin/pages/1', { as: 'editor', body: { fields: { story } } });
  expect(status).toBe(200);
  return (body.meta?.problems ?? []).map((one: { severity: string; rule: string; path: string[]; message: string }) => {
    expect([one.severity, one.path]).toEqual(['warning', ['fields', 'story']]);
    return `${one.rule}: ${one.message}`;
  });
}

it('warns of what readers would stumble over, and refuses nothing', async () => {
  const bold = {
    ...text('here', 'https://example.org/b'),
    marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://example.org/b' } }],
  };
  expect(
    await warningsFor(
      doc(
        ...[heading(2, 'First'), heading(4, 'Too deep'), heading(2, ''), heading(3, 'Right')],
        paragraph(
          text('Click here', 'https://example.org/a'),
          text(' or '),
          text('click ', 'https://example.org/b'),
          bold,
        ),
        paragraph(
          text('https://example.org/c', 'https://example.org/c'),
          text(' and '),
          text('our prices', 'https://example.org/d'),
        ),
        { type: 'image', attrs: { src: '/a.png' } },
        { type: 'image', attrs: { src: '/b.png', alt: 'A heron' } },
        paragraph(text(`${'word '.repeat(36)}end. Short.`)),
      ),
    ),
  ).toEqual([
    'checks/heading-order: has the heading "Too deep" on level 4 below level 2',
    'checks/heading-order: has a heading without a text',
    'checks/link-text: has a link to https://example.org/a whose text "Click here" does not say where it leads',
    'checks/link-text: has a link to https://example.org/b whose text "click here" does not say where it leads',
    'checks/link-text: has a link to https://example.org/c whose text "https://example.org/c" does not say where it leads',
    'checks/picture-text: has a picture without a text for those who cannot see it',
    'checks/readability: has a sentence of 37 words: "word word word word word word …"',
  ]);
});

it('says nothing of a text that reads well', async () => {
  expect(
    await warningsFor(
      doc(
        heading(2, 'Herons'),
        heading(3, 'At dawn'),
        paragraph(text('They wait. '), text('Where to see them', '/visit')),
      ),
    ),
  ).toEqual([]);
});

it('finds in the sample site what an editor would want to know, quickly', async () => {
  const site = await makeExampleSite('checks()', { base: sampleSite() });
  const { body } = await site.ask('GET /admin/problems?limit=500', { as: 'admin' });
  const told = body.data.filter(({ rule }: { rule?: string }) => rule?.startsWith('checks/'));
  expect(body.data.filter(({ code }: { code: string }) => code === 'EXTENSION')).toEqual([]);
  expect(new Set(told.map(({ severity }: { severity: string }) => severity))).toEqual(
    new Set(told.length > 0 ? ['warning'] : []),
  );
});

it('finds dead links after a change, tells them until they are gone from the text, and asks no other host', async () => {
  const outside = await serveOutside(({ call }) => ({ status: call.endsWith('/gone') ? 404 : 200 }));
  const links = `{ types: ['article'], hosts: ['127.0.0.1'], field: 'deadLinks' }`;
  const site = await makeExampleSite(`checks({ links: ${links} })`, {
    fields: FIELDS,
    env: { WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  const write = (...hrefs: readonly string[]) =>
    site.ask('PATCH /admin/pages/1', {
      as: 'editor',
      body: {
        fields: { story: doc(paragraph(...hrefs.flatMap((href) => [text('a page about herons', href), text(' ')]))) },
      },
    });
  const gone = `${outside.url}/gone`;
  await write(gone, `${outside.url}/there`, 'https://elsewhere.test/');
  const fields = async () => (await site.ask('GET /admin/pages/1', { as: 'editor' })).body.data.fields;
  await until(async () => (await fields()).deadLinks === gone);
  expect(outside.asked.map(({ call }) => call)).toEqual(['HEAD /gone', 'HEAD /there']);
  const { body } = await write(gone);
  expect(body.meta.problems).toMatchObject([
    { rule: 'checks/dead-link', path: ['fields', 'deadLinks'], message: `is still linked to: ${gone}` },
  ]);
  expect((await write(`${outside.url}/there`)).body.meta?.problems).toBeUndefined();
  await until(async () => !(await fields()).deadLinks);
});
