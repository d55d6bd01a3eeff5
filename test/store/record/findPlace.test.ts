import { describe, expect, it } from 'vitest';
import type { ValuePath } from '../../../src/model/reference.ts';
import { createFindPosition } from '../../../src/store/record/findPosition.ts';

const find = (file: string, text: string, path: ValuePath): string => {
  const { line, column } = createFindPosition(file, Buffer.from(text))(path);
  return `${line}:${column}`;
};

const YAML = `id: 1
# A note.
fields:
  body: text
  list: [one, two]
  items:
    - a: 1
    - a: 2
`;

const MARKDOWN = `---
id: 1
fields:
  summary: Short.
---
First.

Second.
`;

describe('the place of a value', () => {
  it.each([
    ['a key', ['fields', 'body'], '4:3'],
    ['an item of a list in one line', ['fields', 'list', '1'], '5:15'],
    ['a key in an item', ['fields', 'items', '1', 'a'], '8:7'],
    ['the mapping that misses it', ['fields', 'items', '0', 'b'], '7:5'],
    ['the list that is too short', ['fields', 'items', '7'], '6:3'],
    ['the value in which nothing can stand', ['fields', 'body', 'content'], '4:3'],
    ['the whole', [], '1:1'],
  ])('is that of %s', (_, path, place) => {
    expect(find('pages/en/a.yaml', YAML, path)).toBe(place);
  });

  it('is found in JSON', () => {
    expect(find('pages/en/a.json', '{\n  "id": 1,\n  "fields": { "a": 1 }\n}\n', ['fields', 'a'])).toBe('3:15');
  });

  it('is found in the text of a Markdown file, by its block, and in the front matter', () => {
    expect(find('pages/en/a.md', MARKDOWN, ['fields', 'body', 'content', '1'])).toBe('8:1');
    expect(find('pages/en/a.md', MARKDOWN, ['fields', 'body', 'content', '7'])).toBe('6:1');
    expect(find('pages/en/a.md', MARKDOWN, ['fields', 'summary'])).toBe('4:3');
    const withoutText = MARKDOWN.slice(0, MARKDOWN.indexOf('First'));
    expect(find('pages/en/a.md', withoutText, ['fields', 'body', 'content', '0'])).toBe('3:1');
  });

  it('SEC-36 is found a hundred times in a Markdown text that is parsed once', () => {
    const paragraphs = Array.from({ length: 200 }, (_, at) => `A [link](/to-${at}) and *emphasis*.\n`).join('\n');
    const findPlace = createFindPosition('pages/en/a.md', Buffer.from(`---\nid: 1\n---\n${paragraphs}`));
    const lines = Array.from({ length: 100 }, (_, at) => findPlace(['fields', 'body', 'content', String(at)]).line);
    expect(lines).toEqual(lines.map((_, at) => 4 + 2 * at));
  });

  it('is the beginning of a Markdown text that exceeds the limits', () => {
    const text = `---\nid: 1\n---\n${'line\n'.repeat(10_001)}`;
    expect(find('pages/en/a.md', text, ['fields', 'body', 'content', '1'])).toBe('4:1');
  });

  it('is the beginning of a file that cannot be read or is not a record', () => {
    expect(find('pages/en/a.yaml', 'a: [1', ['a'])).toBe('1:1');
    expect(find('pages/en/a.txt', YAML, ['fields', 'body'])).toBe('1:1');
  });
});
