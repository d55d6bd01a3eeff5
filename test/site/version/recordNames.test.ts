import { expect, it } from 'vitest';
import { recordName, recordNames } from '../../../src/site/version/recordNames.ts';

const nameOf = (path: string, text: string) => recordNames.ofFile(path, Buffer.from(text));
const given = (record: string) => ({ record, isGiven: true });

it.for([
  ['pages/en/a.yaml', 'id: 12\ntitle: A\n', 'page/12'],
  ['pages/en/a.yaml', 'title: A\nid:   12  # its number\n', 'page/12'],
  ['pages/en/a.yaml', '{ id: 12, title: A }\n', 'page/12'],
  ['pages/en/a.yaml', '"id": 12\n', 'page/12'],
  ['pages/en/_3f/a/b.yaml', 'id: 12\r\ntitle: A\r\n', 'page/12'],
  // The rest of the file may be broken.
  ['pages/en/a.yaml', 'id: 12\ntitle: [\n', 'page/12'],
  ['pages/en/a.json', '{ "title": "id: 5", "id": 12 }', 'page/12'],
  ['pages/en/a.md', '---\nid: 12\ntitle: A\n---\nid: 5\n', 'page/12'],
  ['media/dawn.yaml', 'id: 3\n', 'media/3'],
] as const)('%s with %j is %s', ([path, text, record]) => {
  expect(nameOf(path, text)).toEqual(given(record));
});

it.for([
  ['pages/en/a.yaml', 'title: A\n'],
  ['pages/en/a.yaml', 'title: A\nfields:\n  id: 12\n'],
  ['pages/en/a.yaml', 'id: twelve\n'],
  ['pages/en/a.yaml', 'id: 99999999999\n'],
  ['pages/en/a.yaml', 'id: [\n'],
  ['pages/en/a.json', '{ "id": '],
  ['pages/en/a.json', '{ "fields": { "id": 12 } }'],
  ['pages/en/a.md', '---\ntitle: A\n---\nid: 5\n'],
] as const)('%s with %j has the name of its path', ([path, text]) => {
  expect(nameOf(path, text)).toEqual({ record: recordName('page', undefined, path), isGiven: false });
});

it('knows the paths that hold records', () => {
  const paths = ['pages/en/a.yaml', 'site.yaml', 'pages/en/a.txt', 'media/files/a.json', 'README.md', 'other/a.yaml'];
  expect(paths.filter(recordNames.mayHold)).toEqual(['pages/en/a.yaml', 'site.yaml']);
  expect(nameOf('README.md', 'id: 1\n')).toBeNull();
});

it('finds the record of a commit at a path, by kind and key', () => {
  const named = recordNames.ofTrailers(['page/1 en/a', 'page/2 en/b/c', 'block/3 b', 'settings/7', 'nonsense', '']);
  expect(named.records).toEqual(['page/1', 'page/2', 'block/3', 'settings/7']);
  const paths = [
    'pages/en/a.yaml',
    'pages/en/_00/a.json',
    'pages/en/b/c.yaml',
    'blocks/b.yaml',
    'site.yaml',
    'blocks/a.yaml',
  ];
  expect(paths.map(named.at)).toEqual(['page/1', 'page/1', 'page/2', 'block/3', 'settings/7', undefined]);
});
