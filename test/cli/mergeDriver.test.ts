import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, run } from './quire.ts';

const MAIN = join(import.meta.dirname, '../../dist/main.js');

const SITE = {
  'content/.gitattributes': '* -text\n*.yaml merge=quire\n*.json merge=quire\n*.md merge=quire\n',
  'content/site.yaml': 'name: A site\n',
  'content/content-types/page.yaml': `name: Page
fieldsSchema:
  - { name: title, type: text }
  - { name: lead, type: textarea }
  - { name: tags, type: multiselect, options: [a, b, c, d] }
  - { name: body, type: markdown, body: true }
regions: [main]
`,
  'content/block-types/text.yaml': 'name: Text\nfieldsSchema:\n  - { name: text, type: textarea }\n',
};

type FileSet = Readonly<Record<string, string>>;

/** Two clones of a repository whose git asks this Quire, as `quire setup-git` has it ask the one that is installed. */
function makeClones(files: FileSet) {
  const { folder } = makePlace({ withContent: false });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_COMMITTER_NAME: 'Ada',
    EMAIL: 'ada@example.org',
  };
  const origin = join(folder, 'origin.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin], { env });
  const makeClone = (name: string) => {
    const dir = join(folder, name);
    execFileSync('git', ['clone', '--quiet', origin, dir], { env, stdio: 'ignore' });
    const git = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, env, encoding: 'utf8' });
      return { code: status, said: stdout + stderr };
    };
    git('config', 'merge.quire.driver', `"${process.execPath}" "${MAIN}" merge-driver %O %A %B %P`);
    const write = (written: FileSet): void => {
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), text);
      }
    };
    const commit = (written: FileSet): void => {
      write(written);
      git('add', '--all');
      expect(git('commit', '--quiet', '--message', 'Edit')).toEqual({ code: 0, said: '' });
    };
    return { dir, git, write, commit, read: (path: string) => readFileSync(join(dir, path), 'utf8') };
  };
  const ours = makeClone('ours');
  ours.git('checkout', '--quiet', '-B', 'main');
  ours.commit({ ...SITE, ...files });
  ours.git('push', '--quiet', 'origin', 'main');
  return { ours, theirs: makeClone('theirs'), env };
}

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
const MENU = 'content/menus/main.yaml';
const ITEMS = 'id: 1\nname: Main\nitems:\n  - id: 1\n    label: Home\n    url: /\n';
const NOTE = 'content/pages/en/note.md';
const TEXT = '---\nid: 2\ntype: page\nfields:\n  title: A note\n---\nFirst paragraph.\n\nSecond paragraph.\n';
const JSON_PAGE = 'content/pages/en/j.json';
const JSON_TEXT = '{\n  "id": 3,\n  "type": "page",\n  "fields": { "title": "A", "lead": "B" }\n}\n';

type Edit = readonly [from: string, to: string];
interface Pair {
  readonly path?: string;
  readonly base?: string;
  readonly ours: readonly Edit[];
  readonly theirs: readonly Edit[];
  /** The merged text, as edits of the base. */
  readonly merged: readonly Edit[];
}

const edit = (text: string, edits: readonly Edit[]): string =>
  edits.reduce((edited, [from, to]) => {
    expect(edited).toContain(from);
    return edited.replace(from, () => to);
  }, text);

