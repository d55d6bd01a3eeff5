import { expect, it } from 'vitest';
import { isStoredName, storedName } from '../../../src/model/media/storedName.ts';

const HASH = `0123abcd${'0'.repeat(56)}`;

it('recognizes the names that it makes', () => {
  const names = [
    storedName('dawn', { hash: HASH, mimeType: 'image/jpeg' }),
    storedName('dawn-2.0', { hash: HASH, mimeType: 'text/plain' }),
  ];
  expect(names).toEqual(['dawn-0123abcd.jpg', 'dawn-2.0-0123abcd.txt']);
  expect(names.every(isStoredName)).toBe(true);
});

it.each([
  '',
  '.gitattributes',
  '.git-0123abcd.txt',
  'package.json',
  'dawn.txt',
  'dawn-0123ABCD.txt',
  'dawn-0123abcd.TXT',
  'dawn-0123abcd.jpeg',
  'dawn-0123abcd.sh',
  'dawn-0123abcd.bin',
  'dawn-0123abcd',
  '-0123abcd.txt',
  'a/dawn-0123abcd.txt',
  'nul-0123abcd.txt/',
])('takes "%s" for no such name', (name) => {
  expect(isStoredName(name)).toBe(false);
});
