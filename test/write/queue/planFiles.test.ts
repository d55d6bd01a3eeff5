import { describe, expect, it } from 'vitest';
import { blobId } from '../../../src/lib/text/blobId.ts';
import type { Page } from '../../../src/model/entities/page.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { type PlannedFile, planFiles } from '../../../src/write/queue/planFiles.ts';
import type { PresentState } from '../../../src/write/queue/presentState.ts';
import { changing, decideHere, making, NOW, presentOfFiles, readRecord } from '../presentOfFiles.ts';

const ABOUT = '# Who we are\nid: 3\ntype: plain\ntitle: About # short\nfields: {}\n';
const NOTE = '---\nid: 4\ntype: note\ntitle: Note # short\n---\n\nThe *text*.\n';
const FILES = {
  'content-types/plain.yaml': 'id: 1\nname: Plain\n',
  'content-types/note.yaml':
    'id: 2\nname: Note\nfieldsSchema:\n  - { name: body, type: markdown, body: true }\n  - { name: lead, type: text }\n',
  'pages/en/about.yaml': ABOUT,
  'pages/en/data.json': '{ "id": 5, "type": "plain", "title": "Data", "createdAt": "2025-06-01" }\n',
  'pages/en/_3f/shelf.yaml': 'id: 6\ntype: plain\ntitle: On a shelf\n',
  'pages/en/note.md': NOTE,
};

const present = presentOfFiles(FILES);
const full: PresentState = { ...present, countIn: () => 256 };
const rev = (text: string): string => blobId(Buffer.from(text));
const textOf = ({ bytes }: PlannedFile): string | null => bytes && Buffer.from(bytes).toString();
/** The files of a write with what each will hold. */
const told = (files: readonly PlannedFile[]) => files.map((file) => [file.path, textOf(file)]);
const plan = (draft: RecordDraft, at: PresentState): Promise<readonly PlannedFile[]> =>
  planFiles(draft, { present: at, lookup: at.lookup, now: NOW, decideFile: decideHere, readRecord });
const planPage = (
  key: string,
  change: Partial<Page> | null,
  at: PresentState = present,
): Promise<readonly PlannedFile[]> => plan(changing(present.lookup, 'page', key, change), at);

const page = (data: Partial<Page>): Page => ({
  locale: 'en',
  slug: 'new',
  type: 'plain',
  title: 'New',
  status: 'draft',
  slugOverride: false,
  terms: {},
  seo: {},
  fields: {},
  regions: {},
  ...data,
});

describe('the files of a write', () => {
  it('are one YAML file for a new record, which must not exist yet', async () => {
    const [file, ...others] = await plan(making('page', page({ fields: { a: 1 } })), present);
    expect(others).toEqual([]);
    expect(file).toEqual({
      path: 'pages/en/new.yaml',
      before: null,
      bytes: expect.any(Uint8Array),
      record: expect.objectContaining({
        ...{ kind: 'page', key: 'en/new', path: 'pages/en/new.yaml', id: 90, createdAt: '2026-02-01T12:00:00.000Z' },
        rev: rev(textOf(file!)!),
      }),
      problems: [],
    });
    expect(file!.record!.data).toEqual(page({ fields: { a: 1 } }));
    expect(textOf(file!)).toBe(
      'id: 90\ntype: plain\ntitle: New\ncreatedAt: 2026-02-01T12:00:00.000Z\nfields:\n  a: 1\n',
    );
  });

  it('are none if nothing changes', async () => {
    for (const key of ['en/about', 'en/data', 'en/shelf', 'en/note']) expect(await planPage(key, {})).toEqual([]);
  });

  it('keep what people have written around the change, and name the version that they are based on', async () => {
    const files = await planPage('en/about', { title: 'Us' });
    expect(told(files)).toEqual([['pages/en/about.yaml', ABOUT.replace('About', 'Us')]]);
    expect(files[0]).toMatchObject({
      before: rev(ABOUT),
      record: { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: NOW.toISOString() },
    });
  });

  it('are removed with the record', async () => {
    expect(await planPage('en/about', null)).toEqual([
      { path: 'pages/en/about.yaml', before: rev(ABOUT), bytes: null, record: null, problems: [] },
    ]);
    expect(await plan({ kind: 'page', before: null, after: null }, present)).toEqual([]);
  });

  it('are the old and the new one for a rename, which keeps its creation time, its text and its format', async () => {
    const files = await planPage('en/about', { slug: 'we' });
    expect(told(files)).toEqual([
      ['pages/en/about.yaml', null],
      ['pages/en/we.yaml', ABOUT.replace('fields', 'createdAt: 2026-01-01T00:00:00.000Z\nfields')],
    ]);
    expect(files.map(({ before }) => before)).toEqual([rev(ABOUT), null]);
    expect(files.map(({ movesFrom }) => movesFrom)).toEqual([undefined, 'pages/en/about.yaml']);
    expect(told(await planPage('en/data', { slug: 'more/data' }))).toEqual([
      ['pages/en/data.json', null],
      ['pages/en/more/data.json', FILES['pages/en/data.json']],
    ]);
    expect(told(await planPage('en/note', { slug: 'word' }))[1]).toEqual([
      'pages/en/word.md',
      NOTE.replace('# short\n', '# short\ncreatedAt: 2026-01-01T00:00:00.000Z\n'),
    ]);
  });

  it('stay on their shelf while the name stays, and leave the creation time to git', async () => {
    expect(told(await planPage('en/shelf', { title: 'There' }, full))).toEqual([
      ['pages/en/_3f/shelf.yaml', 'id: 6\ntype: plain\ntitle: There\n'],
    ]);
  });

  it('go to a shelf once the folder is full, and not before', async () => {
    const pathOf = (files: readonly PlannedFile[]): string | undefined => files.at(-1)?.path;
    const counted = (count: number): PresentState => ({
      ...present,
      countIn: (folder) => (folder === 'pages/en' ? count : 1_000),
    });
    expect(pathOf(await plan(making('page', page({})), counted(255)))).toBe('pages/en/new.yaml');
    expect(pathOf(await plan(making('page', page({})), counted(256)))).toBe('pages/en/_c2/new.yaml');
    expect(pathOf(await planPage('en/data', { slug: 'new' }, counted(256)))).toBe('pages/en/_c2/new.json');
    // The settings are a single file outside of any folder of a kind.
    const settings = { siteName: 'S', defaultLocale: 'en', supportedLocales: ['en'], homeSlug: 'home' };
    expect(pathOf(await plan(making('settings', settings as never, 1), full))).toBe('site.yaml');
  });

  it.each([
    [
      'has changed',
      Buffer.from(`${ABOUT}# by hand\n`),
      'changed on disk, and its present version is not served',
      'overtaken',
    ],
    [
      'is broken',
      Buffer.from(`${ABOUT}<<<<<<< HEAD\n`),
      'changed on disk, and cannot be read: The file holds git conflict markers (line 6)',
      'brokenFile',
    ],
    ['is gone', null, 'removed from disk, or cannot be reached', 'overtaken'],
  ])('are none if the file %s meanwhile: a conflict names it and says so', async (_, bytes, what, reason) => {
    const path = 'pages/en/about.yaml';
    await expect(planPage('en/about', { title: 'Us' }, { ...present, read: () => bytes })).rejects.toThrow(
      expect.objectContaining({
        code: 'CONFLICT',
        details: [{ path: [path], message: `${path} has been ${what}`, reason, params: { path } }],
      }),
    );
  });

  it('are none if the present file may not be read, which is reported with its path', async () => {
    const read = (): never => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    };
    await expect(planPage('en/about', { title: 'Us' }, { ...present, read })).rejects.toThrow(
      expect.objectContaining({
        code: 'SERVICE_UNAVAILABLE',
        message: 'pages/en/about.yaml cannot be read: the server lacks permission',
      }),
    );
  });

  it('read back exactly as planned, whether new or changed', async () => {
    const fields = { list: Array.from({ length: 50_001 }, () => 0) };
    const refusal = expect.objectContaining({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringMatching(/^The file would be too large: ./),
    });
    await expect(plan(making('page', page({ fields })), present)).rejects.toThrow(refusal);
    await expect(planPage('en/about', { fields })).rejects.toThrow(refusal);
  });
});

