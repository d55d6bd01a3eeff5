import { afterAll, expect, it } from 'vitest';
import { removeFolders } from '../../git/sandbox.ts';
import { makeBranches } from './branches.ts';

afterAll(removeFolders);

const page = (id: number, title: string): string => `id: ${id}\ntype: note\ntitle: ${title}\nstatus: draft\n`;
const note = (text: string): string => `---\nid: 3\ntype: note\ntitle: Note\n---\n${text}\n`;
const BASE = {
  'content/content-types/note.yaml':
    'id: 9\nname: Note\nfieldsSchema:\n  - { name: body, type: markdown, body: true }\n',
  'content/pages/en/a.yaml': page(1, 'A'),
  'content/pages/en/b.yaml': page(2, 'B'),
  'content/pages/en/note.md': note('One'),
  'content/pages/en/same.yaml': page(4, 'Same'),
  'content/pages/en/broken.yaml': page(5, 'Broken'),
  'README.md': 'One\n',
};

it('reports how records differ, by ids and values, and which other files do', async () => {
  const branches = makeBranches(
    BASE,
    {},
    {
      'content/pages/en/a.yaml': null,
      'content/pages/en/moved.yaml': page(1, 'Moved'),
      'content/pages/en/b.yaml': null,
      'content/pages/en/note.md': note('Two'),
      'content/pages/en/same.yaml': `# A comment\n${page(4, 'Same')}`,
      'content/pages/en/broken.yaml': 'id: [\n',
      'content/pages/en/new.yaml': page(6, 'New'),
      'README.md': 'Two\n',
    },
  );
  const { records, files } = await branches.diff();
  expect(files).toEqual(['README.md']);
  expect(records).toMatchObject([
    { kind: 'page', key: 'en/b', id: 2, title: 'B', change: 'deleted' },
    { kind: 'page', key: 'en/broken', id: 5, title: 'Broken', change: 'updated', values: null },
    {
      ...{ kind: 'page', key: 'en/moved', id: 1, title: 'Moved', change: 'updated', renamedFrom: 'en/a' },
      values: expect.arrayContaining([
        { path: ['slug'], change: 'changed', before: 'a', after: 'moved' },
        { path: ['title'], change: 'changed', before: 'A', after: 'Moved' },
      ]),
    },
    { kind: 'page', key: 'en/new', id: 6, change: 'created' },
    {
      ...{ kind: 'page', key: 'en/note', id: 3, change: 'updated' },
      values: [{ path: ['fields', 'body'], change: 'changed', before: 'One', after: 'Two' }],
    },
  ]);
});

it('reports nothing for the same version', async () => {
  expect(await makeBranches(BASE).diff()).toEqual({ records: [], files: [] });
});
