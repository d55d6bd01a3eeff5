import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../errorsOf.ts';
import { long } from '../../../long.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { runProgram } from '../../../run/runProgram.ts';
import { SMALL_SITE } from '../../../smallSite.ts';

const TYPES = {
  'content-types/essay.yaml':
    'id: 5\nname: Essay\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: richtext, body: true }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'content-types/note.yaml':
    'id: 6\nname: Note\nfieldsSchema:\n  - { name: text, type: markdown, body: true }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
};
const HEAD = `# A comment.
id: 20
type: essay
title: "On fog"        # quoted on purpose
status: published
createdAt: 2026-01-10T00:00:00.000Z
`;
const TEXT = `
# Fog

It comes *slowly*.\\
And goes.   


* one
* two

<!-- for us -->
![The quay](media:quay)
`;
const FILES = {
  ...SMALL_SITE,
  ...TYPES,
  'media/files/quay-00000000.png': 'x',
  'media/quay.yaml':
    'id: 7\nfilename: quay-00000000.png\noriginalName: quay.png\nmimeType: image/png\nsize: 1\nwidth: 1\nheight: 1\nhash: aa01234567890123456789012345678901234567890123456789012345678901\ndominantColor: black\nplaceholder: none\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'pages/en/fog.md': `---\n${HEAD}---\n${TEXT}`,
  'pages/en/_ab/rain.md':
    '---\r\nid: 21\r\ntype: note\r\ntitle: Rain\r\nstatus: published\r\n---\r\n\r\nIt **rains**.\r\n\r\nStill.  \r\n\r\n',
};

const text = (value: string) => ({ type: 'text', text: value });
const paragraph = (value: string) => ({ type: 'paragraph', content: [text(value)] });

async function expectClean(site: Site): Promise<void> {
  site.git('fsck', '--strict');
  expect(site.git('status', '--porcelain')).toBe('');
}

const fogBlocks = async (site: Site) => (await site.ask('GET /content/pages/fog')).body.data.fields.body.content;

