import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long } from '../long.ts';
import { edit, marked } from './editPair.ts';
import { type FileSet, makeClones } from './mergeClones.ts';
import { makePlace, run, runIn } from './quire.ts';

const PAGE = 'content/pages/en/a.yaml';
const BASE = `id: 1
type: page
status: draft
fields:
  title: A title
  lead: One line
  tags: [a, b]
regions:
  main:
    - id: 1
      type: text
      fields:
        text: First
    - id: 2
      type: text
      fields:
        text: Second
`;
const NOTE = 'content/pages/en/note.md';
const JSON_PAGE = 'content/pages/en/j.json';

const OURS = edit(BASE, [['title: A title', 'title: Ours']]);
const THEIRS = edit(BASE, [['lead: One line', 'lead: Theirs']]);
const BOTH = edit(OURS, [['lead: One line', 'lead: Theirs']]);

describe('git calls quire merge-driver', () => {
  const makeDiverged = (ourFiles: FileSet = { [PAGE]: OURS }) => {
    const clones = makeClones({ [PAGE]: BASE });
    clones.theirs.commit({ [PAGE]: THEIRS });
    clones.theirs.git('push', '--quiet', 'origin', 'main');
    clones.ours.commit(ourFiles);
    clones.ours.git('fetch', '--quiet');
    return clones.ours;
  };

  it('for a file that one side has renamed', () => {
    const ours = makeDiverged();
    ours.git('reset', '--quiet', '--hard', 'HEAD~');
    const renamed = PAGE.replace('a.yaml', 'renamed.yaml');
    ours.git('mv', PAGE, renamed);
    ours.commit({ [renamed]: OURS });
    expect(ours.git('merge', '--quiet', '--no-edit', 'origin/main').code).toBe(0);
    expect(ours.read(renamed)).toBe(BOTH);
    expect(ours.git('ls-files', 'content/pages').said).toBe(`${renamed}\n`);
  });

  long.it('after a criss-cross merge with a conflict in one of the bases', () => {
    const { ours } = makeClones({ [PAGE]: BASE });
    const title = (name: string): string => edit(BASE, [['title: A title', `title: ${name}`]]);
    ours.git('branch', 'other');
    ours.commit({ [PAGE]: title('One') });
    ours.git('checkout', '--quiet', 'other');
    ours.commit({ [PAGE]: title('Two') });
    ours.git('branch', 'second');
    const settle = (branch: string, other: string, text: string): void => {
      ours.git('checkout', '--quiet', branch);
      expect(ours.git('merge', '--quiet', '--no-edit', other).code).toBe(1);
      ours.commit({ [PAGE]: text });
    };
    ours.git('branch', 'first', 'main');
    settle('main', 'second', edit(title('Three'), [['text: First', 'text: Ours']]));
    settle('other', 'first', edit(title('Three'), [['text: Second', 'text: Theirs']]));
    expect(ours.git('merge', '--quiet', '--no-edit', 'main').code).toBe(0);
    expect(ours.read(PAGE)).toBe(
      edit(title('Three'), [
        ['text: First', 'text: Ours'],
        ['text: Second', 'text: Theirs'],
      ]),
    );
  });
});

