import { expect, it } from 'vitest';
import { createUnique } from '../../src/convert/slugs.ts';

it('gives each name once, and numbers those that are taken', () => {
  const unique = createUnique((name) => name === 'cover-3');
  expect(['cover', 'cover', 'Cover', 'other', 'cover-2', 'cover'].map(unique)).toEqual([
    'cover',
    'cover-2',
    'Cover-3',
    'other',
    'cover-2-2',
    'cover-4',
  ]);
});

// As many sites have a `cover.jpg` beside each text. Counting from the beginning took minutes.
it('numbers a name that very many files have', () => {
  const unique = createUnique();
  const names = Array.from({ length: 50_000 }, () => unique('cover'));
  expect(new Set(names).size).toBe(50_000);
  expect(names.at(-1)).toBe('cover-50000');
});