describe('pages in Markdown files', () => {
  it('are served like any other, with the text in the field that the type marks', async () => {
    const site = await makeSite(FILES);
    const fog = await site.ask('GET /content/pages/fog');
    expect(fog.status).toBe(200);
    expect(fog.body.data.fields.body.content).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [text('Fog')] },
      {
        type: 'paragraph',
        content: [
          text('It comes '),
          { ...text('slowly'), marks: [{ type: 'italic' }] },
          text('.'),
          { type: 'hardBreak' },
          text('And goes.'),
        ],
      },
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [paragraph('one')] },
          { type: 'listItem', content: [paragraph('two')] },
        ],
      },
      { type: 'image', attrs: { src: '/api/content/media/7/original.png', alt: 'The quay' } },
    ]);
    expect((await site.ask('GET /content/pages/rain')).body.data.fields).toEqual({
      text: 'It **rains**.\n\nStill.  \n',
    });
    expect(errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)).toEqual([]);
  });

  it('keep every byte of the text when the title changes', async () => {
    const site = await makeSite(FILES);
    for (const [id, path, from, to] of [
      [20, 'pages/en/fog.md', '"On fog"', '"On mist"'],
      [21, 'pages/en/_ab/rain.md', 'Rain\r', 'Snow\r'],
    ] as const) {
      const { status } = await site.ask(`PUT /admin/pages/${id}`, {
        as: 'editor',
        body: { title: to.replace(/["\r]/g, '') },
      });
      expect(status).toBe(200);
      expect(site.read(path)).toBe(FILES[path].replace(from, to));
    }
    expect(site.newCommits()).toHaveLength(2);
    await expectClean(site);
  });

  it('change the lines of one paragraph when one paragraph changes', async () => {
    const site = await makeSite(FILES);
    const blocks = await fogBlocks(site);
    const body = { type: 'doc', content: blocks.with(1, paragraph('It stays.')) };
    const saved = await site.ask('PUT /admin/pages/20', { as: 'editor', body: { fields: { summary: 'New', body } } });
    expect(saved.status).toBe(200);
    expect(saved.body.data.fields.body).toEqual(body);
    expect(site.read('pages/en/fog.md')).toBe(
      `---\n${HEAD}fields:\n  summary: New\n---\n${TEXT.replace('It comes *slowly*.\\\nAnd goes.', 'It stays.')}`,
    );
    const [blocksNow] = [await fogBlocks(site)];
    await site.restart();
    expect(await fogBlocks(site)).toEqual(blocksNow);
    await expectClean(site);
  });

  it('keep the front matter when the text changes, and the line ends of the file', async () => {
    const site = await makeSite(FILES);
    const { status } = await site.ask('PUT /admin/pages/21', {
      as: 'editor',
      body: { fields: { text: 'Dry.\n\nAt last.' } },
    });
    expect(status).toBe(200);
    expect(site.read('pages/en/_ab/rain.md')).toBe(
      '---\r\nid: 21\r\ntype: note\r\ntitle: Rain\r\nstatus: published\r\n---\r\n\r\nDry.\r\n\r\nAt last.\r\n',
    );
    await expectClean(site);
  });

  it('leave the file unchanged if the document differs only in nulls and defaults', async () => {
    const site = await makeSite(FILES);
    const content = (await fogBlocks(site)).map((block: object) => ({ attrs: null, ...block }));
    const saved = await site.ask('PUT /admin/pages/20', {
      as: 'editor',
      body: { fields: { body: { type: 'doc', content } } },
    });
    expect(saved.status).toBe(200);
    expect(site.read('pages/en/fog.md')).toBe(FILES['pages/en/fog.md']);
    await expectClean(site);
  });

  long.it('keep an empty document and one that Markdown cannot express', async () => {
    const site = await makeSite(FILES);
    for (const body of [
      { type: 'doc' },
      { type: 'doc', content: [{ type: 'image', attrs: { src: '/a.png', caption: 'C' } }, paragraph('<<<<<<< x')] },
    ]) {
      await site.ask('PUT /admin/pages/20', { as: 'editor', body: { fields: { body } } });
      await site.restart();
      expect((await site.ask('GET /content/pages/fog')).body.data.fields.body).toEqual(body);
      expect(errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)).toEqual([]);
    }
    await site.ask('PUT /admin/pages/20', { as: 'editor', body: { fields: {} } });
    expect(site.read('pages/en/fog.md')).toMatch(/---\n$/);
    await expectClean(site);
  });

  it('stay Markdown when they or media in them are renamed', async () => {
    const site = await makeSite(FILES);
    const renamed = await site.ask('PUT /admin/pages/20', { as: 'editor', body: { slug: 'mist' } });
    expect(renamed.status).toBe(200);
    expect(site.read('pages/en/mist.md')).toBe(FILES['pages/en/fog.md']);
    expect((await site.ask('GET /content/pages/mist')).status).toBe(200);
    expect(site.cms.store.referring('media', 'quay').map(({ key }) => key)).toEqual(['en/mist']);
    await expectClean(site);
  });

  it('show their text in old revisions, and can be restored to it', async () => {
    const site = await makeSite(FILES);
    const before = await fogBlocks(site);
    await site.ask('PUT /admin/pages/20', {
      as: 'editor',
      body: { fields: { body: { type: 'doc', content: [paragraph('x')] } } },
    });
    const { data } = (await site.ask('GET /admin/pages/20/revisions', { as: 'editor' })).body;
    const first = data.at(-1).id;
    const old = await site.ask(`GET /admin/pages/20/revisions/${first}`, { as: 'editor' });
    expect(old.body.data.fields.body.content).toEqual(before);
    expect((await site.ask(`POST /admin/pages/20/revisions/${first}/restore`, { as: 'editor' })).status).toBe(200);
    expect(await fogBlocks(site)).toEqual(before);
    await expectClean(site);
  });

  long.it.each([
    ['backslashes', '\\'],
    ['lines', '\n'],
  ])('keep more %s than the limit of reading Markdown, and can still be read', async (_, sign) => {
    const site = await makeSite(FILES);
    const content = [{ type: 'codeBlock', content: [text(sign.repeat(100_001))] }];
    const body = { fields: { body: { type: 'doc', content } } };
    const { status } = await site.ask('PUT /admin/pages/20', { as: 'editor', body });
    expect([200, 400]).toContain(status);
    const kept = status === 200 ? content : await fogBlocks(site);
    for (const round of [1, 2]) {
      if (round === 2) await site.restart();
      expect(await fogBlocks(site)).toEqual(kept);
      expect(errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)).toEqual([]);
    }
    await expectClean(site);
  });

  it('follow the content type if it marks another field', async () => {
    const site = await makeSite(FILES);
    const fieldsSchema = [{ name: 'words', type: 'markdown', body: true }];
    const { status } = await site.ask('PUT /admin/content-types/6', { as: 'admin', body: { fieldsSchema } });
    expect(status).toBe(200);
    expect((await site.ask('GET /content/pages/rain')).body.data.fields).toEqual({
      words: 'It **rains**.\n\nStill.  \n',
    });
    await site.ask('PUT /admin/content-types/6', { as: 'admin', body: { fieldsSchema: [] } });
    expect((await site.ask('GET /content/pages/rain')).body.data.fields).toEqual({});
    const data = errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data);
    expect(data).toEqual([
      expect.objectContaining({
        path: 'pages/en/_ab/rain.md',
        code: 'SCHEMA',
        message: 'has text below its front matter, but no field of the content type "note" is marked "body: true"',
      }),
    ]);
    await site.ask('PUT /admin/pages/21', { as: 'editor', body: { title: 'Hail' } });
    expect(site.read('pages/en/_ab/rain.md')).toBe(FILES['pages/en/_ab/rain.md'].replace('Rain', 'Hail'));
    await expectClean(site);
  });

  it('can leave a type without a body if they are empty, and move to one with a body', async () => {
    const site = await makeSite({
      ...FILES,
      'pages/en/bare.md': '---\ntype: plain\ntitle: Bare\nstatus: published\nid: 30\n---\n',
    });
    expect((await site.ask('GET /content/pages/bare')).body.data.fields).toEqual({});
    expect(errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)).toEqual([]);
    const body = { type: 'note', fields: { text: 'Full.' } };
    expect((await site.ask('PUT /admin/pages/30', { as: 'editor', body })).status).toBe(200);
    expect(site.read('pages/en/bare.md')).toBe(
      '---\ntype: note\ntitle: Bare\nstatus: published\nid: 30\n---\n\nFull.\n',
    );
    await expectClean(site);
  });

  it('lose against an older file with the same key, which is reported', async () => {
    const site = await makeSite({
      ...FILES,
      'pages/en/fog.json': '{"id": 40, "type": "essay", "title": "Other", "createdAt": "2026-01-11T00:00:00.000Z"}',
    });
    const data = errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data);
    expect(data).toEqual([expect.objectContaining({ path: 'pages/en/fog.json', code: 'DUPLICATE_KEY' })]);
  });

  it('can change by git: a pulled change of the text is one change of the page', async () => {
    const site = await makeSite(FILES);
    site.write('pages/en/fog.md', FILES['pages/en/fog.md'].replace('And goes.', 'And never goes.'));
    runProgram('git', ['commit', '-qam', 'Edit'], {
      cwd: site.contentDir,
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@b',
      },
    });
    await site.ask('PUT /admin/pages/20', { as: 'editor', body: { title: 'T' } });
    expect(JSON.stringify(await fogBlocks(site))).toContain('And never goes.');
    await expectClean(site);
  });

  long.it.each([
    ['no front matter\n', 'SYNTAX', 1, 1],
    ['---javascript\nglobalThis.wasRun = true\n---\n', 'SYNTAX', 1, 1],
    ['---\nid: 1\n', 'SYNTAX', 3, 1],
    ['---\nid: 20\ntype: essay\ntitle: [\n---\ntext\n', 'SYNTAX', 5, 1],
    ['---\na: &x 1\n---\n', 'SYNTAX', 2, 4],
    [`---\n${HEAD}---\n${'>'.repeat(100)} x\n`, 'LIMIT', undefined, undefined],
    [`---\n${HEAD}---\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`, 'SYNTAX', 9, 1],
  ])('report the line of the file where %j is broken', async (broken, code, line, column) => {
    const site = await makeSite({ ...FILES, 'pages/en/broken.md': broken });
    const data = errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ path: 'pages/en/broken.md', code, ...(line && { line, column }) });
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it('are read only as pages: notes in other folders are ignored', async () => {
    const site = await makeSite({
      ...FILES,
      'README.md': 'Hello',
      'blocks/README.md': 'Hello',
      'content-types/notes.md': 'x',
    });
    expect(errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)).toEqual([]);
  });
});
