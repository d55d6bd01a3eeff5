import { expect, it } from 'vitest';
import { pairFiles, type SideFile } from '../../../src/write/merge/matchFiles.ts';

it('finds thousands of moved files with the same bytes without comparing each with each', () => {
  const COUNT = 2000;
  let asked = 0;
  const fileAt = (path: string, number: number): SideFile => ({
    path,
    mode: '100644',
    get id() {
      asked += 1;
      return number.toString(16).padStart(40, '0');
    },
    located: null,
  });
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  const base = numbers.map((number) => fileAt(`old/${number}`, number));
  const moved = numbers.map((number) => fileAt(`new/${number}`, number)).reverse();
  const units = pairFiles({ base, ours: base, theirs: moved });
  expect(asked).toBeLessThan(10 * COUNT);
  expect(units).toHaveLength(COUNT);
  expect(units[5]).toMatchObject({ base: { path: 'old/5' }, ours: { path: 'old/5' }, theirs: { path: 'new/5' } });
});