const LINES = Array.from({ length: 9 }, (_, line) => `line ${line}\n`).join('');
const BOMB = `a: &a [x, x, x, x]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &b${at} [${`*${at === 0 ? 'a' : `b${at - 1}`}, `.repeat(8)}1]\n`).join('')}`;

describe('quire merge-driver merges by lines', () => {
  const run3 = async (path: string, [base, ours, theirs]: readonly [string, string, string]) => {
    const { folder } = makePlace({ withContent: false });
    writeFileSync(join(folder, 'base'), base);
    writeFileSync(join(folder, 'ours'), ours);
    writeFileSync(join(folder, 'theirs'), theirs);
    const env = { PATH: process.env['PATH'] ?? '' };
    const { code, stderr } = await runIn(folder, ['merge-driver', 'base', 'ours', 'theirs', path], env);
    return { code, stderr, text: readFileSync(join(folder, 'ours'), 'utf8') };
  };
  const around = (text: string, first = '', last = ''): string => `${first}${text}${last}`;

  it.each([
    ['a note', 'notes/a.txt', LINES],
    ['YAML that is no record', 'content/other/a.yaml', LINES],
    ['YAML that is broken', PAGE, `fields: [\n${LINES}`],
    ['SEC-9 YAML that grows as its aliases are followed', PAGE, BOMB],
    ['SEC-7 a file that is too large', PAGE, `${'- a line of many\n'.repeat(300_000)}`],
    ['JSON that is broken', JSON_PAGE, `{\n${LINES}`],
    ['Markdown without front matter', NOTE, LINES],
  ])('%s', async (_, path, text) => {
    const merged = await run3(path, [text, around(text, 'ours\n'), around(text, '', 'theirs\n')]);
    expect(merged).toEqual({ code: 0, stderr: '', text: around(text, 'ours\n', 'theirs\n') });
    const asked = await run3(path, [text, around(text, 'ours\n'), around(text, 'theirs\n')]);
    expect(asked).toEqual({ code: 1, stderr: '', text: marked('ours\n', 'theirs\n') + text });
  });

  it('files that both sides have added as different records under one name', async () => {
    const page = (title: string): string => `type: page\nfields:\n  title: ${title}\n`;
    expect(await run3(PAGE, ['', page('One'), page('Two')])).toEqual({
      code: 1,
      stderr: '',
      text: `type: page\nfields:\n${marked('  title: One\n', '  title: Two\n')}`,
    });
  });

  long.it('a file in which thousands of values clash', async () => {
    const page = (value: number): string =>
      `type: page\nfields:\n${Array.from({ length: 20_000 }, (_, at) => `  field${at}: ${value}\n`).join('')}`;
    const asked = await run3(PAGE, [page(0), page(1), page(2)]);
    expect({ code: asked.code, markers: asked.text.match(/^<<<<<<< ours$/gm)?.length }).toEqual({
      code: 1,
      markers: 1,
    });
  });

  it('SEC-44 hostile files or nothing, and prints only plain text', async () => {
    const page = (fields: string): string => `type: page\nfields: ${fields}\n`;
    const deep = page('['.repeat(50_000) + ']'.repeat(50_000));
    const HOSTILE = [
      [deep, `${deep}# ours\n`, `${deep}# theirs\n`],
      [page('{}'), page('{ a: &a [1, 1], b: [*a, *a] }'), page('{ c: 1 }')],
      [page('{ a: 1 }'), page('{ a: 1, __proto__: { x: 1 } }'), page('{ a: 2, __proto__: { z: 1 } }')],
      [page('{ a: 1 }'), page('{ a: !!js/function "x" }'), page('{ a: 2 }')],
    ] as const;
    for (const versions of HOSTILE) {
      const { code, stderr, text } = await run3(PAGE, versions);
      expect({ code, stderr, isKept: text.includes('<<<<<<<') }).toEqual({ code: 1, stderr: '', isKept: true });
    }
    const named = (value: number): string => page(`{ "\\e]0;x\\a\\u202Ey": ${value} }`);
    const { code, stderr } = await run3(PAGE, [named(1), named(2), named(3)]);
    expect([code, stderr]).toEqual([1, `${PAGE}: both sides have changed fields. ]0;x y\n`]);
  });

  it('nothing that only one side has changed: its bytes stay as they are', async () => {
    const odd = 'type:   page\r\nfields: {title:   "x"}';
    expect((await run3(PAGE, [BASE, odd, BASE])).text).toBe(odd);
    expect((await run3(PAGE, [BASE, BASE, odd])).text).toBe(odd);
  });

  it.each(['--help', '--version', '-x'])('a file that is called %s', async (name) => {
    expect(await run3(name, ['a\n', 'ours\n', 'a\n'])).toMatchObject({ code: 0, text: 'ours\n', stderr: '' });
    expect(await run3(name, ['a\n', 'ours\n', 'theirs\n'])).toMatchObject({ code: 1 });
    expect(await run(['merge-driver', 'o', 'a', 'b', name])).toMatchObject({ code: 1, stdout: '' });
  });

  it('nothing without four files', async () => {
    expect(await run(['merge-driver', 'a', 'b'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes four files, but got 2'),
    });
    expect(await run(['merge-driver', '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('%O %A') });
  });
});

describe('git merges what one side has edited and the other has migrated', () => {
  const TYPE = 'content/content-types/news.yaml';
  const ITEM = 'content/pages/en/item.yaml';
  const OLD = 'name: News\nfieldsSchema:\n  - { name: subtitle, type: text }\n  - { name: lead, type: text }\n';
  const NEW = OLD.replace('subtitle', 'standfirst').concat(
    'migrations:\n  - id: 7baf72c706\n    rename: { from: subtitle, to: standfirst }\n',
  );
  const item = (field: string, said: string) =>
    `id: 5\ntype: news\ntitle: Item\nfields:\n  ${field}: ${said} # said so\n  lead: First\n`;
  const makeSides = () => {
    const { ours, theirs } = makeClones({ [TYPE]: OLD, [ITEM]: item('subtitle', 'One') });
    theirs.commit({ [TYPE]: NEW, [ITEM]: item('standfirst', 'One') });
    theirs.git('push', '--quiet', 'origin', 'main');
    ours.commit({ [ITEM]: item('subtitle', 'Edited') });
    ours.git('fetch', '--quiet');
    return { ours, theirs };
  };

  it('the edited value under the new name, whichever side has migrated', () => {
    const { ours, theirs } = makeSides();
    expect(ours.git('merge', '--no-edit', 'origin/main')).toMatchObject({ code: 0 });
    expect(ours.read(ITEM)).toBe(item('standfirst', 'Edited'));
    expect(ours.read(TYPE)).toBe(NEW);
    ours.git('push', '--quiet', 'origin', 'HEAD~1:refs/heads/late', '--force');
    theirs.git('fetch', '--quiet');
    theirs.git('reset', '--hard', 'origin/main');
    expect(theirs.git('merge', '--no-edit', 'origin/late').code).toBe(0);
    expect(theirs.read(ITEM)).toBe(item('standfirst', 'Edited'));
  });

  long.it('when a branch from before is rebased', () => {
    const { ours } = makeSides();
    expect(ours.git('rebase', 'origin/main').code).toBe(0);
    expect(ours.read(ITEM)).toBe(item('standfirst', 'Edited'));
  });
});
