import { expect, it } from 'vitest';
import { requireSpace } from '../../src/change/requireSpace.ts';

const MIB = 2 ** 20;

it('lets writes through while every file system has 200 MiB', async () => {
  await expect(requireSpace(['/a', '/b'], async () => 200 * MIB)).resolves.toBeUndefined();
});

it('SEC-33 refuses writes when one of them has less', async () => {
  const measure = async (folder: string) => (folder === '/b' ? 200 * MIB - 1 : 500 * MIB);
  await expect(requireSpace(['/a', '/b'], measure)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
});

it('measures real folders', async () => {
  await expect(requireSpace(['.'])).resolves.toBeUndefined();
});
