import { expect, it } from 'vitest';
import { resolveClash } from '../../../src/model/merge/resolveClash.ts';

it('replaces the value of a clash, or removes it', () => {
  const merged = { items: [{ title: 'A' }, { title: 'B' }] };
  const clash = { path: ['items', 1, 'title'] };
  expect(resolveClash(merged, clash, 'C')).toEqual({ items: [{ title: 'A' }, { title: 'C' }] });
  expect(resolveClash(merged, clash, null)).toEqual({ items: [{ title: 'A' }, {}] });
});

it('leaves a list that has become too short for the clash', () => {
  expect(resolveClash({ items: [{ title: 'A' }] }, { path: ['items', 1, 'title'] }, 'C')).toEqual({
    items: [{ title: 'A' }],
  });
});
