import { expect, it } from 'vitest';
import { requireSpace } from '../../src/change/requireSpace.ts';

const MIB = 2 ** 20;

it('lets writes through while every file system has 200 MiB', () => {
  expect(requireSpace(['/a', '/b'], () => 200 * MIB)).toBeUndefined();
});

it('SEC-33 refuses writes when one of them has less', () => {
  const measure = (folder: string) => (folder === '/b' ? 200 * MIB - 1 : 500 * MIB);
  expect(() => requireSpace(['/a', '/b'], measure)).toThrow(expect.objectContaining({ code: 'INSUFFICIENT_STORAGE' }));
});

it('measures real folders', () => {
  expect(requireSpace(['.'])).toBeUndefined();
});
