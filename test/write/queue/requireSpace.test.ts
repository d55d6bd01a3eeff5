import { expect, it } from 'vitest';
import { requireSpace } from '../../../src/write/queue/requireSpace.ts';

const MIB = 2 ** 20;
const FOLDERS = { content: '/a', private: '/b' };

it('allows writes while every file system has 200 MiB free', () => {
  expect(requireSpace(FOLDERS, () => 200 * MIB)).toBeUndefined();
});

it('SEC-33 refuses writes when one of them has less', () => {
  const measure = (folder: string) => (folder === '/b' ? 200 * MIB - 1 : 500 * MIB);
  expect(() => requireSpace(FOLDERS, measure)).toThrow(expect.objectContaining({ code: 'INSUFFICIENT_STORAGE' }));
});

it('measures real folders', () => {
  expect(requireSpace({ content: '.', private: '.' })).toBeUndefined();
});

it('refuses writes while a folder is missing, and says which', () => {
  const code = 'SERVICE_UNAVAILABLE';
  for (const [folders, message] of [
    [{ content: './none', private: '.' }, expect.stringMatching(/^The content folder is missing/)],
    [{ content: '.', private: './none' }, expect.stringMatching(/^The private folder is missing/)],
  ] as const)
    expect(() => requireSpace(folders)).toThrow(expect.objectContaining({ code, message }));
});