describe('the text of a Markdown file', () => {
  it('changes alone with the field that is its body', async () => {
    const files = await planPage('en/note', { fields: { body: 'Another *text*.' } });
    expect(told(files)).toEqual([['pages/en/note.md', NOTE.replace('The *text*.', 'Another *text*.')]]);
    expect(files[0]?.record?.body?.text).toBe('Another *text*.');
    expect(files[0]?.record?.data).toMatchObject({ type: 'note', title: 'Note', fields: {} });
  });

  it('stays as written if only the front matter changes', async () => {
    expect(told(await planPage('en/note', { title: 'Word' }))).toEqual([
      ['pages/en/note.md', NOTE.replace('title: Note', 'title: Word')],
    ]);
  });

  it('is removed with its field', async () => {
    expect(told(await planPage('en/note', { fields: { lead: 'In short' } }))).toEqual([
      ['pages/en/note.md', '---\nid: 4\ntype: note\ntitle: Note # short\nfields:\n  lead: In short\n---\n'],
    ]);
  });

  it('is not made from a value of the same name elsewhere', async () => {
    expect(told(await planPage('en/data', { type: 'note', fields: { body: 'A *text*' } }))[0]?.[1]).toContain(
      '"A *text*"',
    );
  });
});

describe('a file whose nested records have no ids yet', () => {
  const HAND = [
    'id: 70',
    'name: Main',
    'items:',
    '  # first',
    '  - title: One',
    '    url: /one',
    '',
    '  # by hand',
    '  - title: Two',
    '    url: /two',
    '    note: of two',
    '    attributes: {class: x}   # attr',
    '',
    '  - { title: Three, url: /three }   # three',
    '# tail',
    '',
  ];
  const byHand = presentOfFiles({ 'menus/main.yaml': HAND.join('\n') });
  const items = byHand.lookup.byKey('menu', 'main')!.data.items;
  const linesOf = async (next: typeof items): Promise<readonly string[]> => {
    const [file] = await plan(changing(byHand.lookup, 'menu', 'main', { items: next }), byHand);
    return textOf(file!)!
      .replaceAll(/id: 1\d{9}/g, 'id: N')
      .split('\n');
  };

  it('keeps the lines, comments and notes of the others when the first one is removed', async () => {
    expect(await linesOf(items.slice(1))).toEqual([
      ...HAND.slice(0, 4),
      '',
      ...HAND.slice(7, 12),
      '    id: N',
      '',
      '  - { title: Three, url: /three, id: N }   # three',
      '# tail',
      '',
    ]);
  });

  it('keeps them when one changes and takes the place of another', async () => {
    const [one, two, three] = items;
    expect(await linesOf([three!, { ...two!, title: 'Zwei' }, one!])).toEqual([
      'id: 70',
      'name: Main',
      'items:',
      '  - { title: Three, url: /three, id: N }   # three',
      '',
      '  # by hand',
      '  - title: Zwei',
      ...HAND.slice(9, 12),
      '    id: N',
      '',
      '  # first',
      ...HAND.slice(4, 6),
      '    id: N',
      '# tail',
      '',
    ]);
  });
});