/** What merges without a hand, by the rows of what is merged how. */
const MERGED: Readonly<Record<string, Pair>> = {
  'neighbouring fields': {
    ours: [['title: A title', 'title: Another title']],
    theirs: [['lead: One line', 'lead: Another line']],
    merged: [
      ['title: A title', 'title: Another title'],
      ['lead: One line', 'lead: Another line'],
    ],
  },
  'a title in a pull request and a status by an editor': {
    ours: [['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z']],
    theirs: [['title: A title', 'title: Another title']],
    merged: [
      ['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z'],
      ['title: A title', 'title: Another title'],
    ],
  },
  'two times of publishing, of which the earlier counts': {
    ours: [['status: draft', 'status: published\npublishedAt: 2026-01-02T00:00:00.000Z']],
    theirs: [['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z']],
    merged: [['status: draft', 'status: published\npublishedAt: 2026-01-01T00:00:00.000Z']],
  },
  'choices of one list added and removed': {
    ours: [['[a, b]', '[a, b, c]']],
    theirs: [['[a, b]', '[b, d]']],
    merged: [['[a, b]', '[b, c, d]']],
  },
  'words of one line of a textarea': {
    ours: [['One line', 'The one line']],
    theirs: [['One line', 'One longer line']],
    merged: [['One line', 'The one longer line']],
  },
  'two menu items appended': {
    path: MENU,
    base: ITEMS,
    ours: [['url: /\n', 'url: /\n  - id: 2\n    label: Ours\n    url: /ours\n']],
    theirs: [['url: /\n', 'url: /\n  - id: 3\n    label: Theirs\n    url: /theirs\n']],
    merged: [
      [
        'url: /\n',
        'url: /\n  - id: 2\n    label: Ours\n    url: /ours\n  - id: 3\n    label: Theirs\n    url: /theirs\n',
      ],
    ],
  },
  'two blocks inserted in one place': {
    ours: [['    - id: 2', '    - id: 3\n      type: text\n      fields:\n        text: Ours\n    - id: 2']],
    theirs: [['    - id: 2', '    - id: 4\n      type: text\n      fields:\n        text: Theirs\n    - id: 2']],
    merged: [
      [
        '    - id: 2',
        '    - id: 3\n      type: text\n      fields:\n        text: Ours\n    - id: 4\n      type: text\n      fields:\n        text: Theirs\n    - id: 2',
      ],
    ],
  },
  'a block moved by one and edited by the other': {
    ours: [
      ['    - id: 1\n      type: text\n      fields:\n        text: First\n', ''],
      ['text: Second\n', 'text: Second\n    - id: 1\n      type: text\n      fields:\n        text: First\n'],
    ],
    theirs: [['text: First', 'text: Edited']],
    merged: [
      ['    - id: 1\n      type: text\n      fields:\n        text: First\n', ''],
      ['text: Second\n', 'text: Second\n    - id: 1\n      type: text\n      fields:\n        text: Edited\n'],
    ],
  },
  'comments of both sides beside and above values': {
    ours: [
      ['title: A title', 'title: Another title # ours'],
      ['regions:', '# Ours\nregions:'],
    ],
    theirs: [
      ['lead: One line', 'lead: Another line # theirs'],
      ['regions:', '# Theirs\nregions:'],
    ],
    merged: [
      ['title: A title', 'title: Another title # ours'],
      ['lead: One line', 'lead: Another line # theirs'],
      ['regions:', '# Ours\n# Theirs\nregions:'],
    ],
  },
  'a comment and a value in one line': {
    ours: [['title: A title', 'title: Another title']],
    theirs: [['title: A title', 'title: A title # theirs']],
    merged: [['title: A title', 'title: Another title # theirs']],
  },
  'fields of a content type appended': {
    path: 'content/content-types/page.yaml',
    base: SITE['content/content-types/page.yaml'],
    ours: [['regions:', '  - { name: ours, type: text }\nregions:']],
    theirs: [['regions:', '  - { name: theirs, type: text }\nregions:']],
    merged: [['regions:', '  - { name: ours, type: text }\n  - name: theirs\n    type: text\nregions:']],
  },
  'keys on one line of JSON': {
    path: JSON_PAGE,
    base: JSON_TEXT,
    ours: [['"A"', '"Ours"']],
    theirs: [['"B"', '"Theirs"']],
    merged: [
      ['"A"', '"Ours"'],
      ['"B"', '"Theirs"'],
    ],
  },
  'front matter and the text below': {
    path: NOTE,
    base: TEXT,
    ours: [
      ['A note', 'Our note'],
      ['First paragraph', 'The first paragraph'],
    ],
    theirs: [
      ['id: 2\n', 'id: 2\nstatus: published\n'],
      ['First paragraph.', 'First paragraph, longer.'],
      ['Second paragraph.', 'Second paragraph.\n\nThird paragraph.'],
    ],
    merged: [
      ['A note', 'Our note'],
      ['id: 2\n', 'id: 2\nstatus: published\n'],
      ['First paragraph', 'The first paragraph, longer'],
      ['Second paragraph.', 'Second paragraph.\n\nThird paragraph.'],
    ],
  },
};

interface Asked {
  readonly path?: string;
  readonly base?: string;
  readonly ours: readonly Edit[];
  readonly theirs: readonly Edit[];
  readonly marked: readonly Edit[];
  /** What `quire check` says of it. */
  readonly named: string;
}

