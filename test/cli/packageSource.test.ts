import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageSource } from '../../src/cli/packageSource.ts';
import { readVersion } from '../../src/cli/readVersion.ts';
import { makePlace } from './quire.ts';

const ground = (): string => realpathSync(makePlace({ withContent: false }).folder);

it('names the folder that Quire runs in, seen from where the site really is', () => {
  const folder = ground();
  mkdirSync(join(folder, 'sites/mine'), { recursive: true });
  symlinkSync(join(folder, 'sites/mine'), join(folder, 'link'));
  expect(packageSource(join(folder, 'link'), join(folder, 'quire'))).toBe('file:../../quire');
});

it('names the version where npm has installed it', () => {
  const folder = ground();
  expect(packageSource(folder, join(folder, 'node_modules/quire'))).toBe(readVersion());
});
