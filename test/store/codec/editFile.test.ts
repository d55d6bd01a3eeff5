import { describe, expect, test } from 'vitest';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { editFile } from '../../../src/store/codec/editFile.ts';
import { FileError } from '../../../src/store/codec/fileError.ts';
import type { FileFormat } from '../../../src/store/codec/formats.ts';
import type { JsonObject } from '../../../src/store/codec/json/json.ts';
import { long } from '../../long.ts';

function edited(format: FileFormat, text: string, target: JsonObject, order?: readonly string[]): string {
  const bytes = editFile(format, new TextEncoder().encode(text), target, order ? { order } : {});
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const yaml = (lines: string): string => lines.replace(/^\n/, '').replace(/^ {6}/gm, '');

describe('a YAML file', () => {
  test.each<[string, string, JsonObject, string]>([
    ['plain text stays plain', 'a:   b   # c\n', { a: 'd e' }, 'a:   d e   # c\n'],
    ['plain text gets quotes when it needs them', 'a: b\n', { a: 'c: d' }, 'a: "c: d"\n'],
    ['a word that older readers take for a boolean gets quotes', 'a: b\n', { a: 'yes' }, 'a: "yes"\n'],
    [
      'a renamed key is one changed line, with its value as it is written',
      'a: 1\n# about it\nb: |+   # c\n  x\n\nz: { k: 1 }\n',
      { a: 1, c: 'x\n\n', z: { m: 1 } },
      'a: 1\n# about it\nc: |+   # c\n  x\n\nz: { m: 1 }\n',
    ],
    ['a key that is needed elsewhere is no rename', 'a: 1\nb: 2\n', { b: 2, c: 1 }, 'b: 2\nc: 1\n'],
    ['a key with a question mark is renamed', '? a\n: 1\nb: 2\n', { c: 1, b: 2 }, 'c: 1\nb: 2\n'],
    ['single quotes stay', "a: 'b'\n", { a: "it's" }, "a: 'it''s'\n"],
    ['double quotes stay', 'a: "b"\n', { a: 'c' }, 'a: "c"\n'],
    ['text becomes a number', "a: 'b' # c\n", { a: 5 }, 'a: 5 # c\n'],
    ['a number becomes text', 'a: 5\n', { a: '5' }, 'a: "5"\n'],
    [
      'a literal stays one',
      'a: | # c\n    b\n    d\nz: 1\n',
      { a: 'e\n\nf', z: 1 },
      'a: |- # c\n    e\n\n    f\nz: 1\n',
    ],
    ['a folded text stays one', 'a: >\n  b\n  c\n', { a: 'd e\nf\n' }, 'a: >\n  d e\n\n  f\n'],
    ['a line becomes a literal', 'a: b # c\nz: 1\n', { a: 'd\ne\n', z: 1 }, 'a: | # c\n  d\n  e\nz: 1\n'],
    ['a literal becomes a number', 'a: |\n  b\nz: 1\n', { a: 1, z: 1 }, 'a: 1\nz: 1\n'],
    ['an empty value is filled', 'a:   # c\nz: 1\n', { a: 'b', z: 1 }, 'a: b   # c\nz: 1\n'],
    ['an empty value becomes a mapping', 'a: # c\nz: 1\n', { a: { b: 1 }, z: 1 }, 'a: # c\n  b: 1\nz: 1\n'],
    ['a value below its key stays there', 'a:\n  # c\n  b\n', { a: 'd' }, 'a:\n  # c\n  d\n'],
    [
      'the spelling of other numbers stays',
      'a: 1.0\nb: 1e3\nc: 0x1F\nd: 1\n',
      { a: 1, b: 1000, c: 31, d: 2 },
      'a: 1.0\nb: 1e3\nc: 0x1F\nd: 2\n',
    ],
    [
      'a removed key takes its comment along',
      'a: 1\n# above\nb: 2 # b\nc: 3\n',
      { a: 1, c: 3 },
      'a: 1\n# above\nc: 3\n',
    ],
    ['the last key leaves braces', 'a: 1\nb:\n  c: 2\nd: 3\n', { a: 1, b: {}, d: 3 }, 'a: 1\nb: {}\nd: 3\n'],
    ['the last key leaves its comment', 'b: # x\n  # y\n  c: 2\n', { b: {} }, 'b: # x\n  # y\n  {}\n'],
    ['the last item leaves brackets', 'b:\n- c\nd: 3\n', { b: [], d: 3 }, 'b: []\nd: 3\n'],
    ['the file is emptied', '# top\na: 1\n# end\n', {}, '# top\n{}\n# end\n'],
    ['the file is filled', '# top\n{}\n# end\n', { a: 1 }, '# top\na: 1\n# end\n'],
    ['braces are filled', 'a: {} # c\n', { a: { b: 1 } }, 'a: # c\n  b: 1\n'],
    ['brackets are filled', 'a: [] # c\n', { a: ['b', 'c'] }, 'a: [b, c] # c\n'],
    [
      'a new nested key follows its siblings',
      'a:\n    b: 1\n    # x\nc: 1\n',
      { a: { b: 1, d: { e: [{ f: 1 }] } }, c: 1 },
      'a:\n    b: 1\n    d:\n        e:\n            - f: 1\n    # x\nc: 1\n',
    ],
    [
      'an item is added as its siblings are written',
      'a:\n-   b: 1\n-   b: 2\n',
      { a: [{ b: 1 }, { b: 2 }, { b: 3, c: 4 }] },
      'a:\n-   b: 1\n-   b: 2\n-   b: 3\n    c: 4\n',
    ],
    ['a list in brackets stays one', 'a: [ b,  c ] # d\n', { a: ['b', 'x, y', 'c'] }, 'a: [ b,  "x, y",  c ] # d\n'],
    [
      'brackets on several lines stay so',
      'a: [\n  b, # b\n  c, # c\n]\n',
      { a: ['b', 'd', 'c'] },
      'a: [\n  b, # b\n  d,\n  c, # c\n]\n',
    ],
    [
      'braces are edited inside',
      'a: { b: 1, "c": [x], d: }\n',
      { a: { c: ['x', 'w'], d: 2, e: 3 } },
      'a: { "c": [x, w], d: 2, e: 3 }\n',
    ],
    [
      'an empty mapping with a comment is filled, on the line of a dash',
      'a:\n  - b: {\n      # c\n    }\n',
      { a: [{ b: { d: 1 } }] },
      'a:\n  - b: {\n      # c\n      d: 1}\n',
    ],
    [
      'a comment further in stays where it is',
      'a:\n  x: 1\n  y: 2\n      # deeper\nz: 3\n',
      { a: { x: 5, y: 2 }, z: 3 },
      'a:\n  x: 5\n  y: 2\n      # deeper\nz: 3\n',
    ],
    [
      'a comment does not become part of a text before it',
      'a:\n  x: 1\n  y: 2\n      # deeper\nz: 3\n',
      { a: { x: 1, y: 'b\nc\n' }, z: 3 },
      'a:\n  x: 1\n  y: |\n    b\n    c\n  # deeper\nz: 3\n',
    ],
    ['an explicit key stays one', '? a\n: b\n', { a: 'c' }, '? a\n: c\n'],
    [
      'an explicit key stays one when its list becomes a text',
      'a: \'q\'   # n\n? c\n: - "# x"\n  - 2\nd: 3   # d\n',
      { a: 'q', c: 'x', d: 3 },
      "a: 'q'   # n\n? c\n: x\nd: 3   # d\n",
    ],
  ])('%s', (_, text, target, expected) => {
    expect(edited('yaml', text, target)).toBe(expected);
  });

  test('keeps a byte order mark, Windows line ends, markers and a missing last line break', () => {
    const text = '\uFEFF---\r\n# x\r\na: b\r\nc:\r\n  - d\r\n...';
    const expected = '\uFEFF---\r\n# x\r\na: e\r\nc:\r\n  - d\r\n  - |\r\n    f\r\n    g\r\n...';
    expect(edited('yaml', text, { a: 'e', c: ['d', 'f\ng\n'] })).toBe(expected);
  });

  test('puts new keys where the order says', () => {
    const text = '# top\nid: 1\n# about the title\ntitle: a\nfields: {}\nown: x\n';
    const order = ['id', 'type', 'title', 'status', 'seo', 'fields'];
    const target = {
      id: 1,
      title: 'a',
      fields: {},
      own: 'x',
      more: 1,
      status: 'draft',
      type: 'b',
      seo: { metaTitle: 'c' },
    };
    expect(edited('yaml', text, target, order)).toBe(
      '# top\nid: 1\ntype: b\n# about the title\ntitle: a\nstatus: draft\nseo:\n  metaTitle: c\nfields: {}\nown: x\nmore: 1\n',
    );
    expect(edited('yaml', 'title: a\n', { id: 1, title: 'a' }, order)).toBe('id: 1\ntitle: a\n');
  });

  const blocks = yaml(`
      content:
        # the intro
        - id: 31
          fields: { a: 1 } # odd

        # the letter
        - id: 32   # n
          block: newsletter
      # the end
  `).trimEnd();
  const intro = { id: 31, fields: { a: 1 } };
  const letter = { id: 32, block: 'newsletter' };

  test('moves an item with its comments', () => {
    expect(edited('yaml', `${blocks}\n`, { content: [letter, intro] })).toBe(
      yaml(`
      content:
        # the letter
        - id: 32   # n
          block: newsletter

        # the intro
        - id: 31
          fields: { a: 1 } # odd
      # the end
`),
    );
  });

  test('inserts an item between others without touching them', () => {
    expect(edited('yaml', `${blocks}\n`, { content: [intro, { id: 33, block: 'x' }, letter] })).toBe(
      yaml(`
      content:
        # the intro
        - id: 31
          fields: { a: 1 } # odd

        - id: 33
          block: x

        # the letter
        - id: 32   # n
          block: newsletter
      # the end
`),
    );
  });

  test('removes an item and keeps the comment above it', () => {
    expect(edited('yaml', `${blocks}\n`, { content: [letter] })).toBe(
      yaml(`
      content:
        # the intro

        # the letter
        - id: 32   # n
          block: newsletter
      # the end
`),
    );
  });

  test('tells items of one slug apart by what else they hold', () => {
    const text = 'a:\n  - slug: x\n  - slug: x\n    b: 1 # one\n';
    expect(edited('yaml', text, { a: [{ slug: 'x', b: 1 }, { slug: 'x' }] })).toBe(
      'a:\n  - slug: x\n    b: 1 # one\n  - slug: x\n',
    );
  });

  test('changes an id in its own line', () => {
    const text = edited('yaml', `${blocks}\n`, { content: [intro, { ...letter, id: 99 }] });
    expect(text).toBe(`${blocks}\n`.replace('id: 32', 'id: 99'));
  });

  test('gives an item its first id without touching the rest', () => {
    expect(edited('yaml', 'a:\n  - b: 1 # x\n    c: 2\n', { a: [{ id: 7, b: 1, c: 2 }] })).toBe(
      'a:\n  - b: 1 # x\n    c: 2\n    id: 7\n',
    );
  });

  test('does not let blank lines or comments become part of a text before them', () => {
    expect(edited('yaml', 'a: b\n\n    # deep\nz: 1\n', { a: 'x\n\n', z: 1 })).toBe('a: |+\n  x\n\n# deep\nz: 1\n');
    expect(edited('yaml', 'a: |+\n  x\n\nb: 1\n\nz: 1\n', { a: 'x\n\n', z: 1 })).toBe('a: |+\n  x\n\nz: 1\n');
  });

  test('is returned as it is when nothing changed', () => {
    const text = new TextEncoder().encode('b:   1.0 \na: { c: "x" }');
    expect(editFile('yaml', text, { a: { c: 'x' }, b: 1 })).toBe(text);
  });
});

describe('an item of a YAML file that is moved to another list', () => {
  const HERO = { id: 1, type: 'hero', fields: { title: 'Hi', big: true } };
  const TEXT = { id: 2, type: 'text', fields: { body: 'One' } };
  const SIDE = { id: 3, type: 'text', fields: { body: 'Two' } };
  const BOTH = yaml(`
      main:
        # of the whole list

        # agreed with marketing
        - id: 1
          type: hero # the large one
          fields: { title: Hi, big: true }
        - id: 2
          type: text
          fields: { body: One }
      side:
        - id: 3
          type: text
          fields: { body: Two }
      `);

  test('takes its comments and its layout along, also when it is changed', () => {
    const hero = { ...HERO, fields: { title: 'Hello', big: true } };
    expect(edited('yaml', BOTH, { main: [TEXT], side: [SIDE, hero] })).toBe(
      yaml(`
      main:
        # of the whole list

        - id: 2
          type: text
          fields: { body: One }
      side:
        - id: 3
          type: text
          fields: { body: Two }
        # agreed with marketing
        - id: 1
          type: hero # the large one
          fields: { title: Hello, big: true }
      `),
    );
  });

  test('does so into a list that is new, or empty, and out of one that is then gone or empty', () => {
    const text = BOTH.replace(/main:.*side:/s, 'main: [] # later\nside:\n  # about it');
    const moved = '  # about it\n  - id: 3\n    type: text\n    fields: { body: Two }\n';
    expect(edited('yaml', text, { main: [SIDE], side: [] })).toBe(`main: # later\n${moved}side: []\n`);
    expect(edited('yaml', text, { main: [], foot: [SIDE] })).toBe(`main: [] # later\nfoot:\n${moved}`);
    const beside = edited('yaml', text, { main: [TEXT, SIDE] });
    expect(beside).toBe(`main: # later\n  - id: 2\n    type: text\n    fields:\n      body: One\n${moved}`);
  });

  test('is moved further in or out with all its lines', () => {
    const outer = yaml(`
      a:
        # of one
        - id: 1
          x: |
            text

              more
          y: 1 # y
        - id: 2
          children:
            - id: 3
      `);
    const inner = yaml(`
      a:
        - id: 2
          children:
            - id: 3
            # of one
            - id: 1
              x: |
                text

                  more
              y: 1 # y
      `);
    const one = { id: 1, x: 'text\n\n  more\n', y: 1 };
    expect(edited('yaml', outer, { a: [{ id: 2, children: [{ id: 3 }, one] }] })).toBe(inner);
    expect(edited('yaml', inner, { a: [one, { id: 2, children: [{ id: 3 }] }] })).toBe(outer);
  });

  test('is found with what it stood in, which is removed', () => {
    const text = 'a:\n  - id: 1\n    n:\n      - id: 5 # five\n        x: 1\n  - id: 2\n    n:\n      - id: 6\n';
    expect(edited('yaml', text, { a: [{ id: 2, n: [{ id: 6 }, { id: 5, x: 1 }] }] })).toBe(
      'a:\n  - id: 2\n    n:\n      - id: 6\n      - id: 5 # five\n        x: 1\n',
    );
  });

  test.each<[string, string, JsonObject, string]>([
    [
      'what has its id but is something else',
      'a:\n  # of a\n  - id: 1\n    x: 1 # one\n    y: 2\n  - id: 2\nb:\n  - id: 3\n',
      { a: [{ id: 2 }], b: [{ id: 3 }, { id: 1, z: 5, u: 6 }] },
      'a:\n  # of a\n  - id: 2\nb:\n  - id: 3\n  - id: 1\n    z: 5\n    u: 6\n',
    ],
    [
      'two that are alike',
      'a:\n  - id: 1 # a\n    x: 1\n  - id: 2\nb:\n  - id: 1 # b\n    x: 1\n  - id: 2\nc:\n  - id: 3\n',
      { a: [{ id: 2 }], b: [{ id: 2 }], c: [{ id: 3 }, { id: 1, x: 1 }] },
      'a:\n  - id: 2\nb:\n  - id: 2\nc:\n  - id: 3\n  - id: 1\n    x: 1\n',
    ],
  ])('is not mistaken for another: %s', (_, text, target, expected) => {
    expect(edited('yaml', text, target)).toBe(expected);
  });

  test('is looked for among a hundred that have its id, not among thousands', () => {
    const moveAll = (count: number): string => {
      const items = Array.from({ length: count }, (_, x) => ({ id: 1, x }));
      const lines = items.map(({ x }) => `  - id: 1 # ${x}\n    x: ${x}\n`).join('');
      return edited('yaml', `a:\n${lines}b: []\n`, { a: [], b: items });
    };
    expect(moveAll(100).match(/# \d/g)).toHaveLength(100);
    expect(moveAll(10_000)).toMatch(/^a: \[\]\nb:\n( {2}- id: 1\n {4}x: \d+\n){10000}$/);
  });
});

describe('a JSON file', () => {
  const page =
    '{\n\t"id": 1,\n\t"tags": ["a", "b"],\n\t"seo": {},\n\t"items": [\n\t\t{ "id": 1, "n": 1.0 },\n\t\t{ "id": 2 }\n\t]\n}\n';
  const value = { id: 1, tags: ['a', 'b'], seo: {}, items: [{ id: 1, n: 1 }, { id: 2 }] };

  test.each<[string, JsonObject, string, string]>([
    ['changes one value in one line', { ...value, id: 2 }, '"id": 1,\n\t"tags"', '"id": 2,\n\t"tags"'],
    ['keeps a list on its line', { ...value, tags: ['a', 'c', 'b'] }, '["a", "b"]', '["a", "c", "b"]'],
    [
      'fills an object with its own indentation',
      { ...value, seo: { a: [1] } },
      '{}',
      '{\n\t\t"a": [\n\t\t\t1\n\t\t]\n\t}',
    ],
    ['empties a list', { ...value, tags: [] }, '["a", "b"]', '[]'],
    ['removes a key with its comma', { id: 1, tags: ['a', 'b'], items: value.items }, '\t"seo": {},\n', ''],
    [
      'removes the last item with the comma before it',
      { ...value, items: [{ id: 1, n: 1 }] },
      ',\n\t\t{ "id": 2 }',
      '',
    ],
    [
      'appends an item',
      { ...value, items: [...value.items, { id: 3 }] },
      '{ "id": 2 }',
      '{ "id": 2 },\n\t\t{\n\t\t\t"id": 3\n\t\t}',
    ],
    [
      'moves an item as it is',
      { ...value, items: [{ id: 2 }, { id: 1, n: 1 }] },
      '{ "id": 1, "n": 1.0 },\n\t\t{ "id": 2 }',
      '{ "id": 2 },\n\t\t{ "id": 1, "n": 1.0 }',
    ],
    ['keeps a line break as an escape', { ...value, tags: ['a\n', 'b'] }, '"a"', '"a\\n"'],
  ])('%s', (_, target, before, after) => {
    expect(edited('json', page, target)).toBe(page.replace(before, after));
  });

  test('puts new keys where the order says', () => {
    expect(edited('json', '{\n  "id": 1,\n  "c": 2\n}\n', { id: 1, c: 2, b: 3, z: 4 }, ['id', 'b', 'c'])).toBe(
      '{\n  "id": 1,\n  "b": 3,\n  "c": 2,\n  "z": 4\n}\n',
    );
  });

  test('stays on one line without spaces', () => {
    expect(edited('json', '{"a":1,"b":[]}', { a: 1, b: [{ c: 2 }], d: 3 })).toBe('{"a":1,"b":[{"c":2}],"d":3}');
  });

  test('keeps a byte order mark and Windows line ends', () => {
    expect(edited('json', '\uFEFF{\r\n  "a": 1\r\n}', { a: 1, b: { c: 2 } })).toBe(
      '\uFEFF{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 2\r\n  }\r\n}',
    );
  });
});

test.each([
  ['blank lines', `a: b\n${'\n'.repeat(50_000)}z: 1\n`],
  ['blank lines after a literal', `a: |\n  b\n${'\n'.repeat(50_000)}z: 1\n`],
  ['kept blank lines', `a: |+\n  b\n${'\n'.repeat(50_000)}z: 1\n`],
  ['comments', `a: b\n${'#\n'.repeat(50_000)}z: 1\n`],
])('handles fifty thousand %s', (_, text) => {
  const target = { a: `${'\n'.repeat(50_000)}x\n\n`, z: 2 };
  const changed = editFile('yaml', new TextEncoder().encode(text), target);
  expect(decodeFile('yaml', changed).value).toEqual(target);
});

long.it('a million lines that only the general parser could read are refused, not worked on', () => {
  const text = `a: b\r\n${'\r\n'.repeat(1_000_000)}z: 1\r\n`;
  expect(() => edited('yaml', text, { a: 'c', z: 1 })).toThrow('too many lines');
});

describe('a file that cannot be edited', () => {
  const failure = (text: string, target: JsonObject): unknown => {
    try {
      return edited('yaml', text, target);
    } catch (error) {
      return error instanceof FileError ? error.code : error;
    }
  };

  test('is refused when it is broken', () => {
    expect(failure('a: [\n', { a: 1 })).toBe('SYNTAX');
  });

  test('is refused when the value is beyond the limits', () => {
    expect(failure('a: 1\n', { a: Array.from({ length: 50_001 }, () => 1) })).toBe('LIMIT');
    expect(failure('a: 1\n', { a: 'x'.repeat(4 * 2 ** 20) })).toBe('LIMIT');
    expect(failure('a: 1\n', JSON.parse('{ "__proto__": 1 }'))).toBe('SCHEMA');
  });
});
