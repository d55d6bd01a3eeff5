import { describe, expect, it } from 'vitest';
import type { FileFormat } from '../../../src/store/codec/formats.ts';
import { reorderKeys } from '../../../src/store/codec/reorderKeys.ts';

const ORDER = ['id', 'title', 'fields'];
const reorder = (format: FileFormat, text: string): string =>
  Buffer.from(reorderKeys(format, Buffer.from(text), ORDER)).toString();

describe('the keys of a file are put in order', () => {
  it.each<[string, FileFormat, string, string]>([
    ['in YAML', 'yaml', 'title: A\nid: 1\n', 'id: 1\ntitle: A\n'],
    ['with the comments above them', 'yaml', 'title: A\n# the number\nid: 1\n', '# the number\nid: 1\ntitle: A\n'],
    ['below what is said of the file', 'yaml', '# a file\ntitle: A\nid: 1\n', '# a file\nid: 1\ntitle: A\n'],
    ['unknown ones last, as they were', 'yaml', 'z: 1\na: 2\nid: 1\n', 'id: 1\nz: 1\na: 2\n'],
    ['with the values below them', 'yaml', 'fields:\n  b: 1\n  a: 2\nid: 1\n', 'id: 1\nfields:\n  b: 1\n  a: 2\n'],
    ['without a last line break', 'yaml', 'title: A\nid: 1', 'id: 1\ntitle: A\n'],
    ['in JSON', 'json', '{\n  "title": "A",\n  "id": 1\n}\n', '{\n  "id": 1,\n  "title": "A"\n}\n'],
    ['in JSON of one line', 'json', '{"title":"A","id":1}', '{"id":1,"title":"A"}'],
    ['in front matter, above the text', 'md', '---\ntitle: A\nid: 1\n---\nText\n', '---\nid: 1\ntitle: A\n---\nText\n'],
  ])('%s', (_, format, text, ordered) => {
    expect(reorder(format, text)).toBe(ordered);
    expect(reorder(format, ordered)).toBe(ordered);
  });

  it('and keep a byte order mark', () => {
    expect(reorder('yaml', '\uFEFFtitle: A\nid: 1\n')).toBe('\uFEFFid: 1\ntitle: A\n');
  });

  it.each(['{ title: A, id: 1 }\n', '{}\n'])('except in one-line YAML: %s', (text) => {
    expect(reorder('yaml', text)).toBe(text);
  });
});
