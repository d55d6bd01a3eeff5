import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Files, makeExecutable, removeFolders } from '../../git/sandbox.ts';
import { type Edits, makeBranches } from './branches.ts';

afterAll(removeFolders);

const PAGE = 'content/pages/en/about.yaml';
const TEXT = `id: 12
type: article
title: About us
status: draft
fields:
  lead: Who we are
  body: One line
`;
const OTHER = 'content/pages/en/contact.yaml';
const OTHER_TEXT = `id: 13
type: article
title: Contact
status: draft
fields:
  link: en/about
`;
const SITE = {
  'content/site.yaml': 'siteName: A site\n',
  'content/content-types/article.yaml': `name: Article
fieldsSchema:
  - { name: lead, type: text }
  - { name: body, type: textarea }
  - { name: tags, type: multiselect, options: [a, b, c] }
  - { name: link, type: page }
`,
  'content/taxonomies/topics.yaml': `id: 1
name: Topics
terms:
  - { id: 1, slug: news, name: News }
  - { id: 2, slug: events, name: Events }
`,
  [PAGE]: TEXT,
  [OTHER]: OTHER_TEXT,
  'README.md': 'A site\n\nOne\n\nTwo\n',
};

const NOTES = 'name: Note\nfieldsSchema:\n  - { name: body, type: richtext, body: true }\n';

const merge = async (ours: Edits, theirs: Edits, base: Files = SITE) => {
  const branches = makeBranches(base, ours, theirs);
  const merged = await branches.merge();
  return {
    ...merged,
    paths: merged.edits.map(({ path }) => path),
    text: (path: string) => branches.textAfter(merged, path),
  };
};

