import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compile } from '../view/typescript/compile.ts';

const DIST = join(import.meta.dirname, '../../dist/frame');
const read = (name: string): string => readFileSync(join(DIST, name), 'utf8');

it('takes less than 3 kB and imports nothing', () => {
  const code = read('index.js');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(3000);
  expect(code).not.toMatch(/\bimport\b|require\(/);
});

it('is exported by the package', () => {
  const { exports } = JSON.parse(readFileSync(join(DIST, '../../package.json'), 'utf8'));
  expect(exports['./frame']).toEqual({ types: './dist/frame/index.d.ts', default: './dist/frame/index.js' });
  expect(read('index.js')).toMatch(/export\{\w+ as connect\}/);
});

const USES = `
import { connect, type PageChoice } from './frame/index.js';

export async function use(): Promise<PageChoice | null> {
  const frame = await connect<{ lat: number }>();
  const lat: number | undefined = frame.value?.lat;
  await frame.setValue({ lat: (lat ?? 0) + 1 });
  // @ts-expect-error Not of its type.
  await frame.setValue({ lat: 'north' });
  const stop = frame.onValue((value) => frame.resize(value === undefined ? 100 : 200));
  stop();
  if (await frame.confirm({ title: 'A', text: frame.theme.colors['accent-text'], action: 'C' })) await frame.notify('D');
  return frame.pickPage({ types: ['article'] });
}
`;

it('has types that compile in a strict project', async () => {
  const files = { 'frame/index.d.ts': read('index.d.ts'), 'frame/types.d.ts': read('types.d.ts'), 'use.ts': USES };
  expect(await compile('', files)).toBe('');
});