const marked = (ours: string, theirs: string): string => `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;

/** What asks, and why: the comment says which row has no answer. */
const ASKED: Readonly<Record<string, Asked>> = {
  // A line of text is one unit: half of each title is nobody's.
  'two titles': {
    ours: [
      ['title: A title', 'title: Ours'],
      ['text: First', 'text: Our first'],
    ],
    theirs: [
      ['title: A title', 'title: Theirs'],
      ['text: Second', 'text: Their second'],
    ],
    marked: [
      ['  title: A title\n', marked('  title: Ours\n', '  title: Theirs\n')],
      ['text: First', 'text: Our first'],
      ['text: Second', 'text: Their second'],
    ],
    named: `${PAGE.replace('content/', '')}:5:1: error The file holds git conflict markers: fields.title: yours "Ours", theirs "Theirs"`,
  },
  // Two different changes of status: nobody but the two knows which is meant.
  'two statuses': {
    ours: [['status: draft', 'status: published']],
    theirs: [['status: draft', 'status: archived']],
    marked: [['status: draft\n', marked('status: published\n', 'status: archived\n')]],
    named: 'status: yours "published", theirs "archived"',
  },
  // Who removes a block does not know what it is going to say.
  'a block removed and edited': {
    ours: [['    - id: 2\n      type: text\n      fields:\n        text: Second\n', '']],
    theirs: [['text: Second', 'text: Edited']],
    marked: [
      [
        '    - id: 2\n      type: text\n      fields:\n        text: Second\n',
        marked('', '    - id: 2\n      type: text\n      fields:\n        text: Edited\n'),
      ],
    ],
    named: 'regions.main',
  },
  // The same word of a text, in two ways.
  'one word of a text': {
    path: NOTE,
    base: TEXT,
    ours: [['First', 'Our']],
    theirs: [
      ['First', 'Their'],
      ['A note', 'Their note'],
    ],
    marked: [
      ['A note', 'Their note'],
      ['First paragraph.\n', marked('Our paragraph.\n', 'Their paragraph.\n')],
    ],
    named: 'the text below: yours "Our paragraph.',
  },
  // A type of a field is one unit too.
  'two types of one field': {
    path: 'content/block-types/text.yaml',
    base: SITE['content/block-types/text.yaml'],
    ours: [['textarea', 'text']],
    theirs: [['textarea', 'markdown']],
    marked: [
      [
        '  - { name: text, type: textarea }\n',
        marked('  - { name: text, type: text }\n', '  - { name: text, type: markdown }\n'),
      ],
    ],
    named: 'fieldsSchema.0.type: yours "text", theirs "markdown"',
  },
};

describe('git merges with quire merge-driver', () => {
  it.each(Object.entries(MERGED))('%s', (_, { path = PAGE, base = BASE, ...pair }) => {
    const { ours, theirs } = makeClones({ [path]: base });
    theirs.commit({ [path]: edit(base, pair.theirs) });
    theirs.git('push', '--quiet', 'origin', 'main');
    ours.commit({ [path]: edit(base, pair.ours) });
    expect(ours.git('pull', '--quiet', '--no-rebase', '--no-edit').code).toBe(0);
    expect(ours.read(path)).toBe(edit(base, pair.merged));
  });

  it.each(Object.entries(ASKED))('and asks for %s', async (_, { path = PAGE, base = BASE, named, ...pair }) => {
    const { ours, theirs } = makeClones({ [path]: base });
    theirs.commit({ [path]: edit(base, pair.theirs) });
    theirs.git('push', '--quiet', 'origin', 'main');
    ours.commit({ [path]: edit(base, pair.ours) });
    expect(ours.git('pull', '--quiet', '--no-rebase', '--no-edit').code).toBe(1);
    expect(ours.read(path)).toBe(edit(base, pair.marked));
    expect(ours.git('diff', '--name-only', '--diff-filter=U').said).toBe(`${path}\n`);
    const env = {
      PATH: process.env['PATH'] ?? '',
      CONTENT_DIR: join(ours.dir, 'content'),
      PRIVATE_DIR: `${ours.dir}.private`,
    };
    const checked = await run(['check'], env);
    expect(checked.stderr + checked.stdout).toContain(named);
    expect(checked.code).toBe(1);
  });
});

const OURS = edit(BASE, [['title: A title', 'title: Ours']]);
const THEIRS = edit(BASE, [['lead: One line', 'lead: Theirs']]);
const BOTH = edit(OURS, [['lead: One line', 'lead: Theirs']]);

describe('git asks quire merge-driver', () => {
  const makeDiverged = (ourFiles: FileSet = { [PAGE]: OURS }) => {
    const clones = makeClones({ [PAGE]: BASE });
    clones.theirs.commit({ [PAGE]: THEIRS });
    clones.theirs.git('push', '--quiet', 'origin', 'main');
    clones.ours.commit(ourFiles);
    clones.ours.git('fetch', '--quiet');
    return clones.ours;
  };

  it.each([
    ['rebase', ['rebase', '--quiet', 'origin/main']],
    ['cherry-pick', ['cherry-pick', 'origin/main']],
    ['merge', ['merge', '--quiet', '--no-edit', 'origin/main']],
  ])('in a %s', (_, command) => {
    const ours = makeDiverged();
    expect(ours.git(...command).code).toBe(0);
    expect(ours.read(PAGE)).toBe(BOTH);
    expect(ours.git('status', '--porcelain').said).toBe('');
  });

  it('when a stash comes back', () => {
    const { ours } = makeClones({ [PAGE]: BASE });
    ours.write({ [PAGE]: OURS });
    ours.git('stash', '--quiet');
    ours.commit({ [PAGE]: THEIRS });
    expect(ours.git('stash', 'pop', '--quiet').code).toBe(0);
    expect(ours.read(PAGE)).toBe(BOTH);
  });

  it('about a file that one side has renamed', () => {
    const ours = makeDiverged();
    ours.git('reset', '--quiet', '--hard', 'HEAD~');
    const renamed = PAGE.replace('a.yaml', 'renamed.yaml');
    ours.git('mv', PAGE, renamed);
    ours.commit({ [renamed]: OURS });
    expect(ours.git('merge', '--quiet', '--no-edit', 'origin/main').code).toBe(0);
    expect(ours.read(renamed)).toBe(BOTH);
    expect(ours.git('ls-files', 'content/pages').said).toBe(`${renamed}\n`);
  });

  it('where branches have been merged crosswise, one of their bases with a conflict', () => {
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

describe('by lines is merged', () => {
  const run3 = (path: string, [base, ours, theirs]: readonly [string, string, string]) => {
    const { folder } = makePlace({ withContent: false });
    writeFileSync(join(folder, 'base'), base);
    writeFileSync(join(folder, 'ours'), ours);
    writeFileSync(join(folder, 'theirs'), theirs);
    const args = [MAIN, 'merge-driver', 'base', 'ours', 'theirs', path];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return { code: status, stderr, text: readFileSync(join(folder, 'ours'), 'utf8') };
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
  ])('%s', (_, path, text) => {
    const merged = run3(path, [text, around(text, 'ours\n'), around(text, '', 'theirs\n')]);
    expect(merged).toEqual({ code: 0, stderr: '', text: around(text, 'ours\n', 'theirs\n') });
    const asked = run3(path, [text, around(text, 'ours\n'), around(text, 'theirs\n')]);
    expect(asked).toEqual({ code: 1, stderr: '', text: marked('ours\n', 'theirs\n') + text });
  });

  it('what two have added as different records of one name', () => {
    const page = (title: string): string => `type: page\nfields:\n  title: ${title}\n`;
    expect(run3(PAGE, ['', page('One'), page('Two')])).toEqual({
      code: 1,
      stderr: '',
      text: `type: page\nfields:\n${marked('  title: One\n', '  title: Two\n')}`,
    });
  });

  it('a file in which thousands of values clash', () => {
    const page = (value: number): string =>
      `type: page\nfields:\n${Array.from({ length: 20_000 }, (_, at) => `  field${at}: ${value}\n`).join('')}`;
    const asked = run3(PAGE, [page(0), page(1), page(2)]);
    expect({ code: asked.code, markers: asked.text.match(/^<<<<<<< ours$/gm)?.length }).toEqual({
      code: 1,
      markers: 1,
    });
  });

  it('nothing of what one side alone has changed: its bytes stay as they are', () => {
    const odd = 'type:   page\r\nfields: {title:   "x"}';
    expect(run3(PAGE, [BASE, odd, BASE]).text).toBe(odd);
    expect(run3(PAGE, [BASE, BASE, odd]).text).toBe(odd);
  });

  it('nothing without four files', async () => {
    expect(await run(['merge-driver', 'a', 'b'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes four files, but got 2'),
    });
    expect(await run(['merge-driver', '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('%O %A') });
  });
});