describe('a merge of two commits', () => {
  it('has the values of both sides in neighbouring lines', async () => {
    const { text, paths, clashes, conflicts } = await merge(
      { [PAGE]: TEXT.replace('About us', 'About the harbour') },
      { [PAGE]: TEXT.replace('status: draft', 'status: published') },
    );
    expect(text(PAGE)).toBe(
      TEXT.replace('About us', 'About the harbour').replace('status: draft', 'status: published'),
    );
    expect({ paths, clashes, conflicts }).toEqual({ paths: [PAGE], clashes: [], conflicts: [] });
  });

  it('has no edits if theirs has nothing new, and takes blobs that ours has not touched as they are', async () => {
    expect((await merge({ [PAGE]: TEXT.replace('us', 'it') }, {})).edits).toEqual([]);
    const { edits, bases } = await merge({ [PAGE]: TEXT.replace('us', 'it') }, { [OTHER]: `${OTHER_TEXT}seo: {}\n` });
    expect(bases).toHaveLength(1);
    expect(edits).toEqual([
      {
        path: OTHER,
        before: { mode: '100644', id: expect.any(String) },
        after: { mode: '100644', id: expect.any(String) },
      },
    ]);
  });

  it('reports a value that both have changed, and keeps ours', async () => {
    const { text, clashes } = await merge(
      { [PAGE]: TEXT.replace('About us', 'Ours') },
      { [PAGE]: TEXT.replace('About us', 'Theirs').replace('One line', 'One more line') },
    );
    expect(text(PAGE)).toBe(TEXT.replace('About us', 'Ours').replace('One line', 'One more line'));
    expect(clashes).toEqual([
      {
        clashId: expect.any(String),
        kind: 'page',
        key: 'en/about',
        id: 12,
        path: ['title'],
        base: 'About us',
        ours: 'Ours',
        theirs: 'Theirs',
      },
    ]);
  });

  it('follows a renamed record by its id, so that the edit of the other side is applied', async () => {
    const moved = 'content/pages/en/company/about.yaml';
    const edited = TEXT.replace('About us', 'About the harbour').replaceAll('Who we are', 'Quite another text');
    for (const [ours, theirs] of [
      [{ [PAGE]: null, [moved]: TEXT.replace('draft', 'published') }, { [PAGE]: edited }],
      [{ [PAGE]: edited }, { [PAGE]: null, [moved]: TEXT.replace('draft', 'published') }],
    ] as const) {
      const { text, clashes } = await merge(ours, theirs);
      expect(clashes).toEqual([]);
      expect(text(moved)).toBe(edited.replace('draft', 'published'));
    }
  });

  it('rewrites mentions of the old name on the other side', async () => {
    const moved = 'content/pages/en/harbour.yaml';
    const added = 'content/pages/en/new.yaml';
    const text = OTHER_TEXT.replace('13', '14').replace('Contact', 'New');
    const rename = { [PAGE]: null, [moved]: TEXT, [OTHER]: OTHER_TEXT.replace('en/about', 'en/harbour') };
    const theirs = await merge(rename, { [added]: text });
    expect(theirs.text(added)).toBe(text.replace('en/about', 'en/harbour'));
    const ours = await merge({ [added]: text, [OTHER]: OTHER_TEXT.replace('draft', 'published') }, rename);
    expect(ours.text(added)).toBe(text.replace('en/about', 'en/harbour'));
    expect(ours.text(OTHER)).toBe(OTHER_TEXT.replace('en/about', 'en/harbour').replace('draft', 'published'));
  });

  it('leaves a mention alone that one side has changed while the other renamed its target', async () => {
    const rename = {
      [PAGE]: null,
      'content/pages/en/harbour.yaml': TEXT,
      [OTHER]: OTHER_TEXT.replace('en/about', 'en/harbour'),
    };
    const { text, clashes } = await merge(rename, { [OTHER]: OTHER_TEXT.replace('en/about', 'en/contact') });
    expect(clashes).toEqual([]);
    expect(text(OTHER)).toBe(OTHER_TEXT.replace('en/about', 'en/contact'));
  });

  it('rewrites the terms of pages when their vocabulary has renamed them', async () => {
    const path = 'content/taxonomies/topics.yaml';
    const { text } = await merge(
      { [path]: SITE[path].replace('slug: news', 'slug: press') },
      { [PAGE]: `${TEXT}terms:\n  topics: [events, news]\n` },
    );
    expect(text(PAGE)).toBe(`${TEXT}terms:\n  topics: [events, press]\n`);
  });

  it('merges a record by the merged schema of its type', async () => {
    const path = 'content/content-types/article.yaml';
    const type = SITE[path];
    const page = `${TEXT}  text: |\n    One line\n    Another line\n`;
    const { text, clashes } = await merge(
      { [path]: `${type}  - { name: text, type: textarea }\n`, [PAGE]: page.replace('    One line', '    First line') },
      {
        [path]: type.replace('- { name: lead', '- { name: note, type: text }\n  - { name: lead'),
        [PAGE]: page.replace('Another line', 'Second line'),
      },
      { ...SITE, [PAGE]: page },
    );
    expect(clashes).toEqual([]);
    expect(text(PAGE)).toContain('    First line\n    Second line\n');
    expect(text(path)).toContain('note');
    expect(text(path)).toContain('name: text');
  });

  it('keeps a record that one side has deleted and the other edited, and reports it', async () => {
    const edited = TEXT.replace('About us', 'About the harbour');
    const b = { path: 'content/b.txt', after: { mode: '100644' } };
    for (const [ours, theirs, changed] of [
      [{ [PAGE]: null }, { [PAGE]: edited }, [b, { path: PAGE, after: { mode: '100644' } }]],
      [{ [PAGE]: edited }, { [PAGE]: null }, [b]],
    ] as const) {
      const { text, clashes, edits } = await merge(
        { ...ours, 'content/a.txt': 'a\n' },
        { ...theirs, 'content/b.txt': 'b\n' },
      );
      expect(text(PAGE)).toBe(edited);
      expect(edits).toMatchObject(changed);
      expect(clashes).toMatchObject([{ kind: 'page', key: 'en/about', id: 12, path: [] }]);
    }
  });

  it('removes a record that one side has deleted and the other has not touched', async () => {
    const { text, clashes } = await merge({ [PAGE]: null }, { [PAGE]: `# A comment\n${TEXT}`, 'a.txt': 'a\n' });
    expect(clashes).toEqual([]);
    expect(text(PAGE)).toBe(null);
  });

  it('keeps ours if both have added different records with the same key', async () => {
    const path = 'content/pages/en/new.yaml';
    const ours = TEXT.replace('12', '20').replace('About us', 'Ours');
    const theirs = TEXT.replace('12', '21').replace('About us', 'Theirs');
    const { text, clashes } = await merge({ [path]: ours }, { [path]: theirs });
    expect(text(path)).toBe(ours);
    expect(clashes).toMatchObject([{ kind: 'page', key: 'en/new', id: 20, path: [], base: null }]);
  });

  it('merges a record that both have added with the same id', async () => {
    const path = 'content/pages/en/new.yaml';
    const { text, clashes } = await merge(
      { [path]: TEXT.replace('12', '20').replace('  body: One line\n', '') },
      { [path]: TEXT.replace('12', '20').replace('  lead: Who we are\n', '') },
    );
    expect(clashes).toEqual([]);
    expect(text(path)).toBe(TEXT.replace('12', '20'));
  });

  it('reports a slug that both have changed, and keeps ours with the values of both', async () => {
    const { text, clashes } = await merge(
      { [PAGE]: null, 'content/pages/en/a.yaml': TEXT.replace('draft', 'published') },
      { [PAGE]: null, 'content/pages/en/b.yaml': TEXT.replace('About us', 'About') },
    );
    expect(text('content/pages/en/a.yaml')).toBe(TEXT.replace('draft', 'published').replace('About us', 'About'));
    expect(clashes).toMatchObject([{ key: 'en/a', path: ['slug'], base: 'about', ours: 'a', theirs: 'b' }]);
  });

  it('leaves a record in place if ours has another one where theirs has moved it', async () => {
    const { text, clashes } = await merge(
      { 'content/pages/en/a.yaml': TEXT.replace('12', '20') },
      { [PAGE]: null, 'content/pages/en/a.yaml': TEXT.replace('About us', 'About') },
    );
    expect(text('content/pages/en/a.yaml')).toBe(TEXT.replace('12', '20'));
    expect(text(PAGE)).toBe(TEXT.replace('About us', 'About'));
    expect(clashes).toMatchObject([{ key: 'en/about', id: 12, path: ['slug'] }]);
  });

  it('lets two records swap places while the other side edits them', async () => {
    const { text, clashes } = await merge(
      { [PAGE]: OTHER_TEXT, [OTHER]: TEXT },
      { [PAGE]: TEXT.replace('About us', 'About'), [OTHER]: OTHER_TEXT.replace('Contact', 'Write') },
    );
    expect(clashes).toEqual([]);
    expect(text(PAGE)).toContain('title: Write');
    expect(text(OTHER)).toContain('title: About\n');
  });

  it('merges other files by lines, anywhere in the repository', async () => {
    const { text, conflicts } = await merge(
      { 'README.md': SITE['README.md'].replace('One', 'Ours') },
      { 'README.md': SITE['README.md'].replace('Two', 'Theirs') },
    );
    expect(conflicts).toEqual([]);
    expect(text('README.md')).toBe('A site\n\nOurs\n\nTheirs\n');
    const both = await merge({ 'README.md': 'Ours\n' }, { 'README.md': 'Theirs\n' });
    expect(both.conflicts).toEqual(['README.md']);
    expect(both.edits).toEqual([]);
  });

  it('merges an unreadable record by lines', async () => {
    const broken = `${TEXT}{ not yaml\n\n\n# end\n`;
    const { text, conflicts } = await merge(
      { [PAGE]: broken.replace('About us', 'Ours') },
      { [PAGE]: broken.replace('# end', '# the end') },
      { ...SITE, [PAGE]: broken },
    );
    expect(conflicts).toEqual([]);
    expect(text(PAGE)).toBe(broken.replace('About us', 'Ours').replace('# end', '# the end'));
  });

  it('merges several merge bases first', async () => {
    const branches = makeBranches(SITE);
    const [ours, theirs] = [
      branches.commit('ours', { [PAGE]: TEXT.replace('About us', 'Ours') }),
      branches.commit('theirs', { [PAGE]: TEXT.replace('One line', 'Theirs') }),
    ];
    for (const [branch, other] of [
      ['ours', theirs],
      ['theirs', ours],
    ] as const) {
      branches.git('checkout', '-q', branch);
      branches.git('merge', '-q', '--no-edit', other);
    }
    const both = TEXT.replace('About us', 'Ours').replace('One line', 'Theirs');
    branches.commit('ours', { [PAGE]: both.replace('Ours', 'Back') });
    branches.commit('theirs', { [PAGE]: both.replace('draft', 'published') });
    const merged = await branches.merge();
    expect(merged.bases.toSorted()).toEqual([ours, theirs].toSorted());
    expect(merged.clashes).toEqual([]);
    expect(branches.textAfter(merged, PAGE)).toBe(both.replace('Ours', 'Back').replace('draft', 'published'));
  });

  it('rewrites mentions of the old name in the text of a Markdown file', async () => {
    const note = 'content/pages/en/note.md';
    const text = '---\nid: 30\ntype: note\ntitle: Note\n---\n\nSee [us](page:en/about), *the* harbour.\n';
    const moved = 'content/pages/en/harbour.yaml';
    const { text: textOf, clashes } = await merge(
      { [PAGE]: null, [moved]: TEXT, [OTHER]: OTHER_TEXT.replace('en/about', 'en/harbour') },
      { [note]: text },
      { ...SITE, 'content/content-types/note.yaml': NOTES },
    );
    expect(clashes).toEqual([]);
    expect(textOf(note)).toBe(text.replace('en/about', 'en/harbour'));
  });

  it('merges the text of a Markdown file as a document', async () => {
    const note = 'content/pages/en/note.md';
    const text = '---\nid: 30\ntype: note\n---\nFirst words here.\n\nSecond words here.\n';
    const base = { ...SITE, 'content/content-types/note.yaml': NOTES, [note]: text };
    const both = await merge(
      { [note]: text.replace('First words', '**First** words') },
      { [note]: text.replace('First words here', 'First words there') },
      base,
    );
    expect(both.clashes).toEqual([]);
    expect(both.text(note)).toBe(text.replace('First words here', '**First** words there'));
    const clashing = await merge(
      { [note]: text.replace('First', 'Our') },
      { [note]: text.replace('First', 'Their').replace('Second', 'Another') },
      base,
    );
    expect(clashing.clashes).toMatchObject([{ kind: 'page', key: 'en/note', path: ['fields', 'body', 'content', 0] }]);
    expect(clashing.text(note)).toBe(text.replace('First', 'Our').replace('Second', 'Another'));
  });

  it('merges a record that one side has turned into Markdown', async () => {
    const [yaml, md] = ['content/pages/en/note.yaml', 'content/pages/en/note.md'];
    const plain = (title: string) =>
      `id: 30\ntype: note\ntitle: ${title}\nfields:\n  body:\n    type: doc\n    content:\n      - type: paragraph\n        content:\n          - { type: text, text: Some words. }\n`;
    const text = '---\nid: 30\ntype: note\ntitle: Note\n---\n\nSome words.\n';
    const base = { ...SITE, 'content/content-types/note.yaml': NOTES, [yaml]: plain('Note') };
    for (const [ours, theirs] of [
      [{ [yaml]: null, [md]: text }, { [yaml]: plain('Another') }],
      [{ [yaml]: plain('Another') }, { [yaml]: null, [md]: text }],
    ] as const) {
      const { text: textOf, clashes } = await merge(ours, theirs, base);
      expect(clashes).toEqual([]);
      expect(textOf(yaml)).toBe(null);
      expect(textOf(md)).toBe(text.replace('Note', 'Another'));
    }
  });

  it('leaves out a file where the other side has a folder', async () => {
    for (const [ours, theirs, left] of [
      [{ 'docs/a.txt': 'a\n' }, { docs: 'b\n' }, 'docs'],
      [{ docs: 'b\n' }, { 'docs/a.txt': 'a\n' }, 'docs/a.txt'],
    ] as const) {
      const { paths, conflicts } = await merge(ours, theirs);
      expect({ paths, conflicts }).toEqual({ paths: [], conflicts: [left] });
    }
  });

  it('takes the mode of the side that changed it, and links as they are', async () => {
    const branches = makeBranches({ ...SITE, 'run.sh': 'one\n\ntwo\n' }, { 'run.sh': 'ours\n\ntwo\n' });
    branches.git('checkout', '-q', 'theirs');
    makeExecutable(join(branches.dir, 'run.sh'));
    symlinkSync('run.sh', join(branches.dir, 'link'));
    branches.commit('theirs', { 'run.sh': 'one\n\ntheirs\n' });
    const merged = await branches.merge();
    expect(merged.edits).toMatchObject([
      { path: 'link', before: null, after: { mode: '120000' } },
      { path: 'run.sh', before: { mode: '100644' }, after: { mode: '100755' } },
    ]);
    expect(branches.textAfter(merged, 'run.sh')).toBe('ours\n\ntheirs\n');
  });

  it('merges no link by lines: one that both have changed stays, and is reported', async () => {
    const branches = makeBranches(SITE);
    const point = (branch: string, to: string, oid: string): void => {
      branches.git('checkout', '-q', branch);
      for (const name of ['both', `${branch}Only`]) symlinkSync(to, join(branches.dir, name));
      branches.git('update-index', '--add', '--cacheinfo', `160000,${oid},sub-${branch}`);
      branches.git('update-index', '--add', '--cacheinfo', `160000,${oid},sub`);
      branches.git('add', 'both', `${branch}Only`);
      branches.git('commit', '-q', '-m', 'Point');
      rmSync(join(branches.dir, 'both'));
      branches.git('checkout', '-q', '-f', 'main');
    };
    point('ours', 'a.yaml', '1'.repeat(40));
    point('theirs', 'b.yaml', '2'.repeat(40));
    const { edits, conflicts } = await branches.merge();
    expect(conflicts.toSorted()).toEqual(['both', 'sub']);
    expect(edits.map(({ path, after }) => [path, after?.mode])).toEqual([
      ['sub-theirs', '160000'],
      ['theirsOnly', '120000'],
    ]);
  });

  it('keeps two records that have the same id under two keys', async () => {
    const { clashes, paths } = await merge(
      { 'content/pages/en/a.yaml': TEXT.replace('12', '40').replace('About us', 'A') },
      { 'content/pages/en/b.yaml': TEXT.replace('12', '40').replace('About us', 'B') },
    );
    expect({ clashes, paths }).toEqual({ clashes: [], paths: ['content/pages/en/b.yaml'] });
  });
});
